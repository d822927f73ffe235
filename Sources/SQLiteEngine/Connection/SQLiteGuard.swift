internal import CSQLite
import Engines
import FlagModel

/// The authorizer for plain SQL, which goes beyond reading and changing records. SQLite calls it
/// for each action of a statement before the statement runs.
/// See Documentation/Decisions/plain-sql-leaves-the-model-alone.md.
final class SQLiteGuard: SQLGuard {
  private(set) var refusal: SQLRefusal?
  private(set) var writes: Set<RecordWrite> = []
  private let rights: SQLRights
  /// The notes of an observer, who does not get them from an authorizer meanwhile.
  private let notes: ReadNotes?
  private let modelTable: Name.Folded
  private let logTables: [Name.Folded]

  init(_ rights: SQLRights, notes: ReadNotes? = nil) {
    self.rights = rights
    self.notes = notes
    modelTable = rights.modelTable.folded
    logTables = rights.ofLog.map(\.folded)
  }

  /// Decides about an action and its object. SQLite calls it for every column that is read, so it
  /// compares names only if necessary.
  ///
  /// - Parameter isWithin: true if a trigger or a view of the file causes the action.
  func allows(
    _ action: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?,
    isWithin: Bool
  ) -> Bool {
    if action == SQLITE_READ || action == SQLITE_SELECT {
      if action == SQLITE_READ, let notes, let first { notes.note(first) }
      return true
    }
    if action == SQLITE_FUNCTION, !Self.isForbidden(second) { return true }
    if rights.mayWrite, let first, let write = Self.write(action, first, second) {
      writes.insert(write)
    }
    // Only the first refusal is reported.
    if refusal == nil {
      refusal = reason(
        action, first.map { String(cString: $0) }, second.map { String(cString: $0) },
        isWithin: isWithin)
    }
    return refusal == nil
  }

  func forget() {
    refusal = nil
    writes = []
  }

  private static func write(
    _ action: Int32, _ table: UnsafePointer<CChar>, _ column: UnsafePointer<CChar>?
  ) -> RecordWrite? {
    switch action {
    case SQLITE_INSERT: .records(of: Name(String(cString: table)))
    case SQLITE_DELETE: .removal(from: Name(String(cString: table)))
    case SQLITE_UPDATE:
      column.map { .column(Name(String(cString: $0)), of: Name(String(cString: table))) }
    default: nil
    }
  }

  private func reason(
    _ action: Int32, _ first: String?, _ second: String?, isWithin: Bool
  ) -> SQLRefusal? {
    switch action {
    case _ where rights.isForeign && Self.changesOfTables.contains(action):
      SQLRefusal(
        message: "flagdb does not change the tables and indexes of a foreign database",
        hint: "use sqlite3 for that, with care")
    case SQLITE_ATTACH, SQLITE_DETACH:
      SQLRefusal(message: "other databases cannot be attached", hint: "use sqlite3 for that")
    case SQLITE_TRANSACTION, SQLITE_SAVEPOINT:
      SQLRefusal(
        message: "all statements together are one transaction already",
        hint: "leave out BEGIN, COMMIT, ROLLBACK and savepoints")
    case SQLITE_FUNCTION: SQLRefusal(message: "\(second ?? "")() is not allowed here", hint: nil)
    case SQLITE_PRAGMA: pragma(first ?? "", argument: second)
    case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE:
      if Name(first ?? "").folded == modelTable {
        belongsToModel(first ?? "")
      } else if isWithin {
        nil
      } else {
        ofLog(first ?? "")
      }
    case SQLITE_DROP_TABLE, SQLITE_DROP_VIEW, SQLITE_DROP_INDEX, SQLITE_DROP_TRIGGER,
      SQLITE_DROP_VTABLE:
      ofModel(first)
    // For this action, the first argument is the database.
    case SQLITE_ALTER_TABLE: ofModel(second)
    // A trigger or an index on flagdb's own tables could make the model unreadable.
    case SQLITE_CREATE_TRIGGER, SQLITE_CREATE_INDEX:
      if Name(second ?? "").folded == modelTable { belongsToModel(second ?? "") } else { nil }
    default: nil
    }
  }

  /// The statements that define objects, except temporary ones.
  private static let changesOfTables: Set<Int32> = [
    SQLITE_CREATE_INDEX, SQLITE_CREATE_TABLE, SQLITE_CREATE_TRIGGER, SQLITE_CREATE_VIEW,
    SQLITE_CREATE_VTABLE, SQLITE_DROP_INDEX, SQLITE_DROP_TABLE, SQLITE_DROP_TRIGGER,
    SQLITE_DROP_VIEW, SQLITE_DROP_VTABLE, SQLITE_ALTER_TABLE, SQLITE_ANALYZE,
  ]

  private func ofModel(_ name: String?) -> SQLRefusal? {
    guard let name, Name(name).folded == modelTable || rights.ofModel.contains(Name(name).folded)
    else { return nil }
    return belongsToModel(name)
  }

  /// The refusal to write to the tables of the audit log, which only triggers may fill.
  private func ofLog(_ table: String) -> SQLRefusal? {
    guard !rights.isForeign, logTables.contains(Name(table).folded) else { return nil }
    return SQLRefusal(
      message: "'\(table)' is written by the audit alone",
      hint: "'flagdb log --forget-before DATE' takes old rows away")
  }

  private func belongsToModel(_ name: String) -> SQLRefusal {
    SQLRefusal(
      message: "'\(name)' belongs to the model, which SQL must not change",
      hint: "change the model, as with 'flagdb define'")
  }

  // MARK: Functions

  /// True for functions that show or accept memory addresses of this process, or load code into it.
  private static func isForbidden(_ function: UnsafePointer<CChar>?) -> Bool {
    guard let function else { return false }
    return forbiddenFunctions.contains { sqlite3_stricmp($0, function) == 0 }
  }

  private static let forbiddenFunctions = ["fts3_tokenizer", "load_extension"]

  // MARK: Pragmas

  private func pragma(_ name: String, argument: String?) -> SQLRefusal? {
    let name = name.lowercased()
    if Self.lookups.contains(name) || argument == nil && Self.settings.contains(name) { return nil }
    if rights.mayWrite, name == "defer_foreign_keys" { return nil }
    var message = "PRAGMA \(name) is not allowed here"
    if argument != nil, Self.settings.contains(name) {
      message = "PRAGMA \(name) can be read but not set here"
    }
    return SQLRefusal(message: message, hint: "use sqlite3 for that, with care")
  }

  /// The pragmas that only return data, with any argument.
  private static let lookups: Set<String> = [
    "collation_list", "compile_options", "database_list", "foreign_key_check", "foreign_key_list",
    "function_list", "index_info", "index_list", "index_xinfo", "integrity_check", "module_list",
    "pragma_list", "quick_check", "table_info", "table_list", "table_xinfo",
  ]

  /// The pragmas that return data without an argument, and change a setting with one.
  private static let settings: Set<String> = [
    "application_id", "auto_vacuum", "cache_size", "data_version", "defer_foreign_keys", "encoding",
    "foreign_keys", "freelist_count", "journal_mode", "max_page_count", "mmap_size", "page_count",
    "page_size", "query_only", "recursive_triggers", "schema_version", "secure_delete",
    "synchronous", "temp_store", "trusted_schema", "user_version",
  ]
}
