import Addresses
import FlagModel
import SQLText

/// The settings that statements depend on. They end with each transaction.
extension PostgreSQLConnection {
  /// The statements that come before all others of a connection: they take away what an earlier user of it has left,
  /// and ask for what the user, the database or the environment has set. None has to be planned.
  static func firstStatements(cleaning: Bool) -> [String] {
    (cleaning ? Wire.cleaning : []) + ["SHOW lock_timeout", "SHOW default_transaction_read_only"]
  }

  /// Notes the answers to the last two of them. A limit for locks of the user's counts, unless ours is for somebody
  /// who is about to give up.
  func noteSettings(_ answers: some Sequence<Answer>) {
    let values = answers.compactMap(\.rows.first?.first)
    guard values.count >= 2, case .text(let limit) = values[values.count - 2] else { return }
    if limit != "0", lockTimeout >= Self.shortTimeout { ownLockTimeout = limit }
    if values.last == .text("on") { onlyReads = true }
  }

  /// In milliseconds.
  private static let shortTimeout: Int64 = 1_000

  /// All that statements depend on, whatever was set otherwise. Each transaction sets it for itself: a pooler may
  /// give it another connection than the last one, which other programs use after it. Temporary tables come last, so
  /// that none can take the place of another.
  private var settings: [(name: String, value: String)] {
    let schema = PostgreSQLDialect().quoted(address.schema)
    return [
      ("search_path", "\(schema), pg_temp"), ("TimeZone", "'UTC'"), ("DateStyle", "'ISO, YMD'"),
      ("IntervalStyle", "iso_8601"), ("extra_float_digits", "3"), ("bytea_output", "hex"),
      ("standard_conforming_strings", "on"), ("lock_timeout", lockSetting),
    ]
  }

  /// The limit for locks as SQL.
  var lockSetting: String { ownLockTimeout.map { "'\($0)'" } ?? "\(lockTimeout)" }

  /// The statements that a transaction begins with.
  var settingStatements: [String] { settings.map { "SET LOCAL \($0.name) TO \($0.value)" } }

  /// Refuses all write transactions from now on.
  package func forbidWriting() { onlyReads = true }
}
