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
  var rows: Int64?
  var seconds: Int64?

  mutating func declare(in table: inout OptionTable) {
    table.database(&database)
    table.argument(
      "OTHER", isOptional: true, &others, .file(extensions: ["db", "sqlite", "sqlite3"]),
      help: "more databases")
    table.heading("limits")
    table.value("rows", &rows, "N", help: "the most records in an answer, 200 by default")
    table.value("seconds", &seconds, "N", help: "the longest time for an answer, 20 by default")
  }

  private static let defaultRows: Int64 = 200
  private static let defaultSeconds: Int64 = 20
  private static let mostRows: Int64 = 100_000
  /// A day.
  private static let mostSeconds: Int64 = 86_400

  func run(in session: Session) throws -> Exit {
    guard let program = programPath() else {
      throw CommandError("the path of \(toolName) is not known", exit: .failed)
    }
    let paths = [database] + others
    let server = MCPServer(
      program: program, paths: paths, databases: paths.map(Self.label),
      rows: try Self.limit("rows", rows ?? Self.defaultRows, most: Self.mostRows),
      seconds: try Self.limit("seconds", seconds ?? Self.defaultSeconds, most: Self.mostSeconds),
      version: session.commands.tool.version)
    session.act()
    var requests = RequestLines()
    while let request = try requests.next() {
      if let answer = server.answer(to: request) { try session.print(answer.text() + "\n") }
    }
    return .done
  }

  private static func limit(
    _ option: String, _ number: Int64, most: Int64
  ) throws(CommandError) -> Int64 {
    guard (1...most).contains(number) else {
      throw CommandError("--\(option): expected a number from 1 to \(most), found \(number)")
    }
    return number
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
