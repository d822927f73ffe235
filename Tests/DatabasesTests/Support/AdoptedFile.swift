import FlagModel
import ForeignModels
import Foundation

@testable import Databases

/// A file that another program made and that its user has adopted, in a folder of its own.
struct AdoptedFile {
  let scratch: Scratch
  static let name = "app.db"

  /// - Parameter model: the Swift of the sidecar; nil for what the tables say of themselves.
  init(_ sql: String, model: String? = nil) throws {
    scratch = try Scratch()
    try scratch.plain(Self.name).run(sql)
    let database = try scratch.open(Self.name)
    let fingerprint = try database.fingerprint()
    let text =
      model.map { "// flagdb adopted 1 \(fingerprint)\n\($0)" }
      ?? Sidecar(database.schema, fingerprint: fingerprint).text
    try scratch.write(text.utf8, to: "\(Self.name).flagdb")
  }

  func open() throws -> Database { try scratch.open(Self.name, for: .writing) }

  /// What a query answers in plain SQLite, a text a row.
  func texts(_ sql: String) throws -> [String] { try scratch.plain(Self.name).texts(sql) }

  /// All that the file holds: its settings, its definitions, and each value of each table.
  func content() throws -> [String] {
    let plain = try scratch.plain(Self.name)
    var lines: [String] = []
    for setting in ["user_version", "application_id", "journal_mode", "encoding", "page_size"] {
      lines += try plain.texts("PRAGMA \(setting)").map { "\(setting) \($0)" }
    }
    lines += try plain.texts(
      "SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema ORDER BY 1")
    let tables = try plain.texts(
      "SELECT quote(name) FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name <> 'sqlite_schema'"
    )
    for table in tables {
      let columns = try plain.texts("SELECT name FROM pragma_table_xinfo(\(table))")
      let values = columns.map { "quote(\"\($0)\")" }.joined(separator: " || '|' || ")
      let name = "\"\(table.dropFirst().dropLast())\""
      lines += try plain.texts("SELECT \(values) FROM \(name) ORDER BY 1").map { "\(name) \($0)" }
      let isNumbered = (try? plain.texts("SELECT rowid FROM \(name) LIMIT 0")) != nil
      if isNumbered {
        lines += try plain.texts("SELECT rowid FROM \(name) ORDER BY 1").map { "\(name) row \($0)" }
      }
    }
    return lines
  }
}
