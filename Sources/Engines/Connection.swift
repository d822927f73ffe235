package import FlagModel
package import SQLText

/// An open database, used by one thread: all operations that an engine must implement.
///
/// Extensions contain the code that is the same for every engine.
///
/// This module is the interface between databases and engines. It names no engine.
/// See Documentation/Decisions/backends-implement-one-protocol.md.
package protocol Connection: AnyObject, Transactions, Catalog, Upkeep, QueryPlans, LongUse {
  /// The dialect of the connection's SQL.
  var dialect: any Dialect { get }
  /// The time limit for locks of other programs.
  var patience: Duration { get }

  func prepare(_ sql: SQLStatement) throws(EngineError) -> any Statement
  /// Prepares a statement that runs once and may return many rows.
  /// See Documentation/Decisions/rows-of-a-server-come-by-copy.md.
  func prepareToRead(_ sql: SQLStatement) throws(EngineError) -> any Statement
  /// Prepares the first statement of a text that ends with NUL; nil if only spaces and comments are
  /// left. Also returns its length in bytes.
  func prepareFirst(
    of text: UnsafeBufferPointer<CChar>
  ) throws(EngineError) -> (statement: (any Statement)?, length: Int)
  /// Runs flagdb's own statements, which return no rows.
  func execute(_ sql: String) throws(EngineError)
  /// Throws if nothing more may run: after a signal, which may have arrived between two statements,
  /// or in a transaction that the engine has rolled back, where the next statement would be
  /// committed alone.
  func requireUsable() throws(EngineError)

  /// Removes flagdb's limit for the length of values, if the body vouches for the tables.
  func allowLongValues(if areVouchedFor: () throws -> Bool) rethrows
  /// Runs a read for at most this number of the engine's steps; returns nil if it needs more.
  func bounded<Result>(
    by steps: Int32, _ body: () throws(EngineError) -> Result
  ) throws(EngineError) -> Result?
  /// Runs statements that may fail. The transaction continues after an error.
  func attempt<Result>(_ body: () throws(EngineError) -> Result) throws(EngineError) -> Result
  /// Calls the watcher regularly while statements run.
  func watched<Result>(by watcher: (() -> Void)?, _ body: () throws -> Result) rethrows -> Result
  /// Runs the body with the guard, which checks every statement before it is prepared.
  func guarded<Result>(
    by rights: SQLRights, _ body: (any SQLGuard) throws -> Result
  ) rethrows -> Result
  /// Interrupts the connection from any thread.
  var interrupter: Interrupter { get }

  /// Returns all numbers of an index in one statement; nil if the engine looks them up one by one.
  var numberWalk: (any NumberWalk)? { get }
  /// The reader of whole columns in the current transaction. Throws a `ColumnRefusal` if there is
  /// none.
  func columnReader() throws -> any ColumnReader

  /// A value of the audit log in the form of a column of a type.
  func loggedValue(_ value: Value, of type: AttributeType) -> Value

  /// The engine's notices since the last call.
  func takeNotices() -> [String]

  /// Runs several queries in one round trip. Until the next change in the transaction, `prepare` returns
  /// their results without another round trip. An embedded engine does nothing.
  /// See Documentation/Decisions/questions-to-a-server-are-asked-together.md.
  func ask(_ questions: [SQLText]) throws(EngineError)
  /// Runs statements in order, and then queries as `ask` does.
  func runAll(_ statements: [SQLText], asking questions: [SQLText]) throws(EngineError)
  /// Runs the last statement of a transaction. A server runs it with the COMMIT in one round trip.
  /// - Parameter optional: a statement before it that the user may have no right to run.
  func runLast(_ statement: SQLText, after optional: SQLText?) throws(EngineError)

  /// The number of rows that the last INSERT, UPDATE or DELETE changed, without triggers and
  /// cascades.
  var changes: Int64 { get }
  /// The number of rows that all statements of the connection have changed.
  var totalChanges: Int64 { get }
  /// True if each statement is a round trip to a server, so that fewer statements are better.
  var isRemote: Bool { get }
  /// A method for bulk inserts that is faster than statements; nil if there is none.
  var loader: (any RecordLoader)? { get }
  /// True if `insertions` distinguishes inserted from updated rows in one statement.
  var tellsInsertions: Bool { get }
  /// The number of rows that the body inserts into a table, without updated rows.
  func insertions(
    into table: Name, _ body: () throws(EngineError) -> Void
  ) throws(EngineError) -> Int64
  /// The key of the last record that this connection inserted. It stays the same if an INSERT
  /// becomes an update.
  var lastInsertedKey: Int64 { get set }

  /// The file of the database; nil on a server.
  var file: (any FileConnection)? { get }
  /// A unique name of a database on a server, independent of its address; nil for a file.
  var identity: String? { get }
}

