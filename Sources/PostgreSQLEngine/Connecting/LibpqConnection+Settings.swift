import Addresses
import FlagModel
import PostgreSQLText

/// The settings that statements depend on. They end with each transaction.
extension LibpqConnection {
  /// The first statements of a connection. They reset a reused connection, and read the settings of the
  /// user, the database or the environment, without a query that needs planning.
  static func firstStatements(cleaning: Bool) -> [String] {
    let settings = ["SHOW lock_timeout", "SHOW default_transaction_read_only"]
    if cleaning { return Wire.cleaning + settings }
    return settings
  }

  /// Stores the settings. The lock timeout of the user applies, unless flagdb's own is short because
  /// the user wants to stop.
  func noteSettings(_ answers: some Sequence<Answer>) {
    let values = answers.compactMap(\.rows.first?.first)
    guard values.count >= 2, case .text(let limit) = values[values.count - 2] else { return }
    if limit != "0", lockTimeout >= Self.shortTimeout { ownLockTimeout = limit }
    if values.last == .text("on") { onlyReads = true }
  }

  /// In milliseconds.
  private static let shortTimeout: Int64 = 1_000

  /// All settings that statements depend on, independent of other configuration. Each transaction
  /// sets them, because a pooler may assign another server connection, which other programs use
  /// afterwards. Temporary tables are last in the search path, so that none can hide another table.
  private var settings: [(name: String, value: String)] {
    let schema = PostgreSQLDialect().quoted(address.schema)
    let syncing: [(name: String, value: String)] =
      if syncsRarely { [("synchronous_commit", "off")] } else { [] }
    return [
      ("search_path", "\(schema), pg_temp"), ("TimeZone", "'UTC'"), ("DateStyle", "'ISO, YMD'"),
      ("IntervalStyle", "iso_8601"), ("extra_float_digits", "3"), ("bytea_output", "hex"),
      ("standard_conforming_strings", "on"), ("lock_timeout", lockSetting),
    ] + syncing
  }

  /// The lock timeout as SQL.
  var lockSetting: String { ownLockTimeout.map { "'\($0)'" } ?? "\(lockTimeout)" }

  /// The statements at the beginning of a transaction.
  var settingStatements: [String] { settings.map { "SET LOCAL \($0.name) TO \($0.value)" } }
}
