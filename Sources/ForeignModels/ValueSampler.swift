package import Engines
package import FlagModel
import SQLText

/// Reads some records of foreign tables, to learn which types their values have.
package struct ValueSampler {
  private let connection: any Connection
  /// Called with a note on each damaged table.
  private let warn: (String) -> Void

  package init(_ connection: any Connection, warn: @escaping (String) -> Void) {
    self.connection = connection
    self.warn = warn
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
        do {
          return try sampled(entity, all: all)
        } catch let error as EngineError where error.isCorruption {
          // Other tables may be readable.
          warn("'\(entity.name)' is damaged: \(error.message)")
          return entity
        }
      })
  }

  /// The entity with the types of its first and last records.
  private func sampled(_ entity: Entity, all: Bool) throws -> Entity {
    var seen: [Name: StorageClasses] = [:]
    for part in entity.attributes.map(\.column).chunks(of: Self.mostColumns) {
      let columns = Array(part)
      for (column, classes) in zip(columns, try classes(of: columns, in: entity, all: all)) {
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
      guard try rows.step() else { return [] }
      return columns.indices.map { rows.value(at: $0) }
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
  package func withTypeOfKey() -> Entity {
    guard let key = shownKey, let type = keyAttribute?.type else { return self }
    var source = source
    source.key = .known(key, type)
    return having(properties, source)
  }
}
