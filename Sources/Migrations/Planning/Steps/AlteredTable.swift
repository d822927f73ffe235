import FlagModel
import SQLText

/// The changes that ALTER TABLE makes to an entity's table, with old and new names. At most one
/// UPDATE writes the records.
struct AlteredTable {
  let oldName: Name
  let name: Name
  private let content: TableMigration.Content
  let columns: [AlteredColumn]
  /// The old columns without a counterpart in the new table, by their old names.
  let removed: [Name]
  /// The unchanged constraints, by old and new names.
  private let keptConstraints: [(old: Name, new: TableConstraint)]
  private let oldConstraints: [Name]

  init?(_ migration: TableMigration) {
    guard let content = migration.content else { return nil }
    oldName = migration.oldName
    name = migration.name
    self.content = content
    let former = content.old.columns.map(\.name)
    let taken = Set(former + [content.old.entity.keyColumn])
    columns = content.columns.map { AlteredColumn($0, besides: taken) }
    let continued = Set(columns.compactMap(\.continued))
    removed = former.filter { !continued.contains($0) }
    oldConstraints = content.old.constraints.map(\.name)
    keptConstraints = Self.kept(columns, content, Set(oldConstraints))
  }

  // MARK: Constraints

  /// The constraints that are the same under the new names, and whose columns do not change. A
  /// constraint is excluded if its new name is still used.
  private static func kept(
    _ columns: [AlteredColumn], _ content: TableMigration.Content, _ taken: Set<Name>
  ) -> [(old: Name, new: TableConstraint)] {
    let (oldTable, newTable) = (content.old.entity.name, content.new.entity.name)
    let dialect = content.old.dialect
    let hasNewColumns = columns.contains { $0.way == .replaced }
    var kept: [(old: Name, new: TableConstraint)] = []
    for column in columns {
      guard let old = column.old, column.way != .replaced else { continue }
      let before = TableConstraint.all(of: old.definition, in: newTable, dialect)
      let names = TableConstraint.all(of: old.definition.named(old.name), in: oldTable, dialect)
        .map(\.name)
      let checkCount = old.definition.checks.count
      for (index, new) in TableConstraint.all(of: column.new, in: newTable, dialect)
        .enumerated()
      {
        guard index < before.count, before[index].rule == new.rule else { continue }
        // A CHECK on several columns is dropped if any of them changes.
        let isShared = new.isCheck && index >= checkCount
        if isShared && hasNewColumns || !new.isCheck && column.isWritten { continue }
        kept.append((names[index], new))
      }
    }
    let written = Set(columns.filter { $0.isWritten || $0.old == nil }.map(\.new.name))
    for (old, new) in content.uniques where written.isDisjoint(with: new) {
      kept.append(
        (
          TableConstraint.unique(old, in: oldTable, dialect).name,
          .unique(new, in: newTable, dialect)
        ))
    }
    // A distributed table cannot rename a constraint.
    let isOfMachines = dialect.spreads[oldTable]?.isOfMachines ?? false
    return kept.filter {
      $0.old == $0.new.name || !isOfMachines && !taken.contains($0.new.name)
    }
  }

  var renamedConstraints: [(old: Name, new: Name)] {
    keptConstraints.filter { $0.old != $0.new.name }.map { ($0.old, $0.new.name) }
  }

  // MARK: Before the values

  /// The parts of the ALTER TABLE before the values change, by the old names.
  var beginning: [SQLText] {
    let kept = Set(keptConstraints.map(\.old))
    let gone = oldConstraints.filter { !kept.contains($0) }
    return gone.map { "DROP CONSTRAINT \(name: $0)" } + columns.flatMap(\.beginning)
  }

  /// The UPDATE for values that are calculated from old values; nil if there are none.
  var calculation: SQLText? {
    let written = columns.filter { $0.place != nil && $0.isCalculated }
    guard written.contains(where: { $0.way != .updated }) else { return nil }
    // An expression without columns is evaluated for each record only if it is outside the
    // subquery.
    let plain = written.filter(\.isStoredAsCalculated)
    var parts = plain.map { "\(name: $0.place ?? "") = \($0.migration.value)" as SQLText }
    if plain.count < written.count {
      parts.append(guarded(written.filter { !$0.isStoredAsCalculated }))
    }
    return "UPDATE \(table: oldName) SET \(parts.joined(by: ", "))"
  }

  /// The assignment for values that can violate the new rules.
  private func guarded(_ written: [AlteredColumn]) -> SQLText {
    let targets = written.map { "\(name: $0.place ?? "")" as SQLText }.joined(by: ", ")
    let stored = written.map(\.migration.stored).joined(by: ", ")
    let values = columns.map { "\($0.migration.value) AS \(name: $0.new.name)" as SQLText }
    // The key has its new name in the expressions of the values.
    let key: SQLText = """
      \(table: oldName).\(name: content.old.entity.keyColumn) \
      AS \(name: content.new.entity.keyColumn)
      """
    return """
      (\(targets)) = (SELECT \(stored) FROM \
      (SELECT \(([key] + values).joined(by: ", "))) AS flagdb_values)
      """
  }

  /// True if the kinds of some records change.
  var changesKinds: Bool {
    columns.contains { $0.isWritten && $0.new.name == content.new.entity.kindColumn }
  }

