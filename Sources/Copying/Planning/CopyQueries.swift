import FlagModel
import Predicates
import SQLText

/// Makes the queries that read the records and pairs of a copy.
struct CopyQueries {
  let source: Schema
  let chosen: Set<Name>
  let model: CopiedModel
  /// The model of the copy.
  let copy: Schema
  private(set) var notes: [String] = []
  /// The entities whose non-integer keys are referenced.
  private var numbered: Set<Name> = []

  init(source: Schema, chosen: Set<Name>, model: CopiedModel, copy: Schema) {
    self.source = source
    self.chosen = chosen
    self.model = model
    self.copy = copy
    for entity in source.entities where model.name(of: entity.name) != nil {
      if entity.source.key?.type.isInteger == false, isReferred(entity) {
        numbered.insert(source.root(of: entity).name)
      }
    }
  }

  private func target(of entity: Entity) -> Entity? {
    model.name(of: entity.name).flatMap(copy.entity(named:))
  }

  // MARK: Records

  /// The query for the records; nil for an entity without records.
  mutating func records(of entity: Entity) -> CopiedRecords? {
    guard let target = target(of: entity), let rows = rows(of: [entity]) else { return nil }
    var columns: [CopiedColumn] = []
    for attribute in target.attributes {
      if let column = column(attribute, of: entity) { columns.append(column) }
    }
    for relationship in target.relationships {
      if let column = link(relationship, of: entity) { columns.append(column) }
    }
    let key: SQLText = entity.source.key == nil ? "NULL" : self.key(of: entity)
    let order: SQLText = entity.source.key == nil ? "" : " ORDER BY \(keyColumn(of: entity))"
    let values = ([key] + columns.map(\.sql)).joined(by: ", ")
    return CopiedRecords(
      source: entity, target: target, columns: columns,
      query: "SELECT \(values)\(rows)\(order)", key: copiedKey(of: entity))
  }

  /// The key of a record. If a number replaces it, it is an expression like those for references,
  /// because a server writes a number of a column with the digits that the column declares.
  private func key(of entity: Entity) -> SQLText {
    let column = keyColumn(of: entity)
    if numbers(of: entity) == nil { return column }
    return "CASE WHEN \(column) IS NOT NULL THEN \(column) END"
  }

  /// A column that is converted is aliased to its name, so the table is named.
  private func keyColumn(of entity: Entity) -> SQLText {
    "\(name: entity.source.table).\(name: entity.keyColumn)"
  }

  private func copiedKey(of entity: Entity) -> CopiedKey {
    guard let key = entity.source.key else { return .new }
    if key.type.isInteger { return .kept }
    return numbers(of: entity).map { .numbered(as: $0) } ?? .new
  }

  /// True if a copied relationship refers to the entity, or if the entity has a copied join table.
  private func isReferred(_ entity: Entity) -> Bool {
    let root = source.root(of: entity).name
    return source.entities.contains { other in
      model.name(of: other.name) != nil
        && other.relationships.contains { relationship in
          source.entity(named: relationship.target).map { source.root(of: $0).name } == root
            || relationship.isToMany && source.root(of: other).name == root
        }
    }
  }

  /// `FROM … WHERE …` for the records of entities that share a table; nil if there are no such
  /// entities.
  private func rows(of entities: [Entity]) -> SQLText? {
    guard let table = entities.first?.source.table else { return nil }
    let from: SQLText = " FROM \(name: table)"
    guard let column = entities.compactMap(\.source.kinds?.column).first else { return from }
    let kinds = entities.compactMap { $0.source.kinds?.ownKind }
    if kinds.isEmpty { return nil }
    return "\(from) WHERE \(name: column) IN \(list: kinds)"
  }

  private func column(_ attribute: Attribute, of entity: Entity) -> CopiedColumn? {
    switch model.content(attribute.name, of: entity) {
    case .attribute(let old):
      return CopiedColumn(content: .attribute(old, to: attribute), sql: raw(old))
    case .key(let key): return plain("\(name: key.column)", attribute)
    case .position(let column): return plain("\(name: column)", attribute)
    case .list(let relationship): return list(relationship, of: entity).map { plain($0, attribute) }
    case .relationship, nil: return nil
    }
  }

  private func plain(_ sql: SQLText, _ attribute: Attribute) -> CopiedColumn {
    CopiedColumn(content: .attribute(attribute, to: attribute), sql: sql)
  }

  /// The stored value. A form that only the database can convert is converted there.
  private func raw(_ attribute: Attribute) -> SQLText {
    if attribute.stored.isPlain { return "\(name: attribute.column)" }
    return Term(attribute).sql
  }

  // MARK: Links

  private mutating func link(_ relationship: Relationship, of entity: Entity) -> CopiedColumn? {
    guard relationship.foreignKey != nil,
      case .relationship(let old) = model.content(relationship.name, of: entity),
      let key = old.foreignKey, let target = source.entity(named: old.target)
    else { return nil }
    var sql = self.key(of: target, by: key, in: entity.source.table)
    if !isWhole(target), let keys = keysOfCopied(target) {
      let words = "'\(entity.name).\(old.name)' becomes nil if its record is not copied"
      if !notes.contains(words) { notes.append(words) }
      sql = "CASE WHEN \(sql) IN (\(keys)) THEN \(sql) END"
    }
    return CopiedColumn(content: .link(relationship, numberedAs: numbers(of: target)), sql: sql)
  }

  /// The name of the table that maps the keys of an entity to integers; nil if the keys are
  /// integers.
  private func numbers(of entity: Entity) -> Name? {
    let root = source.root(of: entity).name
    if numbered.contains(root) { return model.name(of: root) }
    return nil
  }

