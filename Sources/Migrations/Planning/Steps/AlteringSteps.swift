import FlagModel
import SQLText

/// Orders the statements of a plan for an engine with a complete ALTER TABLE. Values are calculated
/// while all old tables and columns have their old names.
/// See Documentation/Decisions/postgresql-tables-are-altered-in-place.md.
struct AlteringSteps {
  private let diff: SchemaDiff
  private let dialect: any Dialect
  private let altered: [AlteredTable]
  /// The join tables, and the tables of records that were flags.
  private let pairs: [TableMigration]
  private let before: [SchemaObject]
  private let after: [SchemaObject]
  /// The names of all tables of the old model.
  private let taken: Set<Name>

  private(set) var steps: [MigrationStep] = []
  /// The columns that are dropped, by the old names.
  private(set) var dropped: [DroppedColumn] = []

  init(_ diff: SchemaDiff, _ tables: [TableMigration], _ dialect: any Dialect) {
    self.diff = diff
    self.dialect = dialect
    altered = tables.compactMap(AlteredTable.init)
    pairs = tables.filter { $0.content == nil }
    before = schemaObjects(of: diff.declared.old, in: dialect)
    after = schemaObjects(of: diff.declared.new, in: dialect)
    taken = Set(before.filter { $0.kind == .table }.map(\.name))
    let kept = keptObjects
    for object in before.reversed() where object.kind != .table && !kept.contains(object) {
      define("drops \(object.name)", object.removal)
    }
    for table in altered { alter(table.oldName, "prepares \(table.oldName)", table.beginning) }
    calculate()
    dropTables()
    renameTables()
    for table in altered { rename(table.name, table.renamedColumns) }
    for table in pairs { rename(table.name, table.alteration?.renamedColumns ?? []) }
    for table in altered { changeInPlace(table) }
    makeTables()
    for table in altered { finish(table) }
    for object in after where object.kind != .table && !kept.contains(object) {
      steps.append(MigrationStep(making: object))
    }
    describe()
  }

  /// Adds a definition. Bound values are not allowed in it.
  private mutating func define(
    _ words: String, _ sql: SQLText, _ effect: MigrationStep.Effect = .none
  ) {
    let script: SQLText = .written(sql.script(in: dialect))
    steps.append(MigrationStep(words: words, sql: script, effect: effect))
  }

  private mutating func add(
    _ words: String, _ sql: SQLText, _ effect: MigrationStep.Effect = .none
  ) {
    steps.append(MigrationStep(words: words, sql: sql, effect: effect))
  }

  private mutating func alter(
    _ table: Name, _ words: String, _ parts: [SQLText], _ effect: MigrationStep.Effect = .none
  ) {
    if parts.isEmpty { return }
    // A distributed table accepts one change at a time.
    if dialect.spreads[table]?.isOfMachines ?? false {
      for part in parts { define(words, "ALTER TABLE \(name: table) \(part)", effect) }
    } else {
      define(words, "ALTER TABLE \(name: table) \(parts.joined(by: ", "))", effect)
    }
  }

  // MARK: What stays

  /// The unchanged indexes, foreign keys, triggers and views whose tables and columns keep their
  /// names and types.
  private var keptObjects: Set<SchemaObject> {
    let equal = Set(before).intersection(after)
    let tables = Dictionary(altered.map { ($0.oldName, $0) }) { first, _ in first }
    let views = Dictionary(
      diff.declared.old.entities.map { ($0.viewName, $0.source.table) }
    ) { first, _ in first }
    let sameTables = Set(pairs.filter { !$0.isCopied && !$0.isRenamed }.map(\.name))
    return equal.filter { object in
      switch object.kind {
      case .table: true
      case .index, .reference:
        tables[object.table].map { $0.keeps(object) } ?? sameTables.contains(object.table)
      case .trigger: tables[object.table].map { $0.oldName == $0.name } ?? true
      case .view: tables[views[object.name] ?? ""]?.keepsColumns ?? true
      }
    }
  }

  // MARK: Values

