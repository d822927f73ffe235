import Engines
import FlagModel

/// A statement on a server: it binds values and returns rows, one at a time.
final class ServerStatement: Statement {
  private let statement: PostgreSQLStatement
  private let connection: ServerConnection
  /// The names of the parameters in a user's SQL; nil in flagdb's own statements.
  private let names: [String?]?
  /// The JSON columns whose text is converted to the form in files.
  private var json: [(index: Int, type: AttributeType)] = []

  /// The known result, which is returned once.
  private var answer: Answer?
  /// The number of its rows that were returned.
  private var given = 0

  init(
    _ statement: PostgreSQLStatement, of connection: ServerConnection, _ names: [String?]? = nil,
    answer: Answer? = nil
  ) {
    self.answer = answer
    self.statement = statement
    self.connection = connection
    self.names = names
  }

  var sql: String { statement.sql }

  /// Binds a value. A user's value is sent as a text without a type, as psql does, so that the
  /// server finds the type.
  func bind(_ value: Value, at index: Int) {
    answer = nil
    switch value {
    case .integer(let number) where names != nil: statement.bind(.text("\(number)"), at: index)
    case .real(let number) where names != nil: statement.bind(.text("\(number)"), at: index)
    default: statement.bind(value, at: index)
    }
  }

  func bind(
    _ cells: UnsafeBufferPointer<StoredRow.Cell>, _ places: [Int], in bytes: UnsafePointer<UInt8>,
    from index: Int
  ) {
    answer = nil
    for (offset, place) in places.enumerated() {
      statement.bind(Self.value(of: cells[place], in: bytes), at: index + offset)
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

  func step() throws(EngineError) -> Bool {
    if let answer {
      given = min(given + 1, answer.rows.count + 1)
      return given <= answer.rows.count
    }
    return try translated { () throws(PostgreSQLError) in try statement.step() }
  }

  func reset() {
    answer = nil
    statement.reset()
  }

  var columnCount: Int { answer?.names.count ?? statement.columnCount }

  func name(at index: Int) -> String { answer?.names[index] ?? statement.name(at: index) }

  /// The current row of the known result; nil before the first and after the last.
  private var row: [Value]? {
    answer.flatMap { $0.rows.indices.contains(given - 1) ? $0.rows[given - 1] : nil }
  }

  func value(at index: Int) -> Value {
    let value = answer == nil ? statement.value(at: index) : row?[index] ?? .null
    guard case .text(let text) = value, let type = json.first(where: { $0.index == index })?.type
    else { return value }
    return .text(type.fileText(ofServerJSON: text))
  }

  func copy(into row: inout StoredRow) {
    if answer != nil {
      row.removeAll()
      for value in self.row ?? [] { row.cells.append(row.cell(of: value)) }
    } else {
      statement.copy(into: &row)
    }
    for (index, type) in json {
      guard case .text(let text) = row.value(at: index) else { continue }
      row.cells[index] = row.cell(of: .text(type.fileText(ofServerJSON: text)))
    }
  }

  /// True if the first word of the statement only reads. A read-only server refuses everything else
  /// itself.
  var onlyReads: Bool {
    let words = SQLWords(sql)
    guard let verb = words.first else { return true }
    if verb == "WITH" {
      return !words.contains { ["INSERT", "UPDATE", "DELETE", "MERGE"].contains($0) }
    }
    return ["SELECT", "VALUES", "TABLE", "SHOW", "EXPLAIN"].contains(verb)
  }

  var parameters: [String?] { names ?? [] }

  func read(_ type: AttributeType, at index: Int) {
    // Before it has run, the server has not said its columns.
    if answer == nil, case .decimal = type, index < statement.columnCount {
      statement.readUnits(at: index)
    }
    if type.changesInServerJSON { json.append((index, type)) }
  }

  func origin(at index: Int) -> (table: Name, column: Name)? {
    if answer != nil { return nil }
    return statement.origin(at: index).flatMap { connection.origin($0.table, $0.column) }
  }
}
