import Engines
import FlagModel
import SQLText

/// Reads the tables and views of a file with their columns and keys, and none of their records.
struct TableReader {
  private let connection: SQLiteConnection
  /// True if the file stores texts as UTF-16, which changes the lengths that SQLite reports.
  private let isWide: Bool

  init(connection: SQLiteConnection) throws(EngineError) {
    self.connection = connection
    isWide = try connection.keepsUTF16()
  }

  /// The tables and views in the order of their creation. SQLite's own tables, the shadow tables of
  /// virtual tables, and the table with a sidecar are excluded.
  func tables() throws(EngineError) -> [TableShape] {
    var tables = try names()
    var places: [Name.Folded: Int] = [:]
    for (place, table) in tables.enumerated() { places[table.name.folded] = place }
    try addColumns(to: &tables, places)
    try addForeignKeys(to: &tables, places)
    try addUniques(to: &tables, places)
    try addConflicts(to: &tables, places)
    for place in tables.indices
    where tables[place].kind == .view || tables[place].kind == .virtual {
      do throws(EngineError) {
        tables[place].columns = try columns(of: tables[place].name)
        try probe(tables[place])
      } catch {
        if error.isInterrupt || error.isCorruption { throw error }
        tables[place].problem = error.message
      }
    }
    return tables
  }

  /// The tables and views without their columns.
  func names() throws(EngineError) -> [TableShape] {
    let rows = try connection.prepare(
      """
      SELECT l.name, l.type, l.wr, l.strict, length(CAST(l.name AS BLOB)) \
      FROM pragma_table_list AS l \
      JOIN sqlite_schema AS s ON s.name = l.name AND s.type IN ('table', 'view') \
      WHERE l.schema = 'main' AND l.type IN ('table', 'view', 'virtual') \
      AND l.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' \
      AND NOT (lower(l.name) = 'flagdb_model' AND EXISTS ( \
        SELECT 1 FROM pragma_table_info('flagdb_model') WHERE name = 'source' \
      )) \
      ORDER BY s.rowid
      """)
    var tables: [TableShape] = []
    while try rows.step() {
      guard let name = rows.nameText(at: 0), case .text(let type) = rows.value(at: 1) else {
        continue
      }
      let kind: TableShape.Kind =
        switch type {
        case "view": .view
        case "virtual": .virtual
        default: rows.value(at: 2) == .integer(1) ? .withoutRowID : .table
        }
      var table = TableShape(name: name, kind: kind, isStrict: rows.value(at: 3) == .integer(1))
      if !isWhole(name, of: rows, length: 4) { table.problem = "its name is not \(encoding)" }
      tables.append(table)
    }
    return tables
  }

  private var encoding: String { isWide ? "UTF-16" : "UTF-8" }

  /// True if the length of a name in bytes is the reported one. A name that is not valid text is
  /// read as another name.
  private func isWhole(_ name: Name, of rows: any Statement, length index: Int) -> Bool {
    let count = isWide ? name.text.utf16.count * 2 : name.text.utf8.count
    return rows.value(at: index) == .integer(Int64(count))
  }

  /// Adds the columns of tables. Views are excluded, because one unreadable view would end the
  /// statement.
  private func addColumns(
    to tables: inout [TableShape], _ places: [Name.Folded: Int]
  ) throws(EngineError) {
    let rows = try connection.prepare(
      """
      SELECT l.name, c.name, c.type, c."notnull", c.pk, c.dflt_value, c.hidden, \
      length(CAST(c.name AS BLOB)) \
      FROM pragma_table_list AS l \
      JOIN pragma_table_xinfo(l.name) AS c \
      WHERE l.schema = 'main' AND l.type = 'table' AND c.hidden <> 1
      """)
    while try rows.step() {
      guard let place = rows.nameText(at: 0).flatMap({ places[$0.folded] }) else { continue }
      guard let column = column(rows, from: 1, of: tables[place].name) else { continue }
      if !isWhole(column.name, of: rows, length: 7) {
        tables[place].problem = "the name of a column is not \(encoding)"
      }
      tables[place].columns.append(column)
    }
  }

  func columns(of table: Name) throws(EngineError) -> [ColumnShape] {
    let rows = try connection.prepare(
      """
      SELECT name, type, "notnull", pk, dflt_value, hidden FROM pragma_table_xinfo(\(.text(table.text))) \
      WHERE hidden <> 1
      """)
    var columns: [ColumnShape] = []
    while try rows.step() {
      if let column = column(rows, from: 0, of: table) { columns.append(column) }
    }
    return columns
  }

  private func column(_ rows: any Statement, from first: Int, of table: Name) -> ColumnShape? {
    guard let name = rows.nameText(at: first) else { return nil }
    func text(_ index: Int) -> String? {
      if case .text(let text) = rows.value(at: index) { text } else { nil }
    }
    let place =
      if case .integer(let place) = rows.value(at: first + 3) { place } else { 0 as Int64 }
    var column = ColumnShape(
      name: name, declaredType: text(first + 1) ?? "",
      isNotNull: rows.value(at: first + 2) == .integer(1), defaultText: text(first + 4),
      isGenerated: [.integer(2), .integer(3)].contains(rows.value(at: first + 5)),
      keyPlace: Int(place))
    column.affinity = ColumnShape.Affinity(declaredType: column.declaredType)
    column.collation = connection.collation(of: name, in: table, isUTF16: isWide)
    return column
  }

