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
  private let connection: PostgreSQLConnection
  private var values = Parameters()

  private enum State {
    case ready, giving, ended
  }

  private var state = State.ready
  /// The current row, the texts of its cells if it is a COPY line, and the readers of its columns.
  private var row: Wire.Piece?
  private var texts = CellTexts(start: nil, count: 0)
  private var columns: [ResultColumn] = []
  private var forms: [ColumnForm] = []
  /// The JSON columns whose text is converted to the form in files.
  private var json: [(index: Int, type: AttributeType)] = []
  /// The remaining pieces, read early because another statement ran.
  private var rest: ArraySlice<Wire.Piece> = []
  private var failure: EngineError?
  /// Measures the current run; nil if nobody traces the connection.
  private var clock: StatementClock?

  private var runCount = 0
  /// The number of the transaction for this statement alone.
  private var alone: Int?
  /// The name on the server, and the types for which it was prepared.
  private var prepared: (name: String, types: [Oid])?

  /// True to read flagdb's decimals as integers.
  private let readsUnits: Bool
  /// True if it is an internal statement that changes nothing.
  package var isQuestion = false
  /// The same with its numbers in it, if the rows are to come by COPY.
  private let copied: String?
  /// The known result.
  var answer: Answer?
  /// The number of its rows that were returned.
  private var given = 0
  /// The names of the parameters in a user's SQL; nil in flagdb's own statements.
  var names: [String?]?
  /// The connection of the engine, which knows the origins of columns.
  var owner: ServerConnection?

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

  private static func value(
    of cell: StoredRow.Cell, in bytes: UnsafePointer<UInt8>
  ) -> Value {
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
      given = min(given + 1, answer.rows.count + 1)
      return given <= answer.rows.count
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
    try connection.requireLife(sql)
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

  private func endAlone() throws(EngineError) {
    guard let number = alone else { return }
    alone = nil
    try connection.endAlone(number)
  }

  private func undoAlone() {
    if let alone { connection.undoAlone(alone) }
    alone = nil
  }

  /// Sends it in one round trip with the pending statements, and with its name if the server does not know it.
  private func sendItself() throws(EngineError) {
    let handle = connection.wire.handle
    let isNew = runCount > 0 || prepared != nil ? try nameItself() : false
    runCount += 1
    var messages = connection.takePending().map { sql in
      { PQsendQueryParams(handle, sql, 0, nil, nil, nil, nil, 0) }
    }
    if isNew, let prepared {
      messages.append { [sql] in
        PQsendPrepare(handle, prepared.name, sql, Int32(prepared.types.count), prepared.types)
      }
    }
    let values = values
    let name = prepared?.name
    let own = { [sql] in
      name.map { values.send(toStatement: $0, on: handle) }
        ?? values.send(sql, on: handle)
    }
    if messages.isEmpty {
      try connection.send(sql) { _ in own() }
    } else {
      try connection.send(together: messages + [own], sql)
      do throws(EngineError) {
        try connection.passResults(messages.count, sql)
      } catch {
        if isNew { prepared = nil }
        throw error
      }
    }
    PQsetSingleRowMode(handle)
  }

  /// Requests the columns, which COPY does not report, and the rows in one round trip.
  private func sendCopy(_ sql: String) throws(EngineError) {
    try connection.sendPending()
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

  /// Gives the statement a name on the server, unless it has one that fits the values, or a pooler keeps no
  /// names. Returns true if the server does not know the name yet.
  private func nameItself() throws(EngineError) -> Bool {
    if let prepared {
      if values.fit(prepared.types) { return false }
      self.prepared = nil
      connection.noteUnused(prepared.name)
    }
    guard let name = try connection.newName() else { return false }
    prepared = (name, values.types)
    return true
  }

  /// Makes the server parse the statement and report its columns, without running it.
  package func describe() throws(EngineError) {
    try connection.requireLife(sql)
    alone = try connection.beginAlone()
    do throws(EngineError) {
      try prepareAndDescribe()
    } catch {
      prepared = nil
      undoAlone()
      throw error
    }
    try endAlone()
  }

  /// The name of the server's last statement is empty.
  private func prepareAndDescribe() throws(EngineError) {
    let handle = connection.wire.handle
    let isNew = try nameItself()
    let name = prepared?.name
    let types = prepared?.types ?? values.types
    try connection.sendPending()
    var messages = [{ PQsendDescribePrepared(handle, name ?? "") }]
    if isNew || name == nil {
      let first = { [sql] in PQsendPrepare(handle, name ?? "", sql, Int32(types.count), types) }
      messages.insert(first, at: 0)
    }
    try connection.send(together: messages, sql)
    try connection.passResults(messages.count - 1, sql)
    var failure: EngineError?
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

  package var onlyReads: Bool { UserStatement(sql).onlyReads }

  package var parameters: [String?] { names ?? [] }

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

  // MARK: The row

  private func clearRow() {
    row?.free()
    row = nil
  }

  package var columnCount: Int { answer?.names.count ?? columns.count }

  package func name(at index: Int) -> String { answer?.names[index] ?? columns[index].name }

  /// Finds the names by the numbers of the table and the column on the server.
  package func origin(at index: Int) -> (table: Name, column: Name)? {
    if answer != nil || columns[index].table == 0 { return nil }
    return owner?.origin(columns[index].table, columns[index].column)
  }

  package func read(_ type: AttributeType, at index: Int) {
    // Before it has run, the server has not said its columns.
    if answer == nil, case .decimal = type, index < columns.count {
      columns[index].readUnits()
      forms[index] = columns[index].form
    }
    if type.changesInServerJSON { json.append((index, type)) }
  }

  package func value(at index: Int) -> Value {
    let value = received(at: index)
    guard case .text(let text) = value, let type = json.first(where: { $0.index == index })?.type
    else { return value }
    return .text(type.fileText(ofServerJSON: text))
  }

  private func received(at index: Int) -> Value {
    if answer != nil { return answeredRow?[index] ?? .null }
    return text(at: index).map { forms[index].value(of: $0) } ?? .null
  }

  /// The current row of the known result; nil before the first and after the last.
  private var answeredRow: [Value]? {
    answer.flatMap { $0.rows.indices.contains(given - 1) ? $0.rows[given - 1] : nil }
  }

  /// Replaces another row by a copy of the current one.
  package func copy(into row: inout StoredRow) {
    row.removeAll()
    if answer == nil {
      for (index, form) in forms.enumerated() {
        row.cells.append(text(at: index).map { form.read($0, to: &row.bytes) } ?? .null)
      }
    } else {
      for value in answeredRow ?? [] { row.cells.append(row.cell(of: value)) }
    }
    for (index, type) in json {
      guard case .text(let text) = row.value(at: index) else { continue }
      row.cells[index] = row.cell(of: .text(type.fileText(ofServerJSON: text)))
    }
  }

  /// A value in the text format of the server; nil for NULL.
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
