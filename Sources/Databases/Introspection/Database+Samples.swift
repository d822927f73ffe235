import Engines
package import FlagModel
import ForeignModels
import SQLText

extension Database {
  /// Reads some records of entities in a foreign database, and corrects the types of their
  /// attributes. A SQLite column can contain other values than its declared type. Nil means all
  /// entities.
  ///
  /// - Parameter all: true to read all records.
  package func lookAtValues(of names: [Name]? = nil, all: Bool = false) throws {
    guard case .foreign = kind else { return }
    schema = try read { try sampled(schema, names.map { Set($0) }, all: all) }
  }

  /// A model with the types of the values that records have. Nil means all entities.
  package func sampled(_ schema: Schema, _ wanted: Set<Name>? = nil, all: Bool = false) throws
    -> Schema
  {
    if connection.keepsDeclaredTypes { return schema }
    return Schema(
      types: schema.types,
      entities: try schema.entities.map { entity in
        guard wanted?.contains(entity.name) ?? true else { return entity }
        return try despiteDamage(of: entity) { try sampled(entity, all: all) } ?? entity
      })
  }

  /// Returns the result of a body that reads records of an entity. If it reads a damaged page,
  /// returns nil with a warning, because other tables may be readable.
  package func despiteDamage<Result>(of entity: Entity, _ body: () throws -> Result) throws
    -> Result?
  {
    do {
      return try body()
    } catch let error as EngineError where error.isCorruption {
      warn("'\(entity.name)' is damaged: \(error.message)")
    } catch let error as DatabaseError where error.cause?.isCorruption == true {
      warn("'\(entity.name)' is damaged: \(error.cause?.message ?? error.message)")
    }
    return nil
  }

  /// The reason why a table or view of a foreign database is not an entity; nil if it is one, or
  /// does not exist.
  package func obstacle(toAsking name: Name) throws -> Diagnostic? {
    guard kind.isForeign, schema.entity(named: name) == nil else { return nil }
    if let lost = kind.sidecar?.schema.entity(named: name) {
      return Diagnostic(
        "'\(path)' has lost the table '\(lost.source.table)' of '\(name)'",
        hint: .refresh(of: path))
    }
    let tables = try read { try modelSource.tables() }
    guard let table = tables.first(where: { $0.name.folded == name.folded }) else { return nil }
    if let problem = table.problem { return Diagnostic("'\(name)' cannot be read: \(problem)") }
    for entity in schema.entities {
      for relationship in entity.relationships {
        if case .joinTable(let join) = relationship.storage, join.name.folded == name.folded {
          return Diagnostic(
            "'\(name)' only holds pairs: they are '\(relationship.name)' of \(entity.name)")
        }
      }
    }
    return nil
  }

  /// The entity with the types of its first and last records.
  private func sampled(_ entity: Entity, all: Bool) throws -> Entity {
    var seen: [Name: StorageClasses] = [:]
    let columns = entity.attributes.map(\.column)
    for start in stride(from: 0, to: columns.count, by: Self.mostColumns) {
      let part = Array(columns[start..<min(start + Self.mostColumns, columns.count)])
      for (column, classes) in zip(part, try classes(of: part, in: entity, all: all)) {
        seen[column] = classes
      }
    }
    return entity.having(
      entity.properties.map { property in
        guard case .attribute(let attribute) = property, let classes = seen[attribute.column]
        else { return property }
        return .attribute(attribute.having(classes.type(declared: attribute.type)))
      }
    ).withTypeOfKey()
  }

  /// The columns of one query; SQLite limits a result to 2,000 columns.
  private static let mostColumns = 500
  /// The number of records to read, which is enough for a table and takes a millisecond.
  private static let mostRecords: Int64 = 500
  /// The step limit, because a view may calculate for long before its first record.
  private static let mostSteps: Int32 = 2_000_000

  /// Runs a read; returns nil if the values are unreadable, such as values of a view that are too
  /// long.
  private func readable<Result>(_ read: () throws -> Result?) throws -> Result? {
    do {
      return try read()
    } catch let error as EngineError where !error.isInterrupt && !error.isCorruption {
      return nil
    }
  }

  /// The storage classes of the values of columns; empty if a view exceeds the step limit.
  private func classes(
    of columns: [Name], in entity: Entity, all: Bool
  ) throws -> [StorageClasses] {
    let types = columns.enumerated().map { index, column -> SQLText in
      "typeof(\(name: column)) AS \(name: Name("c\(index)"))"
    }
    let from: SQLText = "SELECT \(types.joined(by: ", ")) FROM \(name: entity.source.table)"
    let limit: SQLText = "LIMIT \(literal: Self.mostRecords)"
    var sample: SQLText = all ? from : "SELECT * FROM (\(from) \(limit))"
    if !all, let key = entity.source.key {
      sample += " UNION ALL SELECT * FROM (\(from) ORDER BY \(name: key.column) DESC \(limit))"
    }
    let masks = columns.indices.map { index -> SQLText in
      let type: SQLText = "\(name: Name("c\(index)"))"
      return """
        max(\(type) = 'integer') + 2 * max(\(type) = 'real') + 4 * max(\(type) = 'text') \
        + 8 * max(\(type) = 'blob')
        """
    }
    func look() throws(EngineError) -> [Value] {
      let rows = try connection.prepare("SELECT \(masks.joined(by: ", ")) FROM (\(sample))")
      return try rows.step() ? columns.indices.map { rows.value(at: $0) } : []
    }
    let answer = try readable {
      try all ? look() : connection.bounded(by: Self.mostSteps, look)
    }
    return (answer ?? []).map { value in
      if case .integer(let mask) = value { StorageClasses(rawValue: mask) } else { [] }
    }
  }
}

/// The storage classes of SQLite except NULL.
struct StorageClasses: OptionSet {
  let rawValue: Int64
  static let integer = StorageClasses(rawValue: 1)
  static let real = StorageClasses(rawValue: 2)
  static let text = StorageClasses(rawValue: 4)
  static let blob = StorageClasses(rawValue: 8)

  /// The type of a column with these classes and the declared type.
  fileprivate func type(declared type: AttributeType) -> AttributeType {
    switch (type, self) {
    case (_, []): type
    case (.any, .integer): .integer(.int)
    case (.any, .real), (.any, [.integer, .real]): .double
    case (.any, .text): .string
    case (.any, .blob): .data
    case (.integer, .integer), (.double, .real), (.double, [.integer, .real]), (.string, .text),
      (.data, .blob):
      type
    default: .any
    }
  }
}

extension Attribute {
  /// The attribute with another column type. A type from the user stays.
  fileprivate func having(_ type: AttributeType) -> Attribute {
    if type == self.type || declaredType != self.type.nameOfColumnType { return self }
    return Attribute(
      name: name, column: column, declaredType: type.nameOfColumnType, type: type,
      isOptional: isOptional, isUnique: isUnique, summary: summary)
  }
}

extension Entity {
  /// The entity with the attribute's type also for its key.
  fileprivate func withTypeOfKey() -> Entity {
    guard let key = shownKey, let type = keyAttribute?.type else { return self }
    return having(
      properties,
      EntitySource(
        table: source.table, key: .known(key, type), kinds: source.kinds))
  }
}
