import FlagModel

/// How one table of the old model becomes one of the new.
struct TableMigration<D: Dialect> {
  enum Way: Hashable {
    case untouched
    /// By ALTER TABLE, which takes no time, and one UPDATE where bits move.
    case altered
    /// By SQLite's twelve steps: https://sqlite.org/lang_altertable.html, section 7.
    case copied
  }

  let oldName: String
  let name: String
  /// Columns that only have another name.
  let renamedColumns: [(old: String, new: String)]
  /// Definitions of columns that are added.
  let addedColumns: [String]
  let way: Way
  /// Fills the new table, whose name is given, from the old one.
  let copy: (String) -> SQLText
  /// Moves the bits of the columns where they are.
  let update: SQLText?
  let definition: (String) -> SchemaObject

  var isRenamed: Bool { !name.isSame(as: oldName) }

  /// For an entity.
  init(
    _ before: Entity, _ after: Entity, _ columns: [ColumnMigration], diff: SchemaDiff, dialect: D
  ) {
    oldName = before.name
    name = after.name
    let old = EntityDefinition(entity: before, schema: diff.old, dialect: dialect)
    let new = EntityDefinition(entity: after, schema: diff.new, dialect: dialect)
    definition = { new.table(named: $0) }
    let kept = columns.filter { $0.old != nil }
    let added = columns.filter { $0.old == nil }
    renamedColumns = kept.compactMap { column in
      column.old.flatMap { $0.name.isSame(as: column.name) ? nil : ($0.name, column.name) }
    }
    addedColumns = added.map(\.definition)
    let isLarge = diff.wishes.largeTables.contains(before.name)
    let oldOrder = old.columns.map(\.name)
    let newOrder = columns.map { $0.old?.name ?? "" }
    let isInOrder = Array(newOrder.prefix(oldOrder.count)) == oldOrder
    let uniques = Self.uniques(of: before, after, diff)
    let canAlter =
      kept.allSatisfy(\.isKept) && kept.count == oldOrder.count
      && (isLarge || isInOrder) && uniques && old.keyLine == new.keyLine
      && added.allSatisfy { $0.obstacleToAdding == nil }
      && Self.canRename(renamedColumns, among: oldOrder, dialect)
    let bits = kept.filter { $0.bits != nil }
    let isUntouched =
      canAlter && added.isEmpty && renamedColumns.isEmpty && bits.isEmpty
    way = isUntouched ? .untouched : canAlter ? .altered : .copied
    copy = { Self.copy(before, after, columns, to: $0) }
    update = bits.isEmpty ? nil : Self.update(after.name, bits)
  }

  /// For a table of pairs.
  init(
    _ relationship: Relationship, _ join: Relationship.JoinTable, of entity: Entity,
    from links: LinkSource, diff: SchemaDiff, dialect: D
  ) {
    let old = links.joinTable
    oldName = old?.name ?? ""
    name = join.name
    let new = EntityDefinition(entity: entity, schema: diff.new, dialect: dialect)
    definition = { new.joinTable(join, to: relationship.target, named: $0) }
    let columns = [
      (old?.ownColumn ?? "", join.ownColumn), (old?.otherColumn ?? "", join.otherColumn),
    ]
    renamedColumns = columns.filter { !$0.0.isSame(as: $0.1) }.map { (old: $0.0, new: $0.1) }
    addedColumns = []
    let canAlter =
      (old?.isOwner ?? false) && Self.canRename(renamedColumns, among: columns.map(\.0), dialect)
    way = canAlter ? (renamedColumns.isEmpty ? .untouched : .altered) : .copied
    copy = { table in
      """
      INSERT INTO \(table: table) (\(name: join.ownColumn), \(name: join.otherColumn)) \
      SELECT DISTINCT own, other FROM (\(links.pairs))
      """
    }
    update = nil
  }

  private static func uniques(of before: Entity, _ after: Entity, _ diff: SchemaDiff) -> Bool {
    let pairing = diff.properties(before, after)
    return before.uniques.map { $0.map { pairing.new(of: $0) ?? "" } } == after.uniques
  }

  /// SQLite leaves a name in quotes that was in quotes before; and two names may not meet.
  private static func canRename(
    _ renames: [(old: String, new: String)], among columns: [String], _ dialect: D
  ) -> Bool {
    let names = Set(columns.map { $0.lowercased() })
    return renames.allSatisfy { old, new in
      !names.contains(new.lowercased())
        && (dialect.quoted(old).isSame(as: old) || !dialect.quoted(new).isSame(as: new))
    }
  }

  private static func copy(
    _ before: Entity, _ after: Entity, _ columns: [ColumnMigration], to table: String
  ) -> SQLText {
    let key: SQLText = "\(name: after.keyColumn)"
    let names = [key] + columns.map { "\(name: $0.name)" }
    let stored = [key] + columns.map(\.stored)
    let values =
      ["\(name: before.keyColumn) AS \(key)"]
      + columns.map { SQLText("\($0.value) AS \(name: $0.name)") }
    return """
      INSERT INTO \(table: table) (\(names.joined(by: ", "))) SELECT \(stored.joined(by: ", ")) \
      FROM (SELECT \(values.joined(by: ", ")) FROM \(table: before.name))
      """
  }

  /// One pass over the table, whatever moves and in how many columns.
  private static func update(_ table: String, _ columns: [ColumnMigration]) -> SQLText {
    var values: [SQLText] = []
    var conditions: [SQLText] = []
    for column in columns {
      guard let bits = column.bits else { continue }
      let name: SQLText = "\(name: column.name)"
      values.append("\(name) = \(bits.expression(of: name))")
      conditions.append(bits.affected(name))
    }
    return """
      UPDATE \(name: table) SET \(values.joined(by: ", ")) WHERE \(conditions.joined(by: " OR "))
      """
  }
}
