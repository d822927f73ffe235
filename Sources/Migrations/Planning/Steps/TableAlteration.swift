import FlagModel
import SQLText

/// The changes of a table that is not copied: renamed columns, one UPDATE of values, and a new
/// schema text. Only the UPDATE takes time.
struct TableAlteration {
  /// The columns that only change their name.
  let renamedColumns: [(old: Name, new: Name)]
  /// The schema text while values change, without the old and the new rules.
  let passingText: String?
  let update: SQLText?
  /// The final schema text, if columns are added or rules change.
  let text: String?

  var isNothing: Bool { renamedColumns.isEmpty && update == nil && text == nil }

  /// Makes the changes of a join table.
  init(renaming columns: [(old: Name, new: Name)]) {
    renamedColumns = columns.filter { $0.old != $0.new }
    passingText = nil
    update = nil
    text = nil
  }

  /// Makes the changes of an entity's table, by its new name, with the present order of the
  /// columns. Added columns are last.
  init(of table: EntityDefinition, _ columns: [ColumnMigration], order: [Name]) {
    let placed =
      order.compactMap { name in columns.first { $0.old?.name == name } }
      + columns.filter { $0.old == nil }
    func text(_ line: (ColumnMigration) -> SQLText) -> String {
      table.table(named: table.entity.name, columns: placed.map(line)).sql
    }
    let updated = columns.filter(\.isUpdated)
    renamedColumns = columns.compactMap { column in
      guard let old = column.old, old.name != column.name else { return nil }
      return (old.name, column.name)
    }
    if updated.contains(where: \.hasNewRules) {
      passingText = text { $0.hasNewRules ? $0.definition.storage : $0.definition.definition }
    } else {
      passingText = nil
    }
    update = Self.update(table.entity.name, updated)
    self.text = columns.contains(where: \.hasNewRules) ? text(\.definition.definition) : nil
  }

  /// One UPDATE for all changed columns.
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

  /// True if renames are possible. SQLite does not change the quotes of a name, and two names may
  /// not be equal at any time.
  func canRename(among columns: [Name], in dialect: any Dialect) -> Bool {
    let names = Set(columns.map(\.folded))
    let isQuoted = { (name: Name) in Name(dialect.quoted(name)) != name }
    return renamedColumns.allSatisfy { old, new in
      !names.contains(new.folded)
        && (!isQuoted(old) || isQuoted(new))
    }
  }
}
