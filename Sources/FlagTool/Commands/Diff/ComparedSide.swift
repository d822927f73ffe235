import Databases
import FlagModel
import Predicates
import Queries

/// The records of one side, and the columns to compare.
struct ComparedSide {
  let entity: Entity
  private(set) var keys: [QueryColumn] = []
  private var columns: [QueryColumn]
  private let database: Database
  private let predicate: Predicate?

  init(
    _ entity: Entity, of database: Database, _ references: [Name: ShownReferences],
    _ command: DiffCommand, _ session: Session
  ) throws {
    self.entity = entity
    self.database = database
    let schema = database.schema
    if command.selection.hasKey { try Self.requireKey(of: entity, in: database) }
    let usual = database.shownReferences
    if command.selection.columns.isEmpty {
      func shown(_ relationship: Relationship) -> QueryColumn? {
        .relationship(relationship, in: schema, references[relationship.name] ?? usual)
      }
      columns = entity.defaultColumns(in: schema).map { column in
        entity.relationship(named: column.title).flatMap(shown) ?? column
      }
      columns += entity.relationships.filter(\.hasPairs).compactMap(shown)
    } else {
      var shownReferences = usual
      if references.values.contains(where: { $0 != usual }) { shownReferences = .byKey }
      columns = try AnswerRequest(
        columns: command.selection.columns, references: shownReferences
      ).query(of: entity, in: schema, now: session.now).columns
    }
    try command.selection.requireOneRecord(of: entity, in: database, session, isRequired: false)
    predicate = try command.selection.predicate(for: entity, in: schema, session)
  }

  /// Throws if `--id` would name the position of a record in a file, which differs from the key on the other side.
  private static func requireKey(of entity: Entity, in database: Database) throws {
    guard database.kind.isRecordFile, keptKey(of: entity, in: database) == nil,
      entity.identifiers.isEmpty
    else { return }
    throw CommandError(
      "the records of '\(database.path)' have no key for --id",
      hint: "select them by an attribute, as in --where 'name == \"lamp\"'")
  }

  /// The attributes, and a key that is no attribute, by which records can be matched.
  var names: [Name] {
    var names = entity.attributes.map(\.name)
    if let keptKey { names.append(keptKey) }
    return names
  }

  /// The key; nil if it is only the position in the file.
  var keptKey: Name? { Self.keptKey(of: entity, in: database) }

  private static func keptKey(of entity: Entity, in database: Database) -> Name? {
    let isOwn = entity.attributes.contains { $0.column == entity.shownKey }
    if database.kind.isRecordFile && !isOwn { return nil }
    return entity.shownKey
  }

  var isRecordFile: Bool { database.kind.isRecordFile }
  var path: String { database.path }

  /// True if the key is an integer that is no attribute.
  var isNumbered: Bool { entity.isNumbered && entity.keyAttribute == nil }

  var titles: [Name] { (keys + columns).map(\.title) }

  /// The type of the values. For a reference that is shown by a key it is the key's type, except
  /// for integer keys.
  func type(of title: Name) -> AttributeType? {
    guard let column = (keys + columns).first(where: { $0.title == title }) else { return nil }
    if let type = column.type { return type }
    guard let relationship = entity.relationship(named: title),
      let target = database.schema.entity(named: relationship.target)
    else { return nil }
    let type = target.attribute(referredToBy: relationship)?.type
    if type?.isInteger == true { return nil }
    return type
  }

  /// Selects the key, or all own columns if there is none. Other keys are omitted, because they are
  /// valid only in this file.
  mutating func choose(_ key: Name?) {
    var hidden = entity.shownKey
    if entity.attributes.contains(where: { $0.column == hidden }) { hidden = nil }
    if let attribute = key.flatMap(entity.attribute(named:)) {
      keys = [.attribute(attribute)]
    } else if let key {
      keys = [.key(of: entity).titled(key)]
    } else {
      keys = columns.filter { $0.title != hidden && isOwn($0) }
    }
    let chosen = Set(keys.map(\.title))
    columns.removeAll { chosen.contains($0.title) || $0.title == hidden }
  }

  /// True for a column of the table itself, or a reference to one record.
  private func isOwn(_ column: QueryColumn) -> Bool {
    if let relationship = entity.relationship(named: column.title) { return !relationship.isToMany }
    return entity.attribute(named: column.title) != nil
  }

  /// Removes the columns that the other side lacks.
  mutating func keep(_ shared: Set<Name>) {
    keys.removeAll { !shared.contains($0.title) }
    columns.removeAll { !shared.contains($0.title) }
    columns.sort { $0.title < $1.title }
    if keys.count > 1 { keys.sort { $0.title < $1.title } }
  }

  var query: Query {
    get throws {
      Query(
        entity, columns: keys + columns, predicate: predicate,
        order: try keys.map { try order(by: $0) })
    }
  }

  private func order(by key: QueryColumn) throws -> Query.Order {
    let attribute = entity.attribute(named: key.title)
    let column: Name
    if let attribute {
      column = attribute.column
    } else if entity.relationship(named: key.title) != nil {
      column = key.nameInAnswer
    } else {
      column = entity.keyColumn
    }
    let isByBytes = try database.ordersByBytes(column, type(of: key.title), of: entity)
    return Query.Order(column: column, isDescending: false, isByBytes: !isByBytes)
  }
}

extension Relationship {
  /// True if the relationship is stored in a join table.
  fileprivate var hasPairs: Bool { if case .joinTable = storage { true } else { false } }
}
