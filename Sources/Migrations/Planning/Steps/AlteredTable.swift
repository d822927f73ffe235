import FlagModel
import SQLText

/// The changes of the table of an entity that ALTER TABLE makes, with the names that it and its columns
/// have before and afterwards. Records are written by one UPDATE at most.
struct AlteredTable {
  let oldName: Name
  let name: Name
  private let content: TableMigration.Content
  let columns: [AlteredColumn]
  /// The columns of the old table that nothing of the new one continues, by the old names.
  let removed: [Name]
  /// The constraints that stay, by both names.
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

  /// Those that are the same by the new names, and whose columns stay as they are. A name that
  /// another one has so far is not taken.
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
      let own = old.definition.checks.count
      for (index, new) in TableConstraint.all(of: column.new, in: newTable, dialect)
        .enumerated()
      {
        guard index < before.count, before[index].rule == new.rule else { continue }
        // What asks other columns as well goes with any of them.
        let isShared = new.isCheck && index >= own
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
    // On several machines no constraint gets another name.
    let isOfMachines = dialect.spreads[oldTable]?.isOfMachines ?? false
    return kept.filter {
      $0.old == $0.new.name || !isOfMachines && !taken.contains($0.new.name)
    }
  }

  var renamedConstraints: [(old: Name, new: Name)] {
    keptConstraints.filter { $0.old != $0.new.name }.map { ($0.old, $0.new.name) }
  }

  // MARK: Before the values

  /// The parts of the ALTER TABLE that lets the new values in, by the old names.
  var beginning: [SQLText] {
    let kept = Set(keptConstraints.map(\.old))
    let gone = oldConstraints.filter { !kept.contains($0) }
    return gone.map { "DROP CONSTRAINT \(name: $0)" } + columns.flatMap(\.beginning)
  }

  /// The UPDATE for values that are calculated from those of the old model; nil if there are none.
  var calculation: SQLText? {
    let written = columns.filter { $0.place != nil && $0.isCalculated }
    guard written.contains(where: { $0.way != .updated }) else { return nil }
    // What asks no column is worked out for each record only where it stands by itself.
    let plain = written.filter(\.isStoredAsCalculated)
    var parts = plain.map { "\(name: $0.place ?? "") = \($0.migration.value)" as SQLText }
    if plain.count < written.count {
      parts.append(guarded(written.filter { !$0.isStoredAsCalculated }))
    }
    return "UPDATE \(table: oldName) SET \(parts.joined(by: ", "))"
  }

  /// The assignment of values that the rules of the new model may refuse.
  private func guarded(_ written: [AlteredColumn]) -> SQLText {
    let targets = written.map { "\(name: $0.place ?? "")" as SQLText }.joined(by: ", ")
    let stored = written.map(\.migration.stored).joined(by: ", ")
    let values = columns.map { "\($0.migration.value) AS \(name: $0.new.name)" as SQLText }
    // The key has its new name where values ask for it.
    let key: SQLText = """
      \(table: oldName).\(name: content.old.entity.keyColumn) \
      AS \(name: content.new.entity.keyColumn)
      """
    return """
      (\(targets)) = (SELECT \(stored) FROM \
      (SELECT \(([key] + values).joined(by: ", "))) AS flagdb_values)
      """
  }

  // MARK: Behind them

  /// The columns that go, by the old names.
  var removals: [SQLText] { removed.map { "DROP COLUMN \(name: $0)" } }

  /// The new names of columns, which may be old names of others.
  var renamedColumns: [(old: Name, new: Name)] {
    let keys = (content.old.entity.keyColumn, content.new.entity.keyColumn)
    let all = [(old: keys.0, new: keys.1)] + columns.compactMap(\.rename)
    return all.filter { $0.old != $0.new }
  }

  /// The UPDATE that changes single values where they stand, by the new names.
  var update: SQLText? {
    calculation == nil ? TableAlteration.update(name, content.columns.filter(\.isUpdated)) : nil
  }

  /// The parts of the ALTER TABLE that makes the rules of the new model, by its names.
  var end: [SQLText] {
    let kept = Set(keptConstraints.map(\.new.name))
    let new = content.new.constraints.filter { !kept.contains($0.name) }
    return columns.flatMap(\.end) + new.map { "ADD \($0.definition)" }
  }

  // MARK: Words

  /// The words that are said of the table and of its columns before they are described, by the new names.
  var summaries: [Name?: String] {
    var summaries: [Name?: String] = [nil: content.old.entity.summary].compactMapValues(\.self)
    for column in columns where column.continued != nil {
      let attribute = content.old.entity.attributes.first { $0.column == column.continued }
      summaries[column.new.name] = attribute?.summary
    }
    let key = content.old.entity.attributes.first { $0.column == content.old.entity.keyColumn }
    summaries[content.new.entity.keyColumn] = key?.summary
    return summaries
  }

  // MARK: Objects

  /// True if an index or a foreign key of ours on the table stays: its columns do, by the same names.
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

  /// True if the columns that were there are there by the same names, and hold values of the same types.
  var keepsColumns: Bool {
    oldName == name && removed.isEmpty && renamedColumns.isEmpty
  }
}

/// The change of one column.
struct AlteredColumn {
  enum Way {
    /// It stays, whatever its name and its rules become.
    case kept
    /// Some values change where they stand.
    case updated
    /// All values are calculated anew, and are of the same type.
    case calculated
    /// It continues one of another type.
    case replaced
    /// It is new, and all have the same.
    case added
    /// It is new, and values are calculated.
    case filled
  }

  let migration: ColumnMigration
  let way: Way
  /// The name of the column as long as the values change; nil where it has none to write.
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

  /// The column of the old table that stays; nil if it is another one.
  var continued: Name? { way == .replaced ? nil : old?.name }

  /// True if the rules of the new model let every value be.
  var isStoredAsCalculated: Bool { migration.stored == "\(name: new.name)" }

  var isCalculated: Bool { way != .kept && way != .added }

  /// True if some of its values may be others afterwards.
  var isWritten: Bool { isCalculated }

  var beginning: [SQLText] {
    guard let place else { return [] }
    let type: SQLText = "\(name: place) \(new.columnType)"
    switch way {
    case .added:
      return ["ADD COLUMN \(type)\(new.usual)\(keyword: new.isRequired ? " NOT NULL" : "")"]
    case .filled, .replaced: return ["ADD COLUMN \(type)"]
    case .kept, .updated, .calculated:
      let wasRequired = old?.definition.isRequired ?? false
      return wasRequired && !new.isRequired ? ["ALTER COLUMN \(name: place) DROP NOT NULL"] : []
    }
  }

  var rename: (old: Name, new: Name)? { place.map { ($0, new.name) } }

  var end: [SQLText] {
    let column: SQLText = "ALTER COLUMN \(name: new.name)"
    let isNew = way == .filled || way == .replaced
    let (had, has) = (isNew ? nil : old?.definition.defaultValue, new.defaultValue)
    var parts: [SQLText] = []
    if way != .added, had != has {
      parts.append(has.map { "\(column) SET DEFAULT \($0)" } ?? "\(column) DROP DEFAULT")
    }
    let wasRequired = !isNew && old?.definition.isRequired ?? false
    if way != .added, new.isRequired, !wasRequired { parts.append("\(column) SET NOT NULL") }
    return parts
  }
}
