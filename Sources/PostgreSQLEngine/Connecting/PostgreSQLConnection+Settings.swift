import FlagModel
import SQLText

/// The settings that statements depend on. They end with each transaction.
extension PostgreSQLConnection {
  /// Reads the settings of the user, the database or the environment in one round trip, without a
  /// query that needs planning. Their lock timeout applies, unless flagdb's own is short because
  /// the user wants to stop.
  func readSettings(_ lockTimeout: Int64) throws(PostgreSQLError) {
    let answers = try texts("SHOW lock_timeout; SHOW default_transaction_read_only")
    let hasLimit = answers.first != "0" && lockTimeout >= Self.shortTimeout
    if !hasLimit { settings.append(("lock_timeout", "\(lockTimeout)")) }
    onlyReads = answers.last == "on"
  }

  /// In milliseconds.
  private static let shortTimeout: Int64 = 1_000

  /// All settings that statements depend on, independent of other configuration. Each transaction
  /// sets them, because a pooler may assign another server connection, which other programs use
  /// afterwards. Temporary tables are last in the search path, so that none can hide another table.
  static func settings(in schema: Name) -> [(name: String, value: String)] {
    [
      ("search_path", "\(PostgreSQLDialect().quoted(schema)), pg_temp"), ("TimeZone", "'UTC'"),
      ("DateStyle", "'ISO, YMD'"), ("IntervalStyle", "iso_8601"), ("extra_float_digits", "3"),
      ("bytea_output", "hex"), ("standard_conforming_strings", "on"),
    ]
  }

  /// The statements at the beginning of a transaction.
  var settingStatements: String {
    settings.map { "SET LOCAL \($0.name) TO \($0.value)" }.joined(separator: "; ")
  }

  /// Refuses all write transactions from now on.
  package func forbidWriting() { onlyReads = true }
}
