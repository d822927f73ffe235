package import Databases
import Engines
import FlagModel
import SQLText

/// The persistent history of a Core Data or SwiftData store. It names the changed records of each
/// transaction, and not their values.
package struct StoreHistory {
  private static let changes: Name = "ACHANGE"
  private static let transactions: Name = "ATRANSACTION"
  private static let texts: Name = "ATRANSACTIONSTRING"

  private let database: Database
  /// The entities by their numbers in the store.
  private let entities: [Int64: Name]

  /// Throws if the store has no history.
  package init(_ database: Database) throws {
    self.database = database
    guard database.connection.has(Self.changes, column: nil),
      database.connection.has(Self.transactions, column: nil)
    else {
      throw DatabaseError(
        .refused, "'\(database.path)' has no history: its app has not turned history tracking on",
        hint: "'--wal' shows the commits in its write-ahead log")
    }
    var entities: [Int64: Name] = [:]
    for entity in database.schema.entities {
      if case .integer(let number)? = entity.source.kinds?.ownKind {
        entities[number] = entity.name
      }
    }
    self.entities = entities
  }

  /// Passes the changed records that match the request to the body, newest first, until it returns false.
  package func values(_ request: LogRequest, _ body: (LoggedValue) throws -> Bool) throws {
    let rows = try database.rows(
      """
      SELECT c.Z_PK, c.ZTRANSACTIONID, t.ZTIMESTAMP, \(person), c.ZENTITY, c.ZENTITYPK, \
      c.ZCHANGETYPE FROM \(name: Self.changes) AS c JOIN \(name: Self.transactions) AS t \
      ON t.Z_PK = c.ZTRANSACTIONID WHERE \(condition(request)) ORDER BY c.Z_PK DESC
      """)
    while try rows.next() {
      guard let id = rows.integer(at: 0), let change = rows.integer(at: 1),
        let key = rows.integer(at: 5), let time = time(of: rows.value(at: 2))
      else { continue }
      let value = LoggedValue(
        id: id, change: change, time: time, who: rows.text(at: 3),
        entity: entity(rows.integer(at: 4)), key: key, what: what(rows.integer(at: 6)),
        property: nil, before: .null, after: .null)
      if request.matches(time: time, who: value.who), try !body(value) { return }
    }
  }

  /// A transaction with the number of its changed records.
  package struct Transaction {
    package let number: Int64
    package let time: String
    package let who: String?
    package let records: Int64
    /// The name of the context that saved it.
    package let context: String?
  }

  /// Passes the transactions that match the request to the body, newest first, until it returns false.
  package func transactions(_ request: LogRequest, _ body: (Transaction) throws -> Bool) throws {
    let rows = try database.rows(
      """
      SELECT t.Z_PK, t.ZTIMESTAMP, \(person), count(*), \(text("ZCONTEXTNAME")) \
      FROM \(name: Self.changes) AS c JOIN \(name: Self.transactions) AS t \
      ON t.Z_PK = c.ZTRANSACTIONID WHERE \(condition(request)) GROUP BY t.Z_PK \
      ORDER BY t.Z_PK DESC
      """)
    while try rows.next() {
      guard let number = rows.integer(at: 0), let time = time(of: rows.value(at: 1)),
        let records = rows.integer(at: 3)
      else { continue }
      let transaction = Transaction(
        number: number, time: time, who: rows.text(at: 2), records: records,
        context: rows.text(at: 4))
      if request.matches(time: time, who: transaction.who), try !body(transaction) { return }
    }
  }

  // MARK: Columns

  /// The author that the app gave, or else its identifier.
  private var person: SQLText { "coalesce(\(text("ZAUTHOR")), \(text("ZBUNDLEID")))" }

  /// A text of a transaction. Newer systems store it in a table of texts.
  private func text(_ column: Name) -> SQLText {
    let reference: Name = "\(column)TS"
    var texts: [SQLText] = ["NULL", "NULL"]
    if database.connection.has(Self.transactions, column: column) {
      texts.append("t.\(name: column)")
    }
    if database.connection.has(Self.texts, column: nil),
      database.connection.has(Self.transactions, column: reference)
    {
      texts.append("(SELECT ZNAME FROM \(name: Self.texts) WHERE Z_PK = t.\(name: reference))")
    }
    return "coalesce(\(texts.joined(by: ", ")))"
  }

  private func condition(_ request: LogRequest) -> SQLText {
    var parts: [SQLText] = ["1 = 1"]
    if let kinds = request.kinds {
      parts.append("c.ZENTITY IN \(list: kinds)")
    }
    if let key = request.key { parts.append("c.ZENTITYPK = \(.integer(key))") }
    if let change = request.change { parts.append("c.ZTRANSACTIONID = \(.integer(change))") }
    return parts.joined(by: " AND ")
  }

  /// The name of an entity that the model no longer has is its number.
  private func entity(_ number: Int64?) -> Name? { number.map { entities[$0] ?? Name("\($0)") } }

  private func what(_ type: Int64?) -> String {
    switch type {
    case 0: "insert"
    case 1: "update"
    case 2: "delete"
    default: "unknown"
    }
  }

  /// The stored form of a time in seconds since 2001.
  private func time(of value: Value) -> String? {
    let seconds: Double
    switch value {
    case .real(let number): seconds = number
    case .integer(let number): seconds = Double(number)
    default: return nil
    }
    let microseconds = ((seconds + Self.secondsTo2001) * 1_000_000).rounded()
    return Int64(exactly: microseconds).flatMap(Timestamp.init(microseconds:))?.storedText
  }

  private static let secondsTo2001 = 978_307_200.0
}
