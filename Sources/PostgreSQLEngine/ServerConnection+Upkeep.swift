package import Engines
package import FlagModel
import SQLText

/// A server keeps its constraints by itself, whatever rests elsewhere.
extension ServerConnection {
  package func damage() -> [String] { [] }

  package func brokenReferences(atMost most: Int) -> [BrokenReference] { [] }

  package func brokenKeys(of table: Name) -> [BrokenKey] { [] }

  package func size() throws(EngineError) -> StorageSize {
    let page: Int64 = 8192
    guard case .integer(let bytes)? = try value("SELECT pg_database_size(current_database())")
    else {
      return StorageSize(pages: 0, unused: 0, page: page)
    }
    return StorageSize(pages: bytes / page, unused: 0, page: page)
  }

  /// The transaction that will be the next tells as much.
  package func dataVersion() throws(EngineError) -> Value? {
    try value("SELECT pg_snapshot_xmax(pg_current_snapshot())::text")
  }

  package var isUnchanged: Bool { true }

  package func deferReferences() throws(EngineError) { try execute("SET CONSTRAINTS ALL DEFERRED") }

  /// They are looked at when the transaction is kept.
  package func ignoreReferences() throws(EngineError) { try deferReferences() }

  package func trustValues() {}

  package func evaluateChecks() {}

  package func forbidWriting() throws(EngineError) {
    try execute("SET default_transaction_read_only = on")
  }

  package func prepareForLoading() {}

  /// The server gives the next keys by itself, and has to know those that were given to it.
  package func continueKeys(of table: Name, _ key: Name) throws(EngineError) {
    _ = try value(
      """
      SELECT setval(sequence, greatest(\
      (SELECT max(\(name: key)) FROM \(name: table)), nextval(sequence) - 1, 1)) FROM \
      (SELECT pg_get_serial_sequence(quote_ident(\(.text(table.text))), \(.text(key.text)))::regclass \
      AS sequence) AS numbered WHERE sequence IS NOT NULL
      """)
  }

  package func migration<Result>(_ body: () throws -> Result) throws -> Result {
    try transaction(writing: true, body)
  }

  package func rewording<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }

  package func isOneStatement(_ sql: String) -> Bool {
    FirstStatement(of: Array(sql.utf8)[...]).length == sql.utf8.count
  }
}
