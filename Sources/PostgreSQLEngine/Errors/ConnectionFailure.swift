/// Parses the error of a failed connection. libpq returns it only as text, with the SQLSTATE only
/// in verbose form:
///
///     connection to server at "::1", port 5432 failed: FATAL:  28P01: password …
///
/// There is a line for each attempt: for several hosts, or for one host with and without
/// encryption.
struct ConnectionFailure {
  let report: ServerReport

  init(_ text: String) {
    let lines = text.split(separator: "\n")
    let attempts = lines.filter { $0.contains(Self.mark) }
    var report = ServerReport(state: SQLState.noConnection, Self.listed(attempts.map(String.init)))
    if attempts.isEmpty { report.message = lines.first.map(String.init) ?? "no connection" }
    if let fatal = attempts.compactMap(Self.stated).first {
      report.severity = "FATAL"
      report.state = fatal.state
      report.message = Self.listed(Self.messages(of: attempts))
      report.detail = Self.field("DETAIL", in: lines)
      report.hint = Self.field("HINT", in: lines)
    }
    self.report = report
  }

  private static let mark = " failed: "

  /// The messages of servers that responded, and the failures of attempts at other servers.
  private static func messages(of attempts: [Substring]) -> [String] {
    func server(_ attempt: Substring) -> Substring? {
      attempt.firstRange(of: mark).map { attempt[..<$0.lowerBound] }
    }
    let answering = attempts.filter { stated($0) != nil }.map(server)
    var messages: [String] = []
    for attempt in attempts {
      if let stated = stated(attempt) {
        messages.append(stated.message)
      } else if answering.contains(server(attempt)), let place = attempt.firstRange(of: mark) {
        messages.append(String(attempt[place.upperBound...]))
      }
    }
    return messages
  }

  private static func listed(_ messages: [String]) -> String {
    var listed: [String] = []
    for message in messages where !listed.contains(message) { listed.append(message) }
    return listed.joined(separator: "; ")
  }

  /// The state and the message after `FATAL:  28P01: `, in any language of the server.
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
