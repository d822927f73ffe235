import Engines
import FlagModel
import PostgreSQLEngine
import TestServer
import Testing

@testable import Migrations
@testable import PostgreSQLText
@testable import SQLText

/// The records of a database in memory on a server, and the plan there from the same model to the same
/// other one. What comes of it is what comes of the file.
struct MigratedOnServer {
  private let database: ServerDatabase
  private let connection: PostgreSQLConnection
  private let plan: MigrationPlan
  private let new: Schema

  private static let dialect = PostgreSQLDialect()

  /// Nil where the records cannot be on a server: what breaks a rule there is no test of migrations.
  init?(
    of records: MemoryDatabase, from old: Schema, to new: Schema, decisions: MigrationDecisions
  ) throws {
    guard TestServer.isInstalled,
      let database = try? ServerDatabase(old, recordsOf: records)
    else { return nil }
    self.database = database
    self.new = new
    connection = PostgreSQLConnection(database.schema.connection, patience: .seconds(60))
    plan = MigrationPlan(
      from: old, to: new, decisions: decisions, in: Self.dialect, now: Migrated.now)
  }

  /// What the records have to say, and nil if that stops the plan; otherwise they are brought to the new model,
  /// with what any plan must keep.
  func run(
    isAllowed: (MigrationCheck) -> Bool
  ) throws -> (findings: [String], records: [String: [String]]?) {
    try connection.transaction(writing: true) {
      try connection.prepare(plan.conversions.map { ($0.conversion, $0.values) })
      var findings: [String] = []
      for check in plan.checks {
        guard case .integer(let count)? = try connection.value(check.count), count > 0 else {
          continue
        }
        #expect(try rows(check.example).count == 1, "\(check.effect)")
        findings.append("\(check.severity): \(check.words(count: count))")
        if check.severity == .obstacle || !isAllowed(check) { return (findings, nil) }
      }
      for inspection in plan.inspections { _ = try rows(inspection.values) }
      let before = try plan.invariants.map { try rows($0.before) }
      for step in plan.steps {
        do throws(EngineError) {
          try connection.runAll(step.sql)
        } catch {
          throw Migrated.Stopped(
            findings: ["\(step.words): \(step.sql.script(in: Self.dialect)): \(error.message)"])
        }
      }
      #expect(try plan.invariants.map { try rows($0.after) } == before)
      try expectFreshTables()
      return (findings, try Self.records(of: new) { try rows($0) })
    }
  }

  private func rows(_ sql: SQLText) throws -> [[Value]] {
    let statement = try connection.prepare(sql)
    var rows: [[Value]] = []
    while try statement.step() {
      rows.append((0..<statement.columnCount).map { statement.value(at: $0) })
    }
    return rows
  }

  /// The rows of all tables of a model, the columns in the order of their names, as texts of a file's values.
  static func records(
    of model: Schema, _ rows: (SQLText) throws -> [[Value]]
  ) throws -> [String: [String]] {
    var records: [String: [String]] = [:]
    for entity in model.tables.entities {
      // Of values that nobody knows before it is enough that they are there.
      let known = entity.attributes.filter { $0.defaultValue?.isNewForEach != true }
      let types = Dictionary(entity.attributes.map { ($0.column, $0.type) }) { one, _ in one }
      let columns = [entity.keyColumn] + entity.columnProperties.compactMap(\.column).sorted()
      let names = Set(columns).sorted()
      let list = names.map { column -> SQLText in
        guard let type = types[column] else { return "\(name: column)" }
        return known.contains { $0.column == column }
          ? "\(.read(.own, type), of: "\(name: column)")"
          : "\(.truth, of: "\(name: column) IS NULL")"
      }
      records[entity.name.text] = try rows(
        "SELECT \(list.joined(by: ", ")) FROM \(name: entity.name)"
      ).map { row in zip(row, names).map { shown($0, types[$1]) }.joined(separator: "; ") }.sorted()
      for case .joinTable(let join) in entity.relationships.map(\.storage) where join.isOwner {
        records[join.name.text] = try rows(
          "SELECT \(name: join.ownColumn), \(name: join.otherColumn) FROM \(name: join.name)"
        ).map { "\($0)" }.sorted()
      }
    }
    return records
  }

  /// A server spells JSON in its own way, and takes fewer digits for some numbers.
  private static func shown(_ value: Value, _ type: AttributeType?) -> String {
    guard let type, value != .null else { return "\(value)" }
    if type == .string, case .text(let text) = value, text.contains("e+"), let number = Double(text)
    {
      return "\(number)"
    }
    if case .text(let text) = value, type.isArray || type.changesInServerJSON {
      return type.fileText(ofServerJSON: text)
    }
    return type.text(of: value)
  }

  // MARK: The tables

  /// The tables must be those of a database that was made with the new model.
  private func expectFreshTables() throws {
    let fresh = try ServerDatabase(new, recordsOf: MemoryDatabase(new))
    #expect(try Self.catalog(of: database.schema) == Self.catalog(of: fresh.schema))
  }

  /// All that a server knows of the tables, but the places of their columns.
  static func catalog(of database: TestSchema) throws -> [String] {
    let schema = "(SELECT oid FROM pg_namespace WHERE nspname = current_schema())"
    let rows = try database.run(
      """
      SELECT c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' '
        || a.attcollation || ' ' || a.attnotnull || ' ' || a.attidentity::text || ' '
        || coalesce(pg_get_expr(d.adbin, d.adrelid), '') || ' '
        || coalesce(col_description(c.oid, a.attnum), '')
      FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid
      LEFT JOIN pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
      WHERE c.relnamespace = \(schema) AND c.relkind IN ('r', 'v') AND a.attnum > 0
        AND NOT a.attisdropped
      UNION ALL
      SELECT k.conrelid::regclass::text || ' ' || CASE k.contype WHEN 'p' THEN 'p' ELSE k.conname END
        || ' ' || pg_get_constraintdef(k.oid)
      FROM pg_constraint AS k WHERE k.connamespace = \(schema) AND k.contype <> 't'
      UNION ALL
      SELECT replace(indexdef, quote_ident(schemaname) || '.', '') FROM pg_indexes
      WHERE schemaname = current_schema() AND indexname !~ '_pkey'
      UNION ALL
      SELECT viewname || definition FROM pg_views WHERE schemaname = current_schema()
      UNION ALL
      SELECT replace(pg_get_triggerdef(t.oid), quote_ident(current_schema()) || '.', '')
      FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid
      WHERE c.relnamespace = \(schema) AND NOT t.tgisinternal
      UNION ALL
      SELECT proname || prosrc FROM pg_proc WHERE pronamespace = \(schema)
      UNION ALL
      SELECT relname || coalesce(obj_description(oid, 'pg_class'), '') FROM pg_class
      WHERE relnamespace = \(schema) AND relkind = 'r'
      ORDER BY 1
      """)
    return rows.map { row in if case .text(let text) = row[0] { text } else { "?" } }
  }
}
