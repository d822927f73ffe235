internal import CPostgreSQL
package import FlagModel

/// A statement: values in, rows out, one in memory at a time.
///
/// Run once, it takes one exchange with the server; run again, it gets a name there and is not planned
/// anew. While its rows come, another statement of the same connection may be run: then the rest of the
/// rows is kept in memory.
package final class PostgreSQLStatement {
  package let sql: String
  private let connection: PostgreSQLConnection
  private var parameters = Parameters()

  private enum State {
    case ready, giving, ended
  }

  private var state = State.ready
  /// The result that has the row, and the readers of its columns.
  private var row: OpaquePointer?
  private(set) var columns: [ResultColumn] = []
  /// Results that were taken from the server for another statement's sake.
  private var rest: ArraySlice<OpaquePointer> = []
  private var failure: PostgreSQLError?

  private var runCount = 0
  /// The name at the server, and the types for which it was prepared.
  private var prepared: (name: String, types: [Oid])?

  /// True if decimals of ours are read as whole numbers.
  private let readsUnits: Bool

  init(_ sql: String, of connection: PostgreSQLConnection, readsUnits: Bool = false) {
    (self.sql, self.connection, self.readsUnits) = (sql, connection, readsUnits)
  }

  deinit {
    endRows()
    if let prepared { connection.noteUnused(prepared.name) }
  }

  /// Sets a value; the first has the number 1.
  package func bind(_ value: Value, at index: Int) {
    parameters.set(value, at: index)
  }

  // MARK: Running

  /// Goes to the next row; false when there is none.
  package func step() throws(PostgreSQLError) -> Bool {
    if state == .ready { try start() }
    guard state == .giving else { return false }
    clearRow()
    row = try nextRow()
    if row == nil { state = .ended }
    return row != nil
  }

  /// Lets it be bound and run again.
  package func reset() {
    endRows()
    state = .ready
  }

  /// Runs it to its end and makes it ready to run again.
  package func run() throws(PostgreSQLError) {
    defer { reset() }
    while try step() {}
  }

  /// The same with the value in the first row as answer, if there is any.
  package func runForValue() throws(PostgreSQLError) -> Value? {
    defer { reset() }
    guard try step() else { return nil }
    let first = value(at: 0)
    while try step() {}
    return first
  }

  private func start() throws(PostgreSQLError) {
    try connection.requireLife(sql)
    guard !parameters.hasUnsendableText else {
      throw PostgreSQLError(
        ServerReport(
          state: SQLState.untranslatableCharacter, "a text with the character 0 cannot be kept"),
        sql: sql)
    }
    if runCount > 0 || prepared != nil { try prepare() }
    runCount += 1
    connection.forgetWritten()
    try connection.send(sql) { text in
      parameters.withAddresses { addresses, lengths, formats in
        let count = Int32(addresses.count)
        if let prepared {
          return PQsendQueryPrepared(
            connection.wire.handle, prepared.name, count, addresses, lengths, formats, 0)
        }
        return PQsendQueryParams(
          connection.wire.handle, text, count, parameters.types, addresses, lengths, formats, 0)
      }
    }
    PQsetSingleRowMode(connection.wire.handle)
    state = .giving
    connection.active = self
  }

  /// Gives the statement a name at the server, unless it has one that takes the values.
  private func prepare() throws(PostgreSQLError) {
    if let prepared {
      if parameters.fit(prepared.types) { return }
      self.prepared = nil
      connection.noteUnused(prepared.name)
    }
    let (name, types) = (try connection.newName(), parameters.types)
    try connection.send(sql) {
      PQsendPrepare(connection.wire.handle, name, $0, Int32(types.count), types)
    }
    try connection.finish(sql)
    prepared = (name, types)
  }

  /// Lets the server understand it and tell its columns, without running it.
  package func describe() throws(PostgreSQLError) {
    try connection.requireLife(sql)
    try prepare()
    guard let name = prepared?.name else { return }
    try connection.send(sql) { _ in PQsendDescribePrepared(connection.wire.handle, name) }
    var failure: PostgreSQLError?
    while let result = connection.wire.nextResult() {
      defer { PQclear(result) }
      guard PQresultStatus(result) == PGRES_COMMAND_OK else {
        failure = failure ?? connection.wire.error(of: result, sql: sql)
        continue
      }
      noteColumns(of: result)
      prepared = (name, (0..<PQnparams(result)).map { PQparamtype(result, $0) })
    }
    if let failure { throw failure }
  }

  private func noteColumns(of result: OpaquePointer) {
    columns = ResultColumn.all(of: result)
    if readsUnits { for index in columns.indices { columns[index].readUnits() } }
  }

  /// Reads a column as a decimal of ours, if it is declared as one.
  package func readUnits(at index: Int) { columns[index].readUnits() }

  // MARK: Results

  /// The result with the next row; nil behind the last.
  private func nextRow() throws(PostgreSQLError) -> OpaquePointer? {
    while let result = nextResult() {
      switch PQresultStatus(result) {
      case PGRES_SINGLE_TUPLE:
        if columns.isEmpty { noteColumns(of: result) }
        return result
      case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY:
        if columns.isEmpty { noteColumns(of: result) }
        connection.noteChanges(of: result)
      default: failure = failure ?? connection.wire.error(of: result, sql: sql)
      }
      PQclear(result)
    }
    if connection.active === self { connection.active = nil }
    if let failure {
      (self.failure, state) = (nil, .ended)
      throw failure
    }
    return nil
  }

  private func nextResult() -> OpaquePointer? {
    if let result = rest.popFirst() { return result }
    return connection.active === self ? connection.wire.nextResult() : nil
  }

  /// Takes what the server has still to give, so that another statement can run.
  func takeRest() {
    while let result = connection.wire.nextResult() { rest.append(result) }
    connection.active = nil
  }

  /// Gives up the rows that have not been asked for. The connection goes past them when it is used again.
  func endRows() {
    clearRow()
    for result in rest { PQclear(result) }
    (rest, failure) = ([], nil)
    if state == .giving { state = .ended }
    guard connection.active === self else { return }
    connection.active = nil
    connection.hasUnwantedRows = true
  }

  // MARK: The row

  private func clearRow() {
    if let row { PQclear(row) }
    row = nil
  }

  package var columnCount: Int { columns.count }

  package func name(at index: Int) -> String { columns[index].name }

  /// The table and the column that a column of the answer is, by their numbers at the server.
  package func origin(at index: Int) -> (table: UInt32, column: Int32)? {
    let column = columns[index]
    return column.table == 0 ? nil : (column.table, column.column)
  }

  package func value(at index: Int) -> Value {
    guard let text = text(at: index) else { return .null }
    var bytes: [UInt8] = []
    switch columns[index].form.read(text, to: &bytes) {
    case .null: return .null
    case .integer(let number): return .integer(number)
    case .real(let number): return .real(number)
    case .text: return .text(String(decoding: bytes, as: UTF8.self))
    case .blob: return .blob(bytes)
    }
  }

  /// Copies the row in place of another.
  package func copy(into row: inout StoredRow) {
    row.removeAll()
    for index in columns.indices {
      row.cells.append(
        text(at: index).map { columns[index].form.read($0, to: &row.bytes) } ?? .null)
    }
  }

  /// A value as the server wrote it; nil for NULL.
  private func text(at index: Int) -> UnsafeBufferPointer<UInt8>? {
    let index = Int32(index)
    guard let row, PQgetisnull(row, 0, index) == 0, let start = PQgetvalue(row, 0, index) else {
      return nil
    }
    let count = Int(PQgetlength(row, 0, index))
    return UnsafeBufferPointer(
      start: UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self), count: count)
  }
}