  /// Prepares a statement on a view, which fails if the view calls a function that SQLite lacks.
  private func probe(_ table: TableShape) throws(EngineError) {
    let columns: SQLText = table.columns.isEmpty ? "1" : "*"
    _ = try connection.prepare("SELECT \(columns) FROM \(name: table.name)")
  }

  private func addForeignKeys(
    to tables: inout [TableShape], _ places: [Name.Folded: Int]
  ) throws(EngineError) {
    let rows = try connection.prepare(
      """
      SELECT l.name, k.seq, k."table", k."from", k."to", k.on_delete \
      FROM pragma_table_list AS l \
      JOIN pragma_foreign_key_list(l.name) AS k \
      WHERE l.schema = 'main' AND l.type = 'table' ORDER BY l.name, k.id DESC, k.seq
      """)
    while try rows.step() {
      guard let place = rows.nameText(at: 0).flatMap({ places[$0.folded] }),
        let target = rows.nameText(at: 2), let ownColumn = rows.nameText(at: 3)
      else { continue }
      let otherColumn = rows.nameText(at: 4)
      if rows.value(at: 1) == .integer(0) {
        tables[place].foreignKeys.append(
          ForeignKeyShape(
            target: target, columns: [ownColumn], targetColumns: [otherColumn],
            deleteRule: deleteRule(rows.value(at: 5))))
      } else if let last = tables[place].foreignKeys.indices.last {
        tables[place].foreignKeys[last].columns.append(ownColumn)
        tables[place].foreignKeys[last].targetColumns.append(otherColumn)
      }
    }
  }

  /// SET DEFAULT counts as no action, because the default value rarely is an existing record.
  private func deleteRule(_ action: Value) -> Relationship.DeleteRule {
    switch action {
    case .text("CASCADE"): .cascade
    case .text("SET NULL"), .text("SET DEFAULT"): .nullify
    case .text("RESTRICT"): .deny
    default: .noAction
    }
  }

  private func addUniques(
    to tables: inout [TableShape], _ places: [Name.Folded: Int]
  ) throws(EngineError) {
    let rows = try connection.prepare(
      """
      SELECT l.name, i.origin, c.seqno, c.name FROM pragma_table_list AS l \
      JOIN pragma_index_list(l.name) AS i JOIN pragma_index_info(i.name) AS c \
      WHERE l.schema = 'main' AND l.type = 'table' AND i."unique" AND NOT i.partial \
      ORDER BY l.name, i.seq DESC, c.seqno
      """)
    while try rows.step() {
      guard let place = rows.nameText(at: 0).flatMap({ places[$0.folded] }) else { continue }
      if rows.value(at: 1) == .text("pk") {
        tables[place].indexesKey = true
        continue
      }
      if rows.value(at: 2) == .integer(0) { tables[place].uniques.append([]) }
      let last = tables[place].uniques.count - 1
      // An expression has no name, and makes no column unique.
      tables[place].uniques[last].append(rows.nameText(at: 3) ?? "")
    }
  }

  /// SQLite shows `ON CONFLICT` only in the statement that created the table. A false match costs
  /// time, but is harmless.
  private func addConflicts(
    to tables: inout [TableShape], _ places: [Name.Folded: Int]
  ) throws(EngineError) {
    let rows = try connection.prepare(
      """
      SELECT name, sql LIKE '%replace%' FROM sqlite_schema \
      WHERE type = 'table' AND sql LIKE '%conflict%'
      """)
    while try rows.step() {
      guard let place = rows.nameText(at: 0).flatMap({ places[$0.folded] }) else { continue }
      tables[place].resolvesConflicts = true
      tables[place].replacesRecords = rows.value(at: 1) == .integer(1)
    }
  }
}

extension Statement {
  fileprivate func nameText(at index: Int) -> Name? {
    if case .text(let text) = value(at: index) { Name(text) } else { nil }
  }
}

extension ColumnShape.Affinity {
  /// SQLite's rules for declared types: sqlite.org/datatype3.html#determination_of_column_affinity.
  fileprivate init(declaredType: String) {
    // A search in bytes, because it runs for each column of the database.
    let type = Array(declaredType.uppercased().utf8)
    func has(_ words: String...) -> Bool {
      words.contains { word in type.indices.contains { type[$0...].starts(with: word.utf8) } }
    }
    if has("INT") {
      self = .integer
    } else if has("CHAR", "CLOB", "TEXT") {
      self = .text
    } else if has("BLOB") {
      self = .blob
    } else if type.isEmpty || type.elementsEqual("ANY".utf8) {
      self = .none
    } else if has("REAL", "FLOA", "DOUB") {
      self = .real
    } else {
      self = .numeric
    }
  }
}