/// The distinct numbers of a column that a survey has found.
package struct NumberSurvey: Sendable {
  /// The estimated number of records of the table; nil if no index contains all of them.
  package let size: Int64?
  /// Nil if there are more than the limit, or if the survey did not look for them.
  package let numbers: [Int64]?
  /// False if the table is large and no index begins with the column.
  package let hasIndex: Bool

  package init(size: Int64?, numbers: [Int64]?, hasIndex: Bool = true) {
    self.size = size
    self.numbers = numbers
    self.hasIndex = hasIndex
  }
}

/// The limits of a survey of numbers.
package struct NumberBounds: Sendable {
  /// The number of records below which a survey ends at once.
  package let fewestRecords: Int64
  /// The minimum number of records for each step.
  package let recordsForStep: Int64
  package let mostSteps: Int64

  package init(fewestRecords: Int64, recordsForStep: Int64, mostSteps: Int64) {
    self.fewestRecords = fewestRecords
    self.recordsForStep = recordsForStep
    self.mostSteps = mostSteps
  }

  /// The maximum number of numbers in a table of a given size.
  package func most(of size: Int64) -> Int64 { min(mostSteps, size / recordsForStep) }
}

/// Finds the distinct numbers of a column, with an index that begins with it.
package protocol NumberWalk: AnyObject {
  /// Estimates the size of a table and finds the numbers of a column, in one round trip if possible.
  func survey(
    of column: Name, in table: Name, having bits: UInt64, within bounds: NumberBounds
  ) throws(EngineError) -> NumberSurvey
  /// The number of records of a table, estimated without reading it; nil if no index contains all
  /// of them.
  /// - Parameter fewest: the number below which the result may be inaccurate.
  func size(of table: Name, above fewest: Int64) throws(EngineError) -> Int64?
  /// True if an index begins with the column, so that its numbers are found without reading the
  /// records.
  func hasIndex(on column: Name, in table: Name) throws(EngineError) -> Bool
}

/// Inserts many records into one table.
package protocol RecordLoader: AnyObject {
  /// The maximum number of records in one call.
  var capacity: Int { get }
  /// Starts to insert records. The engine continues while the next ones are read.
  /// - Parameters:
  ///   - fields: the indexes of a record's cells for the columns.
  ///   - columns: the names of the columns, and the types of their values; nil for keys.
  func begin(
    _ cells: UnsafeBufferPointer<StoredRow.Cell>, in bytes: UnsafeBufferPointer<UInt8>,
    width: Int, _ fields: [Int], into table: Name, _ columns: [(name: Name, type: AttributeType?)]
  ) throws(EngineError)
  /// Waits until all records are inserted. After an error, none of them is.
  func end() throws(EngineError)
}

extension Connection {
  package func viewNames() throws(EngineError) -> [Name] { [] }

  package func mostRecords(in table: Name) -> Int64? { nil }

  package func loggedValue(_ value: Value, of type: AttributeType) -> Value { value }

  package func takeNotices() -> [String] { [] }

  package func allowLongValues(if areVouchedFor: () throws -> Bool) rethrows {}

  package var isRemote: Bool { false }

  package func ask(_ questions: [SQLText]) throws(EngineError) {}

  package func runAll(_ statements: [SQLText], asking questions: [SQLText]) throws(EngineError) {
    for statement in statements { try runAll(statement) }
  }

  package func runLast(_ statement: SQLText, after optional: SQLText?) throws(EngineError) {
    try runNow(statement, after: optional)
  }

  /// Runs a statement after one that the user may have no right to run.
  package func runNow(_ statement: SQLText, after optional: SQLText?) throws(EngineError) {
    if let optional {
      do throws(EngineError) {
        try attempt { () throws(EngineError) in try run(optional) }
      } catch {
        guard error.kind == .forbidden else { throw error }
      }
    }
    try run(statement)
  }

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

  /// Runs SQL that may contain several statements if it has no bound values.
  package func runAll(_ sql: SQLText) throws(EngineError) {
    let statement = sql.written(in: dialect)
    if statement.bindings.isEmpty { try execute(statement.text) } else { try run(sql) }
  }

  /// The first value of the first row; nil if there is none.
  package func value(_ sql: SQLText) throws(EngineError) -> Value? {
    let statement = try prepare(sql)
    return try statement.step() ? statement.value(at: 0) : nil
  }
}

/// Interrupts the work of an open database, from any thread.
package struct Interrupter: Sendable {
  private let stop: @Sendable () -> Void

  package init(_ stop: @escaping @Sendable () -> Void) { self.stop = stop }

  /// Ends the running statement, whose transaction fails.
  package func interrupt() { stop() }
}
