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

  /// The server gives the next keys by itself, and has to know those that were given to it. A sequence
  /// never goes back, whoever else takes numbers of it: it takes the few that are missing, which needs no
  /// further right, and else one program at a time moves it.
  package func continueKeys(of table: Name, _ key: Name) throws(EngineError) {
    // The sequence of others stays as its own program keeps it.
    if isOfOthers { return }
    guard let sequence = try sequence(of: table, key), let gap = try gap(sequence, table, key)
    else { return }
    if gap.size <= Self.fewKeys {
      _ = try value(
        "SELECT max(nextval(\(sequence))) FROM generate_series(1, \(literal: gap.size))")
      return
    }
    _ = try value("SELECT pg_advisory_xact_lock(\(sequence)::oid::bigint)")
    guard let gap = try self.gap(sequence, table, key) else { return }
    _ = try value("SELECT setval(\(sequence), \(literal: gap.greatest))")
  }

  private static let fewKeys: Int64 = 1_000

  /// The sequence that gives the keys of a table; nil if none does.
  private func sequence(of table: Name, _ key: Name) throws(EngineError) -> SQLText? {
    let names = [dialect.quoted(table), key.text].map { dialect.literal(.text($0)) }
    let found = try value(
      .written("SELECT pg_get_serial_sequence(\(names[0]), \(names[1]))"))
    guard case .text(let sequence)? = found else { return nil }
    return .written("\(dialect.literal(.text(sequence)))::regclass")
  }

  /// The greatest key, and the numbers up to it that the sequence has not given; nil if there are none. The
  /// last number of all is nothing that a sequence could go on behind.
  private func gap(
    _ sequence: SQLText, _ table: Name, _ key: Name
  ) throws(EngineError) -> (greatest: Int64, size: Int64)? {
    let found = try row(
      """
      SELECT max(\(name: key)), pg_sequence_last_value(\(sequence)) FROM \(name: table) \
      WHERE \(name: key) < \(literal: .max)
      """)
    guard case .integer(let greatest)? = found?.first else { return nil }
    var last: Int64 = 0
    if case .integer(let given)? = found?.last { last = given }
    return greatest > last ? (greatest, greatest - last) : nil
  }
}