  /// Reads values of other tables before these tables change.
  private mutating func calculate() {
    for table in pairs where table.isCopied {
      let name = passing(table)
      define("makes \(table.name)", table.definition(name).statement)
      let effect: MigrationStep.Effect = table.oldName.isEmpty ? .none : .writes(name)
      add("copies \(table.name)", table.copy(name), effect)
    }
    // Values of other tables can depend on the old kinds of records.
    for table in altered.filter({ !$0.changesKinds }) + altered.filter(\.changesKinds) {
      if let sql = table.calculation {
        add("changes \(table.oldName)", sql, .writes(table.oldName))
      }
    }
  }

  private func passing(_ table: TableMigration) -> Name {
    if taken.contains(table.name) { return "flagdb_new_\(table.name)" }
    return table.name
  }

  private mutating func changeInPlace(_ table: AlteredTable) {
    if let sql = table.update { add("changes \(table.name)", sql, .writes(table.name)) }
  }

  // MARK: Tables

  private mutating func dropTables() {
    let stays = Set(altered.map(\.oldName) + pairs.filter { !$0.isCopied }.map(\.oldName))
    for object in before.reversed() where object.kind == .table && !stays.contains(object.name) {
      define("drops \(object.name)", object.removal, .drops)
    }
    for entity in diff.old.entities where !stays.contains(entity.name) {
      dropped += entity.attributes.map { DroppedColumn(table: entity.name, column: $0.column) }
    }
    for table in altered {
      dropped += table.removed.map { DroppedColumn(table: table.oldName, column: $0) }
      alter(
        table.oldName, "drops \(table.removed.map(\.text).joined(separator: ", "))",
        table.removed.map { "DROP COLUMN \(name: $0)" }, .drops)
    }
  }

  private mutating func renameTables() {
    var names = altered.map { (old: $0.oldName, new: $0.name) }
    for pair in pairs {
      let old = pair.isCopied ? passing(pair) : pair.oldName
      names.append((old, pair.name))
    }
    for (old, new) in inTurn(names) {
      define("renames \(old)", "ALTER TABLE \(name: old) RENAME TO \(name: new)")
    }
  }

  private mutating func rename(_ table: Name, _ columns: [(old: Name, new: Name)]) {
    for (old, new) in inTurn(columns) {
      define(
        "renames \(table).\(old)",
        "ALTER TABLE \(name: table) RENAME COLUMN \(name: old) TO \(name: new)")
    }
  }

  /// Renames in two steps if a new name is still the old name of another object.
  private func inTurn(_ names: [(old: Name, new: Name)]) -> [(old: Name, new: Name)] {
    let renamed = names.filter { $0.old != $0.new }
    let olds = Set(renamed.map(\.old))
    var first: [(old: Name, new: Name)] = []
    var second: [(old: Name, new: Name)] = []
    for (index, (old, new)) in renamed.enumerated() {
      if olds.contains(new) {
        first.append((old, "flagdb_\(index)"))
        second.append(("flagdb_\(index)", new))
      } else {
        first.append((old, new))
      }
    }
    return first + second
  }

  private mutating func makeTables() {
    let existing = Set(altered.map(\.name) + pairs.map(\.name))
    for object in after where object.kind == .table && !existing.contains(object.name) {
      steps.append(MigrationStep(making: object))
    }
  }

  private mutating func finish(_ table: AlteredTable) {
    for (old, new) in table.renamedConstraints {
      define(
        "renames \(old)",
        "ALTER TABLE \(name: table.name) RENAME CONSTRAINT \(name: old) TO \(name: new)")
    }
    alter(table.name, "completes \(table.name)", table.end, .reads(table.name))
  }

  // MARK: Comments

  /// Writes the comments on entities and attributes that differ from the old model.
  private mutating func describe() {
    let former = Dictionary(
      uniqueKeysWithValues: altered.map { table in (table.name, table.summaries) })
    for comment in SchemaComment.all(of: diff.new, in: dialect, evenEmpty: true) {
      let formerText = former[comment.table]?[comment.column]
      if formerText != comment.text { define("describes \(comment.table)", comment.statement) }
    }
  }
}
