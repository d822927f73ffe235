/// The report of a connection that could not be made. libpq has it only as text, and the state of the
/// server in it only if it is told to say all:
///
///     connection to server at "::1", port 5432 failed: FATAL:  28P01: password …
struct ConnectionFailure {
  let report: ServerReport

  init(_ text: String) {
    // Where several hosts were tried, the last one tells.
    let lines = text.split(separator: "\n")
    let line = lines.last { $0.contains(Self.mark) } ?? lines.first ?? "no connection"
    var report = ServerReport(state: SQLState.noConnection, String(line))
    if let fatal = Self.stated(line) {
      (report.severity, report.state, report.message) = ("FATAL", fatal.state, fatal.message)
      report.detail = Self.field("DETAIL", in: lines)
      report.hint = Self.field("HINT", in: lines)
    }
    self.report = report
  }

  private static let mark = " failed: "

  /// The words behind `FATAL:  28P01: `, in whatever language FATAL is said.
  private static func stated(_ line: Substring) -> (state: String, message: String)? {
    let parts = line.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: true)
    guard
      let place = parts.firstIndex(where: { part in
        part.count == 6 && part.last == UInt8(ascii: ":")
          && part.dropLast().allSatisfy(isOfState)
          && part.dropLast().contains { $0 < UInt8(ascii: "A") }
      }), place > 0, parts[place - 1].last == UInt8(ascii: ":"), place + 1 < parts.count
    else { return nil }
    let message = line.utf8[parts[place + 1].startIndex...]
    return (String(Substring(parts[place].dropLast())), String(Substring(message)))
  }

  private static func isOfState(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
  }

  private static func field(_ name: String, in lines: [Substring]) -> String? {
    lines.last { $0.hasPrefix("\(name):  ") }.map { String($0.dropFirst(name.count + 3)) }
  }
}
