import CommandTable
import Databases
import FlagFormats
import FlagModel
import Platform
import SQLText
import Scripting
import Terminal
import UserSQL

/// `flagdb sql DB STATEMENT`: runs SQL, in which flags can be used by name.
struct SQLCommand: Command {
  static let name = "sql"
  static let summary = "runs SQL, with flags and enum cases by name"

  var database = ""
  var reading = ReadingOptions()
  var statement: String?
  var givenParameters: [SourceText] = []
  var parameters = SQLParameters.none
  var output = OutputOptions()
  var mayWrite = false
  var sql: SQLForm?

  mutating func declare(in table: inout OptionTable) {
    table.databaseOrRecords(&database, models: &reading.models, commit: &reading.commit)
    table.argument(
      "STATEMENT", &statement, .asks("sql"),
      help: "one or more statements, separated by `;`; `-` reads standard input")
    table.heading("statement")
    table.value(
      "param", short: "p", &givenParameters, "NAME=VALUE",
      help: "the value of `:NAME`, or of `?` by its number")
    table.switch("write", &mayWrite, help: "allow the statement to change the database")
    table.part(&output)
    let sql = table.sql(&sql)
    table.exclude(sql, all: ["output"])
    table.part(&reading.records)
  }

  mutating func complete() throws {
    if statement == nil, !ImportInput.isPiped {
      throw CommandError(
        "expected STATEMENT, found nothing", hint: "as in 'SELECT count(*) FROM Sample'")
    }
    parameters = try SQLParameters(givenParameters)
  }

  func run(in session: Session) throws -> Exit {
    try session.requireEngine(for: database)
    let source = try source(in: session)
    let database = try session.given(reading).open(
      database, for: .writing(if: mayWrite && sql == nil))
    let statements = try SQLRunner(database).parse(source, parameters, now: session.now)
    if let note = statements.note { session.say(note.rendered()) }
    if sql != nil { try parameters.requireNames(in: statements.parameterNames) }
    switch sql {
    case .literals:
      let text = try statements.closedText(with: parameters, in: database.dialect)
      try session.print("\(text)\n")
      return .done
    case .parameters:
      let comment = comment(in: database.dialect)
      try session.print("\(statements.closedText)\n\(comment)")
      return .done
    case nil: break
    }
    if mayWrite {
      try change(statements, database, session)
    } else {
      let output = try session.recordOutput(output)
      try database.read {
        _ = try SQLRunner(database).run(statements, parameters, mayWrite: false) { answer in
          try output.write(columns(answer)) { write in try answer.rows.pass(to: write) }
        }
      }
      try output.finish()
    }
    return .done
  }

  /// The statements, read from standard input if the command line has none.
  private func source(in session: Session) throws -> SourceText {
    if let statement, statement != "-" { return SourceText(statement) }
    session.read("-")
    return try Self.readStandardInput()
  }

  /// Runs statements that change data. The rows are shown only after the commit.
  private func change(_ sql: PlainSQL, _ database: Database, _ session: Session) throws {
    try session.requireOutput(self.output)
    var output: RecordOutput?
    var empty: RecordOutput?
    var report: String?
    try session.answer(mayRetry: output == nil) { answer in
      try database.write {
        let changed = try SQLRunner(database).run(sql, parameters, mayWrite: true) { answer in
          let rows = try output ?? session.recordOutput(self.output)
          rows.sink.hold()
          output = rows
          try rows.write(columns(answer)) { write in try answer.rows.pass(to: write) }
        }
        report = changed.map { "\(counted($0, "record")) changed\n" }
        try output?.sink.requireTakerOfAnswer()
        guard output == nil else { return }
        if let report { try answer(report) }
        if self.output.path != nil { empty = try session.recordOutput(self.output) }
      }
    }
    guard let output else {
      // A file must not keep the rows of an earlier statement.
      try empty?.finish()
      return
    }
    try output.sink.deliverAnswer()
    if let report { session.say(report) }
  }

  private func columns(_ answer: SQLAnswer) -> [OutputColumn] {
    answer.columns.map { OutputColumn(name: $0.title, type: $0.type) }
  }

  /// The parameter values as a comment below the SQL.
  private func comment(in dialect: any Dialect) -> String {
    parameters.names.map { name in
      let value = parameters.value(of: ":\(name)") ?? .null
      return visible("-- \(name): \(dialect.literal(value))") + "\n"
    }.joined()
  }

  private static func readStandardInput() throws -> SourceText {
    let input = InputFile.standardInput
    let bytes = try input.readAll(limit: PlainSQL.longest)
    if let offset = firstInvalidUTF8(in: bytes) {
      throw CommandError("\(input.path) is not UTF-8: byte \(offset)", exit: .failed)
    }
    return SourceText(name: input.path, utf8: bytes)
  }
}