  // MARK: Behind them

  /// The renamed columns. A new name can be the old name of another column.
  var renamedColumns: [(old: Name, new: Name)] {
    let keys = (content.old.entity.keyColumn, content.new.entity.keyColumn)
    let all = [(old: keys.0, new: keys.1)] + columns.compactMap(\.rename)
    return all.filter { $0.old != $0.new }
  }

  /// The UPDATE that changes some values in place, by the new names.
  var update: SQLText? {
    if calculation == nil {
      return TableAlteration.update(name, content.columns.filter(\.isUpdated))
    }
    return nil
  }

  /// The parts of the ALTER TABLE that add the new rules, by the new names.
  var end: [SQLText] {
    let kept = Set(keptConstraints.map(\.new.name))
    let new = content.new.constraints.filter { !kept.contains($0.name) }
    return columns.flatMap(\.end) + new.map { "ADD \($0.definition)" }
  }

  // MARK: Words

  /// The existing comments on the table and its columns, by the new names.
  var summaries: [Name?: String] {
    var summaries: [Name?: String] = [nil: content.old.entity.summary].compactMapValues(\.self)
    for column in columns {
      guard let continued = column.continued else { continue }
      summaries[column.new.name] = content.old.entity.attribute(ofColumn: continued)?.summary
    }
    let key = content.old.entity.attribute(ofColumn: content.old.entity.keyColumn)
    summaries[content.new.entity.keyColumn] = key?.summary
    return summaries
  }

  // MARK: Objects

  /// True if an index or foreign key of flagdb stays, because its columns and their names do not
  /// change.
  func keeps(_ object: SchemaObject) -> Bool {
    oldName == name
      && columns.allSatisfy { column in
        guard
          object.columns.contains(column.new.name)
            || object.columns.contains(column.old?.name ?? "")
        else { return true }
        return column.old?.name == column.new.name && column.way != .replaced
      } && removed.allSatisfy { !object.columns.contains($0) }
  }

  /// True if all old columns exist under the same names and types.
  var keepsColumns: Bool { oldName == name && removed.isEmpty && renamedColumns.isEmpty }
}

/// The change of one column.
struct AlteredColumn {
  enum Way {
    /// The column stays. Its name and rules can change.
    case kept
    /// Some values change in place.
    case updated
    /// All values are recalculated with the same type.
    case calculated
    /// The column replaces one of another type.
    case replaced
    /// The column is new, with one value for all records.
    case added
    /// The column is new, with calculated values.
    case filled
  }

  let migration: ColumnMigration
  let way: Way
  /// The name of the column while values change; nil if nothing is written to it.
  let place: Name?

  var new: ColumnDefinition { migration.definition }
  var old: (name: Name, definition: ColumnDefinition)? { migration.old }

  init(_ migration: ColumnMigration, besides taken: Set<Name>) {
    self.migration = migration
    way = Self.way(migration)
    let name = migration.name
    let free: Name = taken.contains(name) ? "flagdb_new_\(name)" : name
    place =
      switch way {
      case .added, .filled, .replaced: free
      case .kept, .updated, .calculated: migration.old?.name
      }
  }

  private static func way(_ migration: ColumnMigration) -> Way {
    guard let old = migration.old else {
      let isGiven =
        migration.obstacleToAdding != nil && migration.value != migration.definition.missing
      return isGiven ? .filled : .added
    }
    guard migration.isSame(old.definition.columnType, migration.definition.columnType) else {
      return .replaced
    }
    return switch migration.edit {
    case .nothing: .kept
    case .update: .updated
    case .impossible: .calculated
    }
  }

  /// The old column that stays; nil for a new column.
  var continued: Name? { way == .replaced ? nil : old?.name }

  /// True if no new rule can refuse a calculated value.
  var isStoredAsCalculated: Bool { migration.stored == "\(name: new.name)" }

  var isCalculated: Bool { way != .kept && way != .added }

  /// True if some values can change.
  var isWritten: Bool { isCalculated }

  var beginning: [SQLText] {
    guard let place else { return [] }
    let type: SQLText = "\(name: place) \(new.columnType)"
    switch way {
    case .added:
      return ["ADD COLUMN \(type)\(new.usual)\(new.notNull)"]
    case .filled, .replaced: return ["ADD COLUMN \(type)"]
    case .kept, .updated, .calculated:
      let wasRequired = old?.definition.isRequired ?? false
      if wasRequired && !new.isRequired { return ["ALTER COLUMN \(name: place) DROP NOT NULL"] }
      return []
    }
  }

  var rename: (old: Name, new: Name)? { place.map { ($0, new.name) } }

  var end: [SQLText] {
    let column: SQLText = "ALTER COLUMN \(name: new.name)"
    let isNew = way == .filled || way == .replaced
    let had = isNew ? nil : old?.definition.defaultValue
    let has = new.defaultValue
    var parts: [SQLText] = []
    if way != .added, had != has {
      parts.append(has.map { "\(column) SET DEFAULT \($0)" } ?? "\(column) DROP DEFAULT")
    }
    let wasRequired = !isNew && old?.definition.isRequired ?? false
    if way != .added, new.isRequired, !wasRequired { parts.append("\(column) SET NOT NULL") }
    return parts
  }
}
