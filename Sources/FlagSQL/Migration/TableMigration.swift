import FlagModel

/// How one table of the old model becomes one of the new.
struct TableMigration<D: Dialect> {
  enum Way: Hashable {
    case untouched
    /// Where it stands: its text and the names of its columns change, which takes no time, and one
    /// UPDATE changes the values that have to.
    case altered
    /// By SQLite's twelve steps: https://sqlite.org/lang_altertable.html, section 7.
    case copied
  }

  let oldName: String
  let name: String
  /// Columns that only have another name.
  let renamedColumns: [(old: String, new: String)]
  /// What the text of the table is to be where columns are added or have other rules.
  let text: String?
  /// The text as long as values change, without the rules that come and go.
  let passingText: String?
  let way: Way
  /// Fills the new table, whose name is given, from the old one.
  let copy: (String) -> SQLText
  /// Changes the values of columns where they are.
  let update: SQLText?
  let definition: (String) -> SchemaObject

  var isRenamed: Bool { !name.isSame(as: oldName) }

  /// For an entity.
  init(
    _ before: Entity, _ after: Entity, _ columns: [ColumnMigration], stored: StoredTable?,
    diff: SchemaDiff, dialect: D
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
    let isLarge = stored?.isLarge ?? false
    let oldOrder = old.columns.map(\.name)
    let newOrder = columns.map { $0.old?.name ?? "" }
    let isInOrder = Array(newOrder.prefix(oldOrder.count)) == oldOrder
    let uniques = Self.uniques(of: before, after, diff)
    let canAlter =
      kept.allSatisfy(\.staysInPlace) && kept.count == oldOrder.count
      && (isLarge || isInOrder) && uniques && old.keyLine == new.keyLine
      && added.allSatisfy { $0.obstacleToAdding == nil }
      && Self.canRename(renamedColumns, among: oldOrder, dialect)
    let updated = kept.filter(\.isUpdated)
    let isReworded = columns.contains(where: \.hasNewRules)
    let isUntouched = !isReworded && renamedColumns.isEmpty && updated.isEmpty
    way = !canAlter ? .copied : isUntouched ? .untouched : .altered
    copy = { Self.copy(before, after, columns, to: $0) }
    update = updated.isEmpty ? nil : Self.update(after.name, updated)
    let inPlace = Self.inPlace(columns, order: stored?.columns ?? oldOrder)
    func text(_ line: (ColumnMigration) -> String) -> String {
      new.table(named: after.name, columns: inPlace.map(line)).sql
    }
    self.text = isReworded ? text(\.definition.definition) : nil
    let isPassing = updated.contains(where: \.hasNewRules)
    passingText =
      isPassing
      ? text { $0.hasNewRules ? $0.definition.storage : $0.definition.definition } : nil
  }

  /// Columns in the order in which they stand, those that are added last.
  private static func inPlace(
    _ columns: [ColumnMigration], order: [String]
  ) -> [ColumnMigration] {
    order.compactMap { name in columns.first { $0.old?.name.isSame(as: name) ?? false } }
      + columns.filter { $0.old == nil }
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
    (text, passingText) = (nil, nil)
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
      guard case .update(let value, let condition) = column.edit else { continue }
      values.append("\(name: column.name) = \(value)")
      conditions.append(condition)
    }
    return """
      UPDATE \(name: table) SET \(values.joined(by: ", ")) WHERE \(conditions.joined(by: " OR "))
      """
  }
}
