internal import CPostgreSQL
package import Engines
package import FlagModel

/// A statement: it binds values and returns rows, one in memory at a time. Its result may be known
/// already, from a round trip with other questions; then it is returned once, without the server.
///
/// The first run takes one round trip. The second run prepares it on the server, so that it is not
/// planned again, unless there is a pooler. Outside of a transaction it has a transaction for
/// itself. If another statement of the connection runs before all rows are read, the remaining rows
/// are stored in memory.
package final class PostgreSQLStatement: Statement {
  package let sql: String
  let connection: LibpqConnection
  var values = Parameters()

  private enum State {
    case ready, giving, ended
  }

  private var state = State.ready
  /// The current row, the texts of its cells if it is a COPY line, and the readers of its columns.
  var row: Wire.Piece?
  var texts = CellTexts(start: nil, count: 0)
  var columns: [ResultColumn] = []
  var forms: [ResultForm] = []
  /// The JSON columns whose text is converted to the form in files.
  var json: [(index: Int, type: AttributeType)] = []
  /// The remaining pieces, read early because another statement ran.
  private var rest: ArraySlice<Wire.Piece> = []
  var failure: EngineError?
  /// Measures the current run; nil if nobody traces the connection.
  private var clock: StatementClock?

  var runCount = 0
  /// The number of the transaction for this statement alone.
  var alone: Int?
  /// The name on the server, and the types for which it was prepared.
  var prepared: (name: String, types: [Oid])?

  /// True to read flagdb's decimals as integers.
  private let readsUnits: Bool
  /// True if it is an internal statement that changes nothing.
  package var isQuestion = false
  /// The same with its numbers in it, if the rows are to come by COPY.
  let copied: String?
  /// The known result.
  var answer: Answer?
  /// The number of its rows that were returned.
  var returnedRows = 0
  /// The names of the parameters in a user's SQL; nil in flagdb's own statements.
  var names: [String?]?
  /// The connection of the engine, which knows the origins of columns.
  var owner: PostgreSQLConnection?

  init(
    _ sql: String, of connection: LibpqConnection, readsUnits: Bool = false,
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

  /// Binds a value; the first has the number 1. A user's value is sent as a text without a type, as
  /// psql does, so that the server finds the type.
  package func bind(_ value: Value, at index: Int) {
    answer = nil
    switch value {
    case .integer(let number) where names != nil: values.set(.text("\(number)"), at: index)
    case .real(let number) where names != nil: values.set(.text("\(number)"), at: index)
    default: values.set(value, at: index)
    }
  }

  package func bind(
    _ cells: UnsafeBufferPointer<StoredRow.Cell>, _ places: [Int], in bytes: UnsafePointer<UInt8>,
    from index: Int
  ) {
    for (offset, place) in places.enumerated() {
      bind(Self.value(of: cells[place], in: bytes), at: index + offset)
    }
  }

  private static func value(of cell: StoredRow.Cell, in bytes: UnsafePointer<UInt8>) -> Value {
    func part(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
      UnsafeBufferPointer(start: bytes + range.lowerBound, count: range.count)
    }
    return switch cell {
    case .null: .null
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    case .text(let range): .text(String(decoding: part(range), as: UTF8.self))
    case .blob(let range): .blob(Array(part(range)))
    }
  }

  // MARK: Running

  /// Moves to the next row; returns false if there is none.
  package func step() throws(EngineError) -> Bool {
    if let answer {
      returnedRows = min(returnedRows + 1, answer.rows.count + 1)
      return returnedRows <= answer.rows.count
    }
    if state == .ready { try start() }
    guard state == .giving else { return false }
    clearRow()
    row = try nextRow()
    switch row {
    case .line(let line): line.split(into: texts)
    case .result: break
    case nil: state = .ended
    }
    if row != nil { clock?.rows += 1 }
    return row != nil
  }

  /// Makes the statement ready to be bound and run again.
  package func reset() {
    answer = nil
    endRows()
    state = .ready
  }

  private func start() throws(EngineError) {
    try connection.requireUsable(sql)
    guard !values.hasUnsendableText else {
      throw EngineError(
        ServerReport(
          state: SQLState.untranslatableCharacter, "a text with the character 0 cannot be stored"),
        sql: sql)
    }
    connection.forgetWritten()
    alone = try connection.beginAlone()
    clock = StatementClock(sql, of: connection)
    if !isQuestion { connection.isUntouched = false }
    do throws(EngineError) {
      if let copied { try sendCopy(copied) } else { try sendItself() }
    } catch {
      endClock()
      undoAlone()
      throw error
    }
    state = .giving
    connection.active = self
  }

  func endAlone() throws(EngineError) {
    guard let number = alone else { return }
    alone = nil
    try connection.endAlone(number)
  }

  func undoAlone() {
    if let alone { connection.undoAlone(alone) }
    alone = nil
  }

  func noteColumns(of result: OpaquePointer) {
    columns = ResultColumn.all(of: result)
    texts.deallocate()
    texts = .allocate(capacity: columns.count)
    texts.initialize(repeating: nil)
    if readsUnits { for index in columns.indices { columns[index].readUnits() } }
    forms = columns.map(\.form)
  }

  package var onlyReads: Bool { UserStatement(sql).onlyReads }

  package var parameters: [String?] { names ?? [] }

  private func clearRow() {
    row?.free()
    row = nil
  }

  // MARK: Results

  /// The piece with the next row; nil after the last.
  private func nextRow() throws(EngineError) -> Wire.Piece? {
    while let piece = nextPiece() {
      guard case .result(let result) = piece else { return piece }
      switch PQresultStatus(result) {
      case PGRES_SINGLE_TUPLE:
        if columns.isEmpty { noteColumns(of: result) }
        return piece
      case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY:
        if columns.isEmpty { noteColumns(of: result) }
        // A COPY that reads reports the same row count as one that writes.
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
    endClock()
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
    if connection.active === self { return connection.wire.nextPiece() }
    return nil
  }

  /// Reads the remaining rows into memory, so that another statement can run.
  func takeRest() {
    while let piece = connection.wire.nextPiece() { rest.append(piece) }
    connection.active = nil
  }

  /// Discards the unread rows. The connection skips them when it is used again.
  func endRows() {
    clearRow()
    for piece in rest { piece.free() }
    rest = []
    failure = nil
    endClock()
    if state == .giving { state = .ended }
    if alone != nil, alone == connection.alone { connection.hasUnwantedTransaction = true }
    alone = nil
    guard connection.active === self else { return }
    connection.active = nil
    connection.hasUnwantedRows = true
  }

  /// Reports the run, unless that was done.
  private func endClock() {
    clock?.end()
    clock = nil
  }
}
