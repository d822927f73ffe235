import FlagModel
import SQLText

/// Orders the statements of a plan for an engine whose ALTER TABLE is limited. It copies a table or
/// changes its text in the schema.
struct RewritingSteps {
  let old: Schema
  let new: Schema
  let tables: [TableMigration]
  let dialect: any Dialect
  /// The views on each table of the old model.
  private let views: [Name: [Name]]
  /// The removed tables that the copies of other tables read, in the order of their removal.
  private var lateTables: [Name] = []
  /// The names of those whose names other tables get.
  private var passingNames: [Name: Name] = [:]

  private(set) var steps: [MigrationStep] = []

  init(_ diff: SchemaDiff, _ tables: [TableMigration], _ dialect: any Dialect) {
    old = diff.old
    new = diff.new
    self.tables = tables
    self.dialect = dialect
    views = Dictionary(grouping: diff.declared.old.entities, by: \.source.table)
      .mapValues { $0.map(\.viewName) }
    let before = schemaObjects(of: diff.declared.old, in: dialect)
    let after = schemaObjects(of: diff.declared.new, in: dialect)
    let kept = kept(before, after)
    // SQLite reparses views and triggers whenever a table changes its name or columns.
    for object in before.reversed() where object.kind != .table && !kept.contains(object.name) {
      add("drops \(object.name)", object.removal)
    }
    let late = tablesReadByCopies(diff)
    lateTables = before.reversed().filter { $0.kind == .table && late.contains($0.name) }.map(
      \.name)
    dropRemovedTables(before)
    renameTables()
    copyTables(after)
    alterTables()
    let rest = after.filter { $0.kind != .table && !kept.contains($0.name) }
    for object in rest {
      steps.append(MigrationStep(making: object))
    }
  }

  private mutating func add(
    _ words: String, _ sql: SQLText, _ effect: MigrationStep.Effect = .none
  ) {
    steps.append(MigrationStep(words: words, sql: sql, effect: effect))
  }

  /// The unchanged indexes, triggers and views whose tables do not change.
  private func kept(_ before: [SchemaObject], _ after: [SchemaObject]) -> Set<Name> {
    let changesTables =
      tables.contains { $0.isCopied || $0.alteration != nil || $0.isRenamed }
      || tableNames(before) != tableNames(after)
    let sameTables = Set(tables.filter { !$0.isCopied && !$0.isRenamed }.map(\.oldName))
    let reworded = Set(
      tables.filter { $0.alteration?.text != nil }.flatMap { views[$0.oldName] ?? [] })
    let definitions = Dictionary(after.map { ($0.name, $0) }) { first, _ in first }
    return Set(
      before.filter { object in
        guard let other = definitions[object.name], other.kind == object.kind,
          other.sql.utf8.elementsEqual(object.sql.utf8)
        else { return false }
        switch object.kind {
        case .table, .reference: return true
        case .index: return sameTables.contains(object.table)
        case .trigger, .view:
          return !reworded.contains(object.name) && (!changesTables || isAddingOnly)
        }
      }.map(\.name))
  }

  /// True if tables are only added or widened, which does not affect views and triggers.
  private var isAddingOnly: Bool {
    tables.allSatisfy {
      !$0.isCopied && !$0.isRenamed && $0.alteration?.renamedColumns.isEmpty ?? true
    }
      && Set(tables.map(\.oldName)).isSuperset(of: tableNames(schemaObjects(of: old, in: dialect)))
  }

  private func tableNames(_ objects: [SchemaObject]) -> Set<Name> {
    Set(objects.filter { $0.kind == .table }.map(\.name))
  }

  private mutating func dropRemovedTables(_ before: [SchemaObject]) {
    let stays = Set(tables.map(\.oldName)).union(lateTables)
    for object in before.reversed()
    where object.kind == .table && !stays.contains(object.name) {
      add("drops \(object.name)", "DROP TABLE \(name: object.name)", .drops)
    }
  }

  /// The removed join tables, whose pairs other tables can use, and the removed entities whose names
  /// become the values of attributes.
  private func tablesReadByCopies(_ diff: SchemaDiff) -> Set<Name> {
    var read = Set(old.entities.flatMap(\.relationships).compactMap(\.joinTable?.name))
    for after in new.entities {
      guard let before = diff.before(after) else { continue }
      let pairing = diff.properties(before, after)
      for attribute in after.attributes {
        guard let name = pairing.old(of: attribute.name),
          let relationship = before.relationship(named: name)
        else { continue }
        read.insert(relationship.target)
      }
    }
    return read.subtracting(tables.map(\.oldName))
  }

  private func passing(_ index: Int) -> Name { "flagdb_\(index)" }

