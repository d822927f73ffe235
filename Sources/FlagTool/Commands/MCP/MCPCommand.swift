import CommandTable
import Databases
import JSON
import PlainText
import Platform

/// `flagdb mcp DB…`: serves databases to agents by the Model Context Protocol, over standard input and
/// output.
struct MCPCommand: Command {
  static let name = "mcp"
  static let summary = "serves databases to AI agents by the Model Context Protocol, read-only"

  var database = ""
  var others: [String] = []
  var models: [String] = []
  var records = RecordOptions()
  var rows: AnswerLimit?
  var seconds: AnswerLimit?

  mutating func declare(in table: inout OptionTable) {
    table.databaseOrRecords(&database, models: &models)
    table.argument(
      "OTHER", isOptional: true, &others,
      .file(extensions: ["db", "sqlite", "sqlite3"] + OptionTable.recordExtensions),
      help: "more databases or record files")
    table.heading("limits")
    table.value("rows", &rows, "N", help: "the most records in an answer, 200 by default")
    table.value("seconds", &seconds, "N", help: "the longest time for an answer, 20 by default")
    table.part(&records)
  }

  private static let defaultRows: Int64 = 200
  private static let defaultSeconds: Int64 = 20

  func run(in session: Session) throws -> Exit {
    guard let program = programPath() else {
      throw CommandError("the path of \(toolName) is not known", exit: .failed)
    }
    let server = MCPServer(
      program: program, sources: try sources(in: session), models: models,
      rows: rows?.number ?? Self.defaultRows, seconds: seconds?.number ?? Self.defaultSeconds,
      version: session.commands.tool.version)
    session.act()
    try serve(server) { try session.print($0.text() + "\n") }
    return .done
  }

  /// The databases, each of which can be read.
  private func sources(in session: Session) throws -> [MCPServer.Source] {
    let paths = [database] + others
    let hasRecords = paths.contains { RecordFile($0) != nil }
    let readingSession = session.given(ReadingOptions(models: models, records: records))
      .lackingRecords(hasRecords)
    for path in paths { try requireReadable(path, in: readingSession) }
    let labels = paths.map(Self.label)
    if let label = labels.first(where: { label in labels.count { $0 == label } > 1 }) {
      throw CommandError(
        "'\(visible(label))' is named twice, and agents could not tell which is meant",
        exit: .failed)
    }
    let options = RecordOptions.words(in: session)
    return zip(paths, labels).map { path, label in
      MCPServer.Source(
        path: path, name: label, recordOptions: RecordFile(path) == nil ? [] : options)
    }
  }

  /// Answers the requests until the input ends.
  private func serve(_ server: MCPServer, _ send: @escaping (JSONValue) throws -> Void) throws {
    let requests = RequestLines()
    // The requests of a batch can be cancelled before their turn.
    var cancelled: [JSONValue] = []
    func outcome(of request: RequestLine, during id: JSONValue) throws -> RequestLines.Outcome {
      guard let json = request.json else { return .waits }
      if let answer = server.answerToPing(json) {
        try send(answer)
        return .done
      }
      guard let unwanted = json.cancelledID else { return .waits }
      if unwanted == id { return .endsCall }
      cancelled.append(unwanted)
      requests.drop { $0.json?["id"] == unwanted }
      return .done
    }
    while let request = try requests.next() {
      cancelled = []
      let answer = server.answer(to: request) { id in
        requests.duringCall(isCancelled: cancelled.contains(id)) { try outcome(of: $0, during: id) }
      }
      if let answer { try send(answer) }
    }
  }

  /// Opens a database once, because an agent would not see a mistake in its path.
  private func requireReadable(_ path: String, in session: Session) throws {
    if path == "-" {
      throw CommandError("standard input has the requests, and so no records", exit: .failed)
    }
    _ = try session.forOneTry().open(path, for: .reading)
  }

  /// The name of a database for agents: the path, or the address of a server without its user and
  /// password.
  private static func label(of path: String) -> String {
    guard Database.isAddress(path) else { return path }
    guard let scheme = path.firstRange(of: "://") else { return "server" }
    let rest = path[scheme.upperBound...].prefix { $0 != "?" }
    return String(rest.lastIndex(of: "@").map { rest[rest.index(after: $0)...] } ?? rest)
  }
}

/// A limit on an answer, `--rows` or `--seconds`.
struct AnswerLimit: CommandWord {
  let number: Int64

  init(word: String) throws(UnreadableWord) {
    guard let number = Int64(word), 1...1_000_000 ~= number else {
      throw UnreadableWord(expected: "a number from 1 to 1000000")
    }
    self.number = number
  }
}
