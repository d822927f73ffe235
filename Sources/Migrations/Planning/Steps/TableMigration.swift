import FlagModel
import SQLText

/// The migration of one old table to a new one.
struct TableMigration {
  enum Method {
    case untouched
    case altered(TableAlteration)
    /// By the twelve steps of https://sqlite.org/lang_altertable.html, section 7.
    case copied
  }

  let oldName: Name
  let name: Name
  let method: Method
  /// The statement that fills a new table of the given name from the old one.
  let copy: (Name) -> SQLText
  let definition: (Name) -> SchemaObject
  /// The columns of an entity except the key, and both definitions; nil for a join table and for
  /// records that were flags.
  let content: Content?

  struct Content {
    let old: EntityDefinition
    let new: EntityDefinition
    let columns: [ColumnMigration]
    /// The unique constraints in both models, by the old and the new column names.
    let uniques: [(old: [Name], new: [Name])]
  }

  var isRenamed: Bool { name != oldName }

  var isCopied: Bool { if case .copied = method { true } else { false } }

  var alteration: TableAlteration? {
    if case .altered(let alteration) = method { alteration } else { nil }
  }

  /// Makes the migration of an entity's table.
  init(
    _ before: Entity, _ after: Entity, _ columns: [ColumnMigration], stored: StoredTable?,
    diff: SchemaDiff, dialect: any Dialect
  ) {
    oldName = before.name
    name = after.name
    let old = EntityDefinition(entity: before, schema: diff.old, dialect: dialect)
    let new = EntityDefinition(entity: after, schema: diff.new, dialect: dialect)
    definition = { new.table(named: $0) }
    content = Content(
      old: old, new: new, columns: columns, uniques: Self.uniques(of: before, after, diff))
    copy = { Self.copy(before, after, columns, to: $0) }
    let oldOrder = old.columns.map(\.name)
    let alteration = TableAlteration(of: new, columns, order: stored?.columns ?? oldOrder)
    let canAlter =
      stored?.isOfModel != false
      && Self.canStay(columns, oldOrder, isLarge: stored?.isLarge ?? false)
      && Self.keepsUniques(before, after, diff) && old.entity.keyColumn == new.entity.keyColumn
      && alteration.canRename(among: oldOrder, in: dialect)
    method = Self.method(canAlter, alteration)
  }

  /// Makes the migration of a join table. It continues the old one unless another relationship
  /// does.
  init(
    _ relationship: Relationship, _ join: Relationship.JoinTable, of entity: Entity,
    from links: LinkSource, besides others: [TableMigration], diff: SchemaDiff,
    dialect: any Dialect
  ) {
    var old = links.joinTable
    if let table = old, others.contains(where: { $0.oldName == table.name }) { old = nil }
    oldName = old?.name ?? ""
    name = join.name
    let new = EntityDefinition(entity: entity, schema: diff.new, dialect: dialect)
    content = nil
    definition = { new.joinTable(join, to: relationship.target, named: $0) }
    copy = { table in
      """
      INSERT INTO \(table: table) (\(name: join.ownColumn), \(name: join.otherColumn)) \
      SELECT DISTINCT own, other FROM \(links.rows)
      """
    }
    let columns = [
      (old: old?.ownColumn ?? "", new: join.ownColumn),
      (old: old?.otherColumn ?? "", new: join.otherColumn),
    ]
    let alteration = TableAlteration(renaming: columns)
    let canAlter =
      (old?.isOwner ?? false) && links.limits.isEmpty
      && alteration.canRename(among: columns.map(\.old), in: dialect)
    method = Self.method(canAlter, alteration)
  }

  /// Makes the table of a new entity with a record for each flag of a mask.
  init(_ records: FlagRecords, diff: SchemaDiff, dialect: any Dialect) {
    let entity = records.words.entity
    oldName = ""
    name = entity.name
    content = nil
    let new = EntityDefinition(entity: entity, schema: diff.new, dialect: dialect)
    definition = { new.table(named: $0) }
    copy = { records.insertion(into: $0) }
    method = .copied
  }

  private static func method(_ canAlter: Bool, _ alteration: TableAlteration) -> Method {
    if !canAlter { return .copied }
    if alteration.isNothing { return .untouched }
    return .altered(alteration)
  }

  /// True if no column is removed or stored in another form, and new columns can be in declared
  /// order, or the table is too large to copy.
  private static func canStay(
    _ columns: [ColumnMigration], _ order: [Name], isLarge: Bool
  ) -> Bool {
    let kept = columns.filter { $0.old != nil }
    let added = columns.filter { $0.old == nil }
    let isInOrder = columns.prefix(order.count).map { $0.old?.name ?? "" } == order
    return kept.count == order.count && kept.allSatisfy(\.staysInPlace)
      && added.allSatisfy { $0.obstacleToAdding == nil } && (isLarge || isInOrder)
  }

  private static func keepsUniques(_ before: Entity, _ after: Entity, _ diff: SchemaDiff) -> Bool {
    let pairing = diff.properties(before, after)
    return before.uniques.map { $0.map { pairing.new(of: $0) ?? "" } } == after.uniques
  }

  private static func uniques(
    of before: Entity, _ after: Entity, _ diff: SchemaDiff
  ) -> [(old: [Name], new: [Name])] {
    let pairing = diff.properties(before, after)
    var uniques: [(old: [Name], new: [Name])] = []
    for names in before.uniques {
      let now = names.map { pairing.new(of: $0) ?? "" }
      guard after.uniques.contains(now) else { continue }
      uniques.append(
        (
          names.map { before.attribute(named: $0)?.column ?? $0 },
          now.map { after.attribute(named: $0)?.column ?? $0 }
        ))
    }
    return uniques
  }

  private static func copy(
    _ before: Entity, _ after: Entity, _ columns: [ColumnMigration], to table: Name
  ) -> SQLText {
    let key: SQLText = "\(name: after.keyColumn)"
    let names = [key] + columns.map { "\(name: $0.name)" }
    let stored = [key] + columns.map(\.stored)
    let values =
      ["\(name: before.keyColumn) AS \(key)"]
      + columns.map { SQLText("\($0.value) AS \(name: $0.name)") }
    return """
      INSERT INTO \(table: table) (\(names.joined(by: ", "))) SELECT \(stored.joined(by: ", ")) \
      FROM \(.rows, of: "SELECT \(values.joined(by: ", ")) FROM \(table: before.name)", "flagdb_records")
      """
  }
}
