/// The programs that are measured beside each other.
enum Tool: String, CaseIterable {
  case flagdb
  case flagdbOnOneThread = "flagdb, 1 thread"
  case sqlite3
  case sqliteUtils = "sqlite-utils"
  case duckdb
  case duckdbOnOneThread = "duckdb, 1 thread"
  case miller = "mlr"
  case psql

  /// The program, which two tools share where one of them runs on one thread.
  var program: Tool {
    switch self {
    case .flagdbOnOneThread: .flagdb
    case .duckdbOnOneThread: .duckdb
    case .flagdb, .sqlite3, .sqliteUtils, .duckdb, .miller, .psql: self
    }
  }

  /// The first line of what `--version` prints; nil where the tool is not installed.
  func version(at path: String) -> String? {
    guard let run = try? run([path, "--version"], in: "/"), run.status == 0 else { return nil }
    let line = String(decoding: run.output, as: UTF8.self).split(separator: "\n").first ?? ""
    // What is in brackets belongs to a build.
    let words = line.split(separator: " ").prefix { !$0.hasPrefix("(commit") }
    return String(words.prefix(3).joined(separator: " "))
  }
}