  /// The key of the record that a foreign key refers to. If the record does not exist, it is the
  /// foreign key's value as a text.
  private func key(
    of target: Entity, by foreignKey: Relationship.ForeignKey, in table: Name
  ) -> SQLText {
    let value: SQLText = "\(name: table).\(name: foreignKey.column)"
    let other = foreignKey.otherColumn ?? target.keyColumn
    // https://sqlite.org/foreignkeys.html#fk_basics: SQLite compares with the collation and the
    // affinity of the referenced column. So that column is on the left, and the value on the right
    // has no affinity.
    let matchingKey: SQLText = """
      SELECT flagdb_o.\(name: target.keyColumn) FROM \(name: target.source.table) AS flagdb_o \
      WHERE flagdb_o.\(name: other) = \(.plainOperand, of: value)
      """
    let lookup = SQLFunction.foundOrText(ofSameType: foreignKey.otherColumn == nil)
    let key: SQLText =
      "CASE WHEN \(value) IS NOT NULL THEN \(lookup, of: "(\(matchingKey))", value) END"
    guard target.isNumbered, foreignKey.otherColumn == nil else { return key }
    return "\(.wholeOrElse, of: value, key)"
  }

  /// True if all records in the table that the entity can include are copied.
  private func isWhole(_ entity: Entity) -> Bool {
    source.members(of: entity).allSatisfy {
      chosen.contains($0.name) || $0.source.kinds != nil && $0.source.kinds?.ownKind == nil
    }
  }

  /// A query for the keys of the copied records of an entity.
  private func keysOfCopied(_ entity: Entity) -> SQLText? {
    let copied = source.members(of: entity).filter { chosen.contains($0.name) }
    return rows(of: copied).map { "SELECT \(name: entity.keyColumn)\($0)" }
  }

  // MARK: Lists

  /// The pairs of the relationships that have a join table in the copy.
  func pairs(of entity: Entity) -> [CopiedPairs] {
    guard let target = target(of: entity) else { return [] }
    var all: [CopiedPairs] = []
    for relationship in copy.ownRelationships(of: target) {
      guard case .joinTable(let table) = relationship.storage, table.isOwner,
        case .relationship(let old) = model.content(relationship.name, of: entity),
        let other = source.entity(named: old.target), let rows = pairs(old, of: entity, other)
      else { continue }
      all.append(
        CopiedPairs(
          owner: .init(entity: target.name, numberedAs: numbers(of: entity)),
          other: .init(entity: relationship.target, numberedAs: numbers(of: other)),
          relationship: relationship, table: table, query: rows))
    }
    return all
  }

  private func pairs(_ relationship: Relationship, of owner: Entity, _ other: Entity) -> SQLText? {
    var conditions: [SQLText] = []
    func restrict(_ entity: Entity, _ column: SQLText) {
      guard !isWhole(entity), let keys = keysOfCopied(entity) else { return }
      conditions.append("\(column) IN (\(keys))")
    }
    let (ownKey, otherKey, from): (SQLText, SQLText, SQLText)
    switch relationship.storage {
    case .joinTable(let join):
      ownKey = key(of: owner, by: .init(column: join.ownColumn), in: join.name)
      otherKey = key(of: other, by: .init(column: join.otherColumn), in: join.name)
      from = "\(name: join.name)"
    case .inverse(let foreignKey):
      ownKey = key(of: owner, by: foreignKey, in: other.source.table)
      otherKey = key(of: other)
      from = "\(name: other.source.table)"
      conditions.append("\(name: foreignKey.column) IS NOT NULL")
    case .column: return nil
    }
    restrict(owner, ownKey)
    restrict(other, otherKey)
    let condition: SQLText =
      if conditions.isEmpty { "" } else { " WHERE \(conditions.joined(by: " AND "))" }
    return "SELECT \(ownKey), \(otherKey) FROM \(from)\(condition)"
  }

  /// The keys of a list in order, as JSON.
  private func list(_ relationship: Relationship, of entity: Entity) -> SQLText? {
    let outer: SQLText = "\(name: entity.source.table).\(name: entity.keyColumn)"
    let (table, ownColumn, otherColumn, order): (Name, Name, Name, Name?)
    switch relationship.storage {
    case .joinTable(let join):
      table = join.name
      ownColumn = join.ownColumn
      otherColumn = join.otherColumn
      order = join.order
    case .inverse(let key):
      guard let target = source.entity(named: relationship.target) else { return nil }
      table = target.source.table
      ownColumn = key.column
      otherColumn = target.keyColumn
      order = key.order
    case .column: return nil
    }
    guard let order else { return nil }
    return """
      (SELECT nullif(json_group_array(flagdb_key), '[]') FROM \
      (SELECT flagdb_o.\(name: otherColumn) AS flagdb_key FROM \(name: table) AS flagdb_o \
      WHERE flagdb_o.\(name: ownColumn) = \(outer) ORDER BY flagdb_o.\(name: order), 1))
      """
  }

  // MARK: Numbers

  var numberedKeys: [NumberedKeys] {
    source.entities.compactMap { entity in
      guard numbered.contains(entity.name), let name = model.name(of: entity.name) else {
        return nil
      }
      return NumberedKeys(
        name: name,
        query: """
          SELECT \(key(of: entity)) FROM \(name: entity.source.table) \
          ORDER BY \(keyColumn(of: entity))
          """)
    }
  }
}

extension StoredForm {
  /// True if the value can be converted outside the database.
  fileprivate var isPlain: Bool {
    switch self {
    case .own, .dates, .text, .real, .blob, .anyNumber, .word, .digits, .coded, .rawValue: true
    case .external, .native: false
    }
  }
}
