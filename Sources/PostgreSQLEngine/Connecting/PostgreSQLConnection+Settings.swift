import FlagModel
import SQLText

/// The settings that statements depend on. Nothing of them outlasts a transaction.
extension PostgreSQLConnection {
  /// Asks for what the user, the database or the environment has set, in one exchange and without a query, which would
  /// have to be planned. A limit for locks of theirs counts, unless ours is for somebody who is about to give up.
  func readSettings(_ lockTimeout: Int64) throws(PostgreSQLError) {
    let answers = try texts("SHOW lock_timeout; SHOW default_transaction_read_only")
    let hasLimit = answers.first != "0" && lockTimeout >= Self.shortTimeout
    if !hasLimit { settings.append(("lock_timeout", "\(lockTimeout)")) }
    onlyReads = answers.last == "on"
  }

  /// In milliseconds.
  private static let shortTimeout: Int64 = 1_000

  /// All that statements depend on, whatever was set otherwise. Each transaction sets it for itself: a pooler may
  /// give it another connection than the last one, which other programs use after it. Temporary tables come last, so
  /// that none can take the place of another.
  static func settings(in schema: Name) -> [(name: String, value: String)] {
    [
      ("search_path", "\(PostgreSQLDialect().quoted(schema)), pg_temp"), ("TimeZone", "'UTC'"),
      ("DateStyle", "'ISO, YMD'"), ("IntervalStyle", "iso_8601"), ("extra_float_digits", "3"),
      ("bytea_output", "hex"), ("standard_conforming_strings", "on"),
    ]
  }

  /// The statements that a transaction begins with.
  var settingStatements: String {
    settings.map { "SET LOCAL \($0.name) TO \($0.value)" }.joined(separator: "; ")
  }

  /// Refuses every transaction that writes from now on.
  package func forbidWriting() { onlyReads = true }
}
