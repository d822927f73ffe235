import Databases
import Engines
import FlagModel
import UserSQL

/// The statements of plain SQL. Each is prepared after the previous one has run, because it may
/// need a new table.
final class SQLScript {
  private let sql: PlainSQL
  private let text: ContiguousArray<CChar>
  private let parameters: SQLParameters
  private let database: Database
  private let guardian: any SQLGuard
  private let mayWrite: Bool
  /// The offset of the next statement.
  private var next = 0
  private var usedParameters: Set<Name>
  /// The only statement, which a rehearsal has prepared, and the offset behind it.
  private var rehearsed: (statement: any Statement, next: Int)?
  /// The offset of the current statement, and its number from 1.
  private(set) var start = 0
  private(set) var number = 0

  init(
    _ sql: PlainSQL, _ parameters: SQLParameters, _ database: Database, _ guardian: any SQLGuard,
    mayWrite: Bool
  ) {
    self.sql = sql
    text = sql.text.utf8CString
    self.parameters = parameters
    usedParameters = sql.foldedParameters
    self.database = database
    self.guardian = guardian
    self.mayWrite = mayWrite
  }

  /// The first word of the current statement, in upper case.
  var verb: String {
    let place = sql.beginning(ofStatementAt: start)
    return place.source.text(place.range).uppercased()
  }

  /// Checks all statements before the first one runs. A single statement is not prepared again, which would take a
  /// server another round trip.
  func rehearse() throws {
    var first: (statement: any Statement, next: Int)?
    while let statement = try nextStatement() { first = first ?? (statement, next) }
    if number == 1 { rehearsed = first }
    next = 0
    start = 0
    number = 0
  }

  /// The next statement with its parameters bound; nil at the end.
  func nextStatement() throws -> (any Statement)? {
    while next < text.count - 1 {
      // Between two statements, the engine has nothing to interrupt.
      if Interruption.signal != nil {
        throw DatabaseError(.interrupted, "interrupted", outcome: .unchanged)
      }
      start = next
      guard let statement = try prepare() else { continue }
      number += 1
      try check(statement)
      try bind(statement)
      return statement
    }
    try parameters.requireNames(in: usedParameters)
    return nil
  }

  private func prepare() throws -> (any Statement)? {
    if let rehearsed {
      self.rehearsed = nil
      next = rehearsed.next
      return rehearsed.statement
    }
    guardian.forget()
    do throws(EngineError) {
      let (statement, length) = try text.withUnsafeBufferPointer { buffer throws(EngineError) in
        try database.connection.prepareFirst(of: UnsafeBufferPointer(rebasing: buffer[start...]))
      }
      next = start + length
      return statement
    } catch {
      throw explained(error)
    }
  }

  // MARK: Permitted statements

  private func check(_ statement: any Statement) throws(Diagnostic) {
    if verb == "VACUUM" {
      throw Diagnostic(
        "VACUUM cannot run here, where all statements are one transaction",
        at: sql.beginning(ofStatementAt: start), hint: "use sqlite3 for that")
    }
    // SQLite reports a PRAGMA as writing even if it only reads a setting; the authorizer has
    // already checked it.
    guard mayWrite || statement.onlyReads || verb == "PRAGMA" else {
      throw refusedChange
    }
  }

  /// The error for a statement that would change a database that is opened for reading.
  var refusedChange: Diagnostic {
    Diagnostic(
      "\(verb) changes the database, which is opened for reading",
      at: sql.beginning(ofStatementAt: start),
      hint: parameters.isOfProgram ? nil : "allow it with --write")
  }

  private func bind(_ statement: any Statement) throws {
    for (index, name) in statement.parameters.enumerated() {
      let parameter = name ?? "?\(index + 1)"
      guard let value = parameters.value(of: parameter) else {
        let short = SQLParameters.name(of: parameter)
        throw Diagnostic(
          "there is no value for '\(parameter)'",
          at: sql.place(ofWord: name ?? "?", inStatementAt: start),
          hint: name.flatMap { _ in .name(for: short, in: parameters.names) }
            ?? (parameters.isOfProgram ? nil : "give it as --param \(short)=VALUE"))
      }
      usedParameters.insert(SQLParameters.name(of: parameter))
      try statement.bind(value, at: index + 1)
    }
  }

  // MARK: Errors

  /// A mistake in the SQL as a diagnostic with its place; any other error unchanged.
  private func explained(_ error: EngineError) -> any Error {
    if let refusal { return refusal }
    guard error.mistake != nil || error.kind == .tooLong else { return error }
    if error.mistake == .incomplete {
      return Diagnostic("the statement ends too early", at: sql.place(ofByte: sql.text.utf8.count))
    }
    let (name, hint) = unknownName(error.unknownName)
    let place =
      error.offset.map { sql.place(ofByte: start + $0) }
      ?? name.flatMap { sql.place(ofWord: $0, inStatementAt: start) }
      ?? sql.beginning(ofStatementAt: start)
    let isInDoubleQuotes = place.source.text(place.range).utf8.first == UInt8(ascii: "\"")
    return Diagnostic(
      error.words, at: place,
      hint: hint ?? (isInDoubleQuotes ? "put text in single quotes" : nil)
        ?? error.advice.map { .words($0) })
  }

  /// The authorizer's refusal of the current statement.
  var refusal: Diagnostic? {
    guardian.refusal.map {
      Diagnostic($0.message, at: sql.beginning(ofStatementAt: start), hint: $0.hint)
    }
  }

  /// The unknown name and a similar known one: `no such column: s.marker`.
  private func unknownName(_ unknown: EngineError.UnknownName?) -> (name: String?, hint: Hint?) {
    guard let unknown, let name = unknown.name?.split(separator: ".").last.map(String.init) else {
      return (nil, nil)
    }
    let entities = database.schema.entities
    let names: [Name]
    switch unknown.sort {
    case .table: names = entities.flatMap { [$0.name, $0.viewName] }
    case .column:
      names = entities.flatMap { [$0.keyColumn] + $0.attributes.map(\.column) }
    case .function: names = FoldedFunction.names.map { Name($0) }
    case .other: return (nil, nil)
    }
    if FoldedFunction.names.contains(name.lowercased()), unknown.sort == .function {
      return (name, "\(name) needs no quotes before its bracket")
    }
    return (name, .name(for: Name(name), in: names))
  }
}
