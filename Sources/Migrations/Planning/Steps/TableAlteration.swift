import FlagModel
import SQLText

/// The changes of a table that stays in place: columns get other names, values change by one
/// UPDATE, and its text changes. Only the UPDATE takes time.
struct TableAlteration {
  /// Columns that only have another name.
  let renamedColumns: [(old: Name, new: Name)]
  /// The text as long as values change, without the rules that come and go.
  let passingText: String?
  let update: SQLText?
  /// The text afterwards, where columns are added or have other rules.
  let text: String?

  var isNothing: Bool { renamedColumns.isEmpty && update == nil && text == nil }

  /// Of a table of pairs.
  init(renaming columns: [(old: Name, new: Name)]) {
    renamedColumns = columns.filter { $0.old != $0.new }
    passingText = nil
    update = nil
    text = nil
  }

  /// Of the table of an entity, by its new name, whose columns stand in this order so far. Those
  /// that are added stand last.
  init(
    of table: EntityDefinition, _ columns: [ColumnMigration], order: [Name]
  ) {
    let placed =
      order.compactMap { name in columns.first { $0.old?.name == name } }
      + columns.filter { $0.old == nil }
    func text(_ line: (ColumnMigration) -> SQLText) -> String {
      table.table(named: table.entity.name, columns: placed.map(line)).sql
    }
    let updated = columns.filter(\.isUpdated)
    renamedColumns = columns.compactMap { column in
      column.old.flatMap { $0.name == column.name ? nil : ($0.name, column.name) }
    }
    passingText =
      updated.contains(where: \.hasNewRules)
      ? text { $0.hasNewRules ? $0.definition.storage : $0.definition.definition } : nil
    update = Self.update(table.entity.name, updated)
    self.text = columns.contains(where: \.hasNewRules) ? text(\.definition.definition) : nil
  }

  /// One pass over the table, whatever changes and in how many columns.
  static func update(_ table: Name, _ columns: [ColumnMigration]) -> SQLText? {
    if columns.isEmpty { return nil }
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

  /// SQLite leaves a name in quotes that was in quotes before; and two names may not meet.
  func canRename(among columns: [Name], in dialect: any Dialect) -> Bool {
    let names = Set(columns.map(\.folded))
    let isQuoted = { (name: Name) in Name(dialect.quoted(name)) != name }
    return renamedColumns.allSatisfy { old, new in
      !names.contains(new.folded)
        && (!isQuoted(old) || isQuoted(new))
    }
  }
}
