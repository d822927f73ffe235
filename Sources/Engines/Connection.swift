package import FlagModel
package import SQLText

/// A database that is open, used by one thread: all that is asked of an engine.
///
/// Extensions have the work that is the same for every engine.
///
/// This module is the boundary between databases and engines: what an engine is asked, and what it
/// answers. It names no engine.
/// See Documentation/Decisions/backends-implement-one-protocol.md.
package protocol Connection: AnyObject, Transactions, Catalog, Upkeep {
  /// The dialect of all SQL of the connection.
  var dialect: any Dialect { get }
  /// The time to wait for a lock of another program.
  var patience: Duration { get }

  func prepare(_ sql: SQLStatement) throws(EngineError) -> any Statement
  /// Prepares what is run once, and may answer with very many rows.
  /// See Documentation/Decisions/rows-of-a-server-come-by-copy.md.
  func prepareToRead(_ sql: SQLStatement) throws(EngineError) -> any Statement
  /// Prepares the first statement of a text that ends in NUL; none where only blanks and comments
  /// are left. Answers also with the number of bytes that it took.
  func prepareFirst(
    of text: UnsafeBufferPointer<CChar>
  ) throws(EngineError) -> (statement: (any Statement)?, length: Int)
  /// Runs statements that the program itself wrote and that answer nothing.
  func execute(_ sql: String) throws(EngineError)
  /// Throws where nothing more may run: after a signal, which may have come between two
  /// statements, and in a transaction that the engine has undone, where the next statement would be
  /// kept without those before it.
  func requireLife() throws(EngineError)

  /// Lets values be as long as the engine takes them, if it has limited them and the body vouches for the
  /// tables.
  func allowLongValues(if areVouchedFor: () throws -> Bool) rethrows
  /// Runs what reads, for so many of the engine's steps; nil if it takes more.
  func bounded<Result>(
    by steps: Int32, _ body: () throws(EngineError) -> Result
  ) throws(EngineError) -> Result?
  /// Runs what the engine may refuse. The transaction goes on, whatever has come of it.
  func attempt<Result>(_ body: () throws(EngineError) -> Result) throws(EngineError) -> Result
  /// Calls back now and then while statements run.
  func watched<Result>(by watcher: (() -> Void)?, _ body: () throws -> Result) rethrows -> Result
  /// Runs the body while every statement is prepared only as far as the rights allow.
  func guarded<Result>(
    by rights: SQLRights, _ body: (any SQLGuard) throws -> Result
  ) rethrows -> Result
  /// Stops the connection from any thread.
  var interrupter: Interrupter { get }

  /// Tells of all numbers of an index in one statement; nil if the engine is asked for one after another.
  var numberWalk: (any NumberWalk)? { get }
  /// The reader of whole columns in the present transaction; throws a `ColumnRefusal` if there is none.
  func columnReader() throws -> any ColumnReader

  /// A value of the log of changes as a column of a type gives it.
  func loggedValue(_ value: Value, of type: AttributeType) -> Value

  /// The notices of the engine since this was asked last.
  func takeNotices() -> [String]

  /// The number of rows that the last INSERT, UPDATE or DELETE changed, without further effects.
  var changes: Int64 { get }
  /// The number of rows that all statements have changed until now.
  var totalChanges: Int64 { get }
  /// True if each question is a way to a server and back, so that many are better asked as one.
  var isFarAway: Bool { get }
  /// The way to add many records at once that is quicker than statements; nil if there is none.
  var loader: (any RecordLoader)? { get }
  /// True if `insertions` tells of an INSERT of several rows how many were only changed.
  var tellsInsertions: Bool { get }
  /// The number of rows that the body inserts into a table; rows that an INSERT only changes do not
  /// count.
  func insertions(
    into table: Name, _ body: () throws(EngineError) -> Void
  ) throws(EngineError) -> Int64
  /// The key of the last record that was inserted by this connection; it stays when an INSERT
  /// becomes an update.
  var lastInsertedKey: Int64 { get set }

  /// The engine's plan for a statement, a line a step, indented as the steps are nested.
  func plan(of sql: SQLText) throws(EngineError) -> [String]
  /// True if a step of a plan looks into an index.
  func usesIndex(_ step: String) -> Bool
  /// The file that the database is; nil for one of a server.
  var file: (any FileConnection)? { get }
  /// The name of a database on a server, which no other has, whatever its address is; nil for a file.
  var identity: String? { get }
}

/// Tells which numbers a column has, by an index that begins with it.
package protocol NumberWalk: AnyObject {
  /// The number of records of a table, as far as the engine knows without reading it; nil if no index has all of
  /// them.
  /// - Parameter fewest: a number below which the answer need not be near.
  func size(of table: Name, above fewest: Int64) throws(EngineError) -> Int64?
  /// True if an index begins with a column, so that the numbers are found without reading the records.
  func hasIndex(on column: Name, in table: Name) throws(EngineError) -> Bool
  /// All numbers that are there and have some bits, with others that are met on the way; nil if there are more than
  /// so many.
  func numbers(
    of column: Name, in table: Name, having bits: UInt64, atMost most: Int64
  ) throws(EngineError) -> [Int64]?
}

/// Adds many records at once to one table.
package protocol RecordLoader: AnyObject {
  /// The most records that come at once.
  var capacity: Int { get }
  /// Hands over some records, with which the engine goes on while others are read.
  /// - Parameters:
  ///   - fields: the places of the cells of a record that go into the columns.
  ///   - columns: their names, and the types of their values, nil for keys.
  func begin(
    _ cells: UnsafeBufferPointer<StoredRow.Cell>, in bytes: UnsafeBufferPointer<UInt8>,
    width: Int, _ fields: [Int], into table: Name, _ columns: [(name: Name, type: AttributeType?)]
  ) throws(EngineError)
  /// Waits until all records that were handed over are in or, by an error, none of them.
  func end() throws(EngineError)
}

extension Connection {
  package func viewNames() throws(EngineError) -> [Name] { [] }

  package func loggedValue(_ value: Value, of type: AttributeType) -> Value { value }

  package func takeNotices() -> [String] { [] }

  package func allowLongValues(if areVouchedFor: () throws -> Bool) rethrows {}

  package var isFarAway: Bool { false }

  package var identity: String? { nil }

  package func prepareToRead(_ sql: SQLStatement) throws(EngineError) -> any Statement {
    try prepare(sql)
  }

  package func prepare(_ sql: SQLText) throws(EngineError) -> any Statement {
    try prepare(sql.written(in: dialect))
  }

  /// Runs a statement to its end.
  package func run(_ sql: SQLText) throws(EngineError) {
    let statement = try prepare(sql)
    while try statement.step() {}
  }

  /// Runs what may be several statements where no values are bound.
  package func runAll(_ sql: SQLText) throws(EngineError) {
    let statement = sql.written(in: dialect)
    if statement.bindings.isEmpty { try execute(statement.text) } else { try run(sql) }
  }

  /// The first value of the first row, if there is one.
  package func value(_ sql: SQLText) throws(EngineError) -> Value? {
    let statement = try prepare(sql)
    return try statement.step() ? statement.value(at: 0) : nil
  }
}

/// Stops what a database is doing, from any thread, as long as the database is open.
package struct Interrupter: Sendable {
  private let stop: @Sendable () -> Void

  package init(_ stop: @escaping @Sendable () -> Void) {
    self.stop = stop
  }

  /// Ends the statement that is running, whose transaction fails.
  package func interrupt() {
    stop()
  }
}
