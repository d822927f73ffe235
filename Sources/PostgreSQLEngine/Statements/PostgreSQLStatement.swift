internal import CPostgreSQL
package import FlagModel

/// A statement: values in, rows out, one in memory at a time.
///
/// Run once, it takes one exchange with the server; run again, it gets a name there and is not planned
/// anew, unless a pooler stands before the server. Outside of a transaction it gets one of its own. While
/// its rows come, another statement of the same connection may be run: then the rest of the rows is kept
/// in memory.
package final class PostgreSQLStatement {
  package let sql: String
  private let connection: PostgreSQLConnection
  private var parameters = Parameters()

  private enum State {
    case ready, giving, ended
  }

  private var state = State.ready
  /// The piece with the row, the texts of its cells, if that is a line, and the readers of its columns.
  private var row: Wire.Piece?
  private var texts = CellTexts(start: nil, count: 0)
  private(set) var columns: [ResultColumn] = []
  private var forms: [ColumnForm] = []
  /// Pieces that were taken from the server for another statement's sake.
  private var rest: ArraySlice<Wire.Piece> = []
  private var failure: PostgreSQLError?

  private var runCount = 0
  /// The number of the transaction that was begun for it alone.
  private var alone: Int?
  /// The name at the server, and the types for which it was prepared.
  private var prepared: (name: String, types: [Oid])?

  /// True if decimals of ours are read as whole numbers.
  private let readsUnits: Bool
  /// The same with its numbers in it, if the rows are to come by COPY.
  private let copied: String?

  init(
    _ sql: String, of connection: PostgreSQLConnection, readsUnits: Bool = false,
    copied: String? = nil
  ) {
    self.sql = sql
    self.connection = connection
    self.readsUnits = readsUnits
    self.copied = copied
  }

  deinit {
    endRows()
    texts.deallocate()
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
    switch row {
    case .line(let line): line.split(into: texts)
    case .result: break
    case nil: state = .ended
    }
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
          state: SQLState.untranslatableCharacter, "a text with the character 0 cannot be stored"),
        sql: sql)
    }
    connection.forgetWritten()
    alone = try connection.beginAlone()
    do throws(PostgreSQLError) {
      if let copied { try sendCopy(copied) } else { try sendItself() }
    } catch {
      undoAlone()
      throw error
    }
    state = .giving
    connection.active = self
  }

  private func endAlone() throws(PostgreSQLError) {
    guard let number = alone else { return }
    alone = nil
    try connection.endAlone(number)
  }

  private func undoAlone() {
    if let alone { connection.undoAlone(alone) }
    alone = nil
  }

  private func sendItself() throws(PostgreSQLError) {
    if runCount > 0 || prepared != nil { try prepare() }
    runCount += 1
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
  }

  /// Asks for the columns, of which COPY tells nothing, and for the rows, in one exchange.
  private func sendCopy(_ sql: String) throws(PostgreSQLError) {
    let both = "SELECT * FROM (\(sql)) AS flagdb_answer LIMIT 0; COPY (\(sql)) TO STDOUT"
    try connection.send(both) { PQsendQuery(connection.wire.handle, $0) }
    while let result = connection.wire.nextResult() {
      defer { PQclear(result) }
      switch PQresultStatus(result) {
      case PGRES_TUPLES_OK: noteColumns(of: result)
      case PGRES_COPY_OUT:
        connection.wire.isCopying = true
        return
      default: failure = failure ?? connection.wire.error(of: result, sql: self.sql)
      }
    }
    defer { failure = nil }
    throw failure ?? connection.wire.error(of: nil, sql: self.sql)
  }

  /// Gives the statement a name at the server, unless it has one that takes the values, or names are not kept.
  private func prepare() throws(PostgreSQLError) {
    if let prepared {
      if parameters.fit(prepared.types) { return }
      self.prepared = nil
      connection.noteUnused(prepared.name)
    }
    guard let name = try connection.newName() else { return }
    try prepare(as: name)
    prepared = (name, parameters.types)
  }

  private func prepare(as name: String) throws(PostgreSQLError) {
    let types = parameters.types
    try connection.send(sql) {
      PQsendPrepare(connection.wire.handle, name, $0, Int32(types.count), types)
    }
    try connection.finish(sql)
  }

  /// Lets the server understand it and tell its columns, without running it.
  package func describe() throws(PostgreSQLError) {
    try connection.requireLife(sql)
    alone = try connection.beginAlone()
    do throws(PostgreSQLError) {
      try prepare()
      if prepared == nil { try prepare(as: "") }
      try describe(prepared?.name)
    } catch {
      undoAlone()
      throw error
    }
    try endAlone()
  }

  /// The name of the server's last statement is empty.
  private func describe(_ name: String?) throws(PostgreSQLError) {
    try connection.send(sql) { _ in PQsendDescribePrepared(connection.wire.handle, name ?? "") }
    var failure: PostgreSQLError?
    while let result = connection.wire.nextResult() {
      defer { PQclear(result) }
      guard PQresultStatus(result) == PGRES_COMMAND_OK else {
        failure = failure ?? connection.wire.error(of: result, sql: sql)
        continue
      }
      noteColumns(of: result)
      guard let name else { continue }
      prepared = (name, (0..<PQnparams(result)).map { PQparamtype(result, $0) })
    }
    if let failure { throw failure }
  }

  private func noteColumns(of result: OpaquePointer) {
    columns = ResultColumn.all(of: result)
    texts.deallocate()
    texts = .allocate(capacity: columns.count)
    texts.initialize(repeating: nil)
    if readsUnits { for index in columns.indices { columns[index].readUnits() } }
    forms = columns.map(\.form)
  }

  /// Reads a column as a decimal of ours, if it is declared as one.
  package func readUnits(at index: Int) {
    columns[index].readUnits()
    forms[index] = columns[index].form
  }

  // MARK: Results

  /// The piece with the next row; nil behind the last.
  private func nextRow() throws(PostgreSQLError) -> Wire.Piece? {
    while let piece = nextPiece() {
      guard case .result(let result) = piece else { return piece }
      switch PQresultStatus(result) {
      case PGRES_SINGLE_TUPLE:
        if columns.isEmpty { noteColumns(of: result) }
        return piece
      case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY:
        if columns.isEmpty { noteColumns(of: result) }
        // A COPY that reads tells of as many rows as one that writes.
        if copied == nil {
          connection.noteChanges(of: result)
        } else {
          connection.noteRows(of: result)
        }
      default: failure = failure ?? connection.wire.error(of: result, sql: sql)
      }
      PQclear(result)
    }
    if connection.active === self { connection.active = nil }
    if let failure {
      self.failure = nil
      state = .ended
      undoAlone()
      throw failure
    }
    try endAlone()
    return nil
  }

  private func nextPiece() -> Wire.Piece? {
    if let piece = rest.popFirst() { return piece }
    return connection.active === self ? connection.wire.nextPiece() : nil
  }

  /// Takes what the server has still to give, so that another statement can run.
  func takeRest() {
    while let piece = connection.wire.nextPiece() { rest.append(piece) }
    connection.active = nil
  }

  /// Gives up the rows that have not been asked for. The connection goes past them when it is used again.
  func endRows() {
    clearRow()
    for piece in rest { piece.free() }
    rest = []
    failure = nil
    if state == .giving { state = .ended }
    if alone != nil, alone == connection.alone { connection.hasUnwantedTransaction = true }
    alone = nil
    guard connection.active === self else { return }
    connection.active = nil
    connection.hasUnwantedRows = true
  }

  // MARK: The row

  private func clearRow() {
    row?.free()
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
    switch forms[index].read(text, to: &bytes) {
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
    for (index, form) in forms.enumerated() {
      row.cells.append(text(at: index).map { form.read($0, to: &row.bytes) } ?? .null)
    }
  }

  /// A value as the server wrote it; nil for NULL.
  private func text(at index: Int) -> UnsafeBufferPointer<UInt8>? {
    switch row {
    case nil: return nil
    case .line: return texts[index]
    case .result(let row):
      let index = Int32(index)
      guard PQgetisnull(row, 0, index) == 0, let start = PQgetvalue(row, 0, index) else {
        return nil
      }
      return UnsafeBufferPointer(
        start: UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self),
        count: Int(PQgetlength(row, 0, index)))
    }
  }
}
