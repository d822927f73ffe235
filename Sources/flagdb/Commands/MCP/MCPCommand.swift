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

  private static let longestLine = 1 << 20

  func run(in session: Session) throws -> Exit {
    guard let program = programPath() else {
      throw CommandError("the path of \(toolName) is not known", exit: .failed)
    }
    let paths = [database] + others
    let server = MCPServer(
      program: program, paths: paths, databases: paths.map(Self.label), rows: rows ?? 200,
      seconds: seconds ?? 20,
      version: session.commands.tool.version)
    session.act()
    let input = InputFile.standardInput
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    var pending: [UInt8] = []
    while true {
      let count = try input.read(into: buffer)
      if count == 0 { return .done }
      pending += buffer[..<count]
      while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(pending[..<end])
        pending.removeSubrange(...end)
        if let answer = server.answer(to: line) { try session.print(answer.text() + "\n") }
      }
      if pending.count > Self.longestLine {
        throw CommandError("a request is longer than \(Self.longestLine >> 20) MB", exit: .failed)
      }
    }
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
