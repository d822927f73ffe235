internal import CSQLite
import Engines
import FlagModel
import SQLText

extension SQLiteConnection {
  // MARK: Checks

  /// Checks pages, indexes, NOT NULL, UNIQUE and CHECK.
  func damage() throws(EngineError) -> [String] {
    let rows = try prepare("PRAGMA integrity_check(100)" as SQLText)
    var damage: [String] = []
    while try rows.step() {
      if case .text(let words) = rows.value(at: 0), words != "ok" { damage.append(words) }
    }
    return damage
  }

  func brokenReferences(atMost most: Int) throws(EngineError) -> [BrokenReference] {
    let rows = try prepare("PRAGMA foreign_key_check" as SQLText)
    var broken: [BrokenReference] = []
    while broken.count < most, try rows.step() {
      guard case .text(let table) = rows.value(at: 0) else { continue }
      let target: Name? =
        if case .text(let target) = rows.value(at: 2) { Name(target) } else { nil }
      broken.append(BrokenReference(table: Name(table), key: rows.value(at: 1), target: target))
    }
    return broken
  }

  func brokenKeys(of table: Name) throws(EngineError) -> [BrokenKey] {
    let name = Value.text(table.text)
    let rows = try prepare(
      """
      SELECT c."parent", k."from", count(*), min(c.rowid) \
      FROM pragma_foreign_key_check(\(name)) AS c \
      LEFT JOIN pragma_foreign_key_list(\(name)) AS k ON k.id = c.fkid AND k.seq = 0 \
      GROUP BY c.fkid
      """ as SQLText)
    var broken: [BrokenKey] = []
    while try rows.step() {
      guard case .text(let target) = rows.value(at: 0), case .integer(let count) = rows.value(at: 2)
      else { continue }
      let column: Name? =
        if case .text(let column) = rows.value(at: 1) { Name(column) } else { nil }
      broken.append(
        BrokenKey(target: Name(target), column: column, count: count, example: rows.value(at: 3)))
    }
    return broken
  }

  func size() throws(EngineError) -> StorageSize {
    StorageSize(
      pages: try number("PRAGMA page_count"), unused: try number("PRAGMA freelist_count"),
      page: try number("PRAGMA page_size"))
  }

  private func number(_ sql: SQLText) throws(EngineError) -> Int64 {
    if case .integer(let number)? = try value(sql) { number } else { 0 }
  }

  func dataVersion() throws(EngineError) -> Value? { try value("PRAGMA data_version") }

  var interrupter: Interrupter {
    let handle = SharedHandle(handle)
    return Interrupter { [interruptions = self.interruptions] in
      interruptions.add()
      sqlite3_interrupt(handle.handle)
    }
  }

  // MARK: Postponed constraints

  func deferReferences() throws(EngineError) { try execute("PRAGMA defer_foreign_keys = ON") }

  func requireDeferredConstraints() throws(EngineError) {
    var violated: Int32 = 0
    var highest: Int32 = 0
    sqlite3_db_status(handle, SQLITE_DBSTATUS_DEFERRED_FKS, &violated, &highest, 0)
    if violated > 0 {
      throw EngineError(
        code: flagdb_constraint_foreign_key, message: "FOREIGN KEY constraint failed")
    }
  }

  /// The PRAGMA would have no effect within a transaction.
  func ignoreReferences() { _ = flagdb_db_config(handle, SQLITE_DBCONFIG_ENABLE_FKEY, 0) }

  func heedReferences() { _ = flagdb_db_config(handle, SQLITE_DBCONFIG_ENABLE_FKEY, 1) }

  /// Drops triggers, and returns statements that create them again. SQLite runs the triggers of a table in the
  /// order of their creation, so those behind a dropped one are created anew too.
  func rest(_ triggers: [CatalogObject]) throws(EngineError) -> [SQLText] {
    let resting = triggers.filter { $0.sql.map(isOneStatement) ?? false }
    let names = Set(resting.map(\.name))
    var renewals: [SQLText] = []
    for table in Set(resting.map(\.table)).sorted() {
      let all = try self.triggers(on: Name(table))
      let behind = all.drop { !names.contains($0.name) }
      let keepsOrder = behind.allSatisfy { $0.sql.map(isOneStatement) ?? false }
      let renewed = keepsOrder ? Array(behind) : behind.filter { names.contains($0.name) }
      for trigger in renewed {
        if names.contains(trigger.name) {
          try run(removal(of: trigger))
        } else {
          renewals.append(removal(of: trigger))
        }
      }
      renewals += renewed.compactMap(\.sql).map { SQLText.written($0) }
    }
    return renewals
  }

  private func removal(of trigger: CatalogObject) -> SQLText {
    "DROP TRIGGER \(name: Name(trigger.name))"
  }

  func trustValues() throws(EngineError) { try execute("PRAGMA ignore_check_constraints = ON") }

  func evaluateChecks() {
    sqlite3_exec(handle, "PRAGMA ignore_check_constraints = OFF", nil, nil, nil)
  }

  func forbidWriting() throws(EngineError) { try execute("PRAGMA query_only = ON") }

  /// Enlarges the cache. Unique values arrive in any order, and with a small cache each would
  /// rewrite its page.
  func prepareForLoading() throws(EngineError) { try execute("PRAGMA cache_size = -6000") }
}

/// A handle that any thread may interrupt.
private struct SharedHandle: @unchecked Sendable {
  let handle: OpaquePointer

  init(_ handle: OpaquePointer) { self.handle = handle }
}