  /// Renames in two steps if a new name is still used by another table.
  private mutating func renameTables() {
    let renamed = tables.enumerated().filter { $0.element.isRenamed && !$0.element.oldName.isEmpty }
    makeWay(for: Set(renamed.map(\.element.name.folded)))
    let taken = Set((tables.map(\.oldName) + lateTables.map(present)).map(\.folded))
    for (index, table) in renamed {
      var name = table.name
      if taken.contains(name.folded) { name = passing(index) }
      add("renames \(table.oldName)", "ALTER TABLE \(name: table.oldName) RENAME TO \(name: name)")
    }
    for (index, table) in renamed where taken.contains(table.name.folded) {
      add(
        "renames \(table.name)", "ALTER TABLE \(name: passing(index)) RENAME TO \(name: table.name)"
      )
    }
  }

  /// Gives removed tables that are still read other names, where another table gets theirs.
  private mutating func makeWay(for names: Set<Name.Folded>) {
    let moved = lateTables.filter { names.contains($0.folded) }
    if moved.isEmpty { return }
    // With this setting, the references of other programs stay those to the name.
    add("keeps references", "PRAGMA legacy_alter_table = ON")
    for name in moved {
      let passing: Name = "flagdb_former_\(name)"
      add("renames \(name)", "ALTER TABLE \(name: name) RENAME TO \(name: passing)")
      passingNames[name] = passing
    }
    add("ends that", "PRAGMA legacy_alter_table = OFF")
  }

  /// The name of an old table after the renaming.
  private func present(_ name: Name) -> Name {
    passingNames[name] ?? tables.first { $0.oldName == name }?.name ?? name
  }

  private mutating func copyTables(_ after: [SchemaObject]) {
    let copied = tables.filter(\.isCopied)
    let planned = Set(tables.map(\.name))
    let added = after.filter { $0.kind == .table && !planned.contains($0.name) }
    let taken = Set(lateTables.map(\.folded))
    for object in added where !taken.contains(object.name.folded) {
      add("makes \(object.name)", object.statement)
    }
    // All tables are filled before any is dropped, because relationships can move between them.
    for table in copied {
      let name = copyName(table)
      add("makes \(table.name) anew", table.definition(name).statement)
      let effect: MigrationStep.Effect = table.oldName.isEmpty ? .none : .writes(table.name)
      add(
        "copies \(table.name)",
        table.copy(name).naming { $0 == name ? name : present($0) }, effect)
    }
    for table in copied where !table.oldName.isEmpty {
      add("drops the former \(table.name)", "DROP TABLE \(name: table.name)", .drops)
    }
    for name in lateTables {
      add("drops \(name)", "DROP TABLE \(name: present(name))", .drops)
    }
    for object in added where taken.contains(object.name.folded) {
      add("makes \(object.name)", object.statement)
    }
    guard copied.contains(where: { copyName($0) != $0.name }) else { return }
    // With this setting, references to the table's future name stay unchanged.
    add("keeps references", "PRAGMA legacy_alter_table = ON")
    for table in copied {
      add(
        "names \(table.name)", "ALTER TABLE \(name: copyName(table)) RENAME TO \(name: table.name)")
    }
    add("ends that", "PRAGMA legacy_alter_table = OFF")
  }

  private func copyName(_ table: TableMigration) -> Name { "flagdb_new_\(table.name)" }

  private mutating func alterTables() {
    let altered = tables.compactMap { table in table.alteration.map { (table.name, $0) } }
    for (table, alteration) in altered {
      for (oldName, newName) in alteration.renamedColumns {
        add(
          "renames \(table).\(oldName)",
          "ALTER TABLE \(name: table) RENAME COLUMN \(name: oldName) TO \(name: newName)")
      }
    }
    reword(altered.compactMap { table, new in new.passingText.map { (table, $0) } })
    for (table, alteration) in altered {
      if let update = alteration.update { add("changes \(table)", update, .writes(table)) }
    }
    reword(altered.compactMap { table, new in new.text.map { (table, $0) } })
  }

  /// Changes the text of tables in the schema: https://sqlite.org/lang_altertable.html, section 7,
  /// for changes that do not affect records. ALTER TABLE ADD COLUMN also changes the text, but
  /// reads the whole table if the column has a CHECK. Other connections notice the change because
  /// the views are recreated.
  /// See Documentation/Decisions/constraints-change-in-sqlite-schema.md.
  private mutating func reword(_ texts: [(table: Name, sql: String)]) {
    if texts.isEmpty { return }
    add("opens the schema", "PRAGMA writable_schema = ON", .rewords)
    for (table, sql) in texts {
      add(
        "describes \(table)",
        """
        UPDATE sqlite_schema SET sql = \(.text(sql)) \
        WHERE type = 'table' AND name = \(.text(table.text))
        """, .rewords)
    }
    add("closes the schema", "PRAGMA writable_schema = RESET", .rewords)
  }
}
