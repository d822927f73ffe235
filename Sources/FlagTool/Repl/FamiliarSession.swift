import CommandTable
import PlainText

// Lines from sqlite3, psql, mysql and duckdb that a session accepts or explains.

extension FamiliarCommand {
  /// Each with the equivalent session line. `…` represents the rest.
  private static let ofSession = [
    FamiliarCommand(
      "\\d", "\\d+", ".indexes", ".indices", ".fullschema", "describe", "desc", "show columns from",
      "show create table", line: ".schema …"),
    FamiliarCommand("\\dt", "\\dt+", "\\dv", "\\di", "\\z", "show tables", line: ".tables"),
    FamiliarCommand(
      "\\c", "\\connect", "\\l", "\\conninfo", ".databases", "show databases", line: ".open …"),
    FamiliarCommand("\\q", ".exit", ".q", "quit", "exit", line: ".quit"),
    FamiliarCommand("\\?", "\\h", "?", line: ".help …"),
    FamiliarCommand("\\x off", line: ".mode"),
    FamiliarCommand("\\x", "\\x on", line: ".mode line"),
    FamiliarCommand("\\t off", line: ".header on"),
    FamiliarCommand("\\t", "\\t on", line: ".header off"),
    FamiliarCommand(".headers", line: ".header …"),
    FamiliarCommand(".nullvalue", "\\pset null", line: ".null …"),
    FamiliarCommand("\\pset format", line: ".mode …"),
    FamiliarCommand("\\timing off", line: ".timer off"),
    FamiliarCommand("\\timing", "\\timing on", line: ".timer on"),
    FamiliarCommand("\\i", "\\ir", "\\.", "source", line: ".read …"),
    FamiliarCommand("\\o", "tee", line: ".output …"),
    FamiliarCommand("notee", line: ".output"),
    FamiliarCommand("\\e", line: ".edit"),
    FamiliarCommand("\\!", ".system", "system", line: ".shell …"),
    FamiliarCommand("\\watch", line: ".watch …"),
    FamiliarCommand(".backup", line: ".dump …"),
    FamiliarCommand("summarize", line: "stats …"),
    FamiliarCommand(
      "begin", "begin transaction", "begin immediate", "begin exclusive", "start transaction",
      line: ".begin"),
    FamiliarCommand("commit", "commit transaction", "end", "end transaction", line: ".commit"),
    FamiliarCommand("rollback", "rollback transaction", "abort", line: ".rollback"),
  ]

  /// Each with a similar session line.
  private static let nearSession = [
    FamiliarCommand(".once", line: ".output FILE, and .output after it"),
    FamiliarCommand("\\copy", line: ".import FILE ENTITY, or .output FILE"),
    FamiliarCommand("\\set", ".parameter", ".param", line: ".arg NAME=VALUE"),
    FamiliarCommand("\\g", "\\p", "\\s", line: ".edit"),
    FamiliarCommand(".eqp", line: ".explain PREDICATE"),
    FamiliarCommand(".width", "\\pset", line: ".mode FORMAT"),
    FamiliarCommand(".clone", ".recover", line: "copy FILE"),
    FamiliarCommand(".bail", line: "flagdb repl --keep-going"),
    FamiliarCommand(".save", line: ".dump FILE"),
  ]

  /// The session line for a line of another tool; nil if there is none.
  static func sessionLine(for text: String) -> String? {
    let text = text.withoutSemicolon
    let words = text.split(maxSplits: 3, whereSeparator: \.isWhitespace)
    for count in stride(from: min(3, words.count), to: 0, by: -1) {
      let head = words.prefix(count).joined(separator: " ").lowercased()
      guard let familiar = ofSession.first(where: { $0.names.contains(head) }) else { continue }
      let rest = words.count > count ? String(text[words[count].startIndex...]) : ""
      if familiar.line.hasSuffix("…") { return (familiar.line.dropLast() + rest).trimmed }
      if rest.isEmpty { return familiar.line }
      return nil
    }
    return nil
  }

  /// The hint for a first word that is not a session command.
  static func sessionHint(for word: String, _ rest: [String]) -> String? {
    if ["clear", "cls", "\\clear"].contains(word) { return "Ctrl-L clears the screen" }
    if let near = nearSession.first(where: { $0.names.contains(word) }) {
      return "write \(near.line)"
    }
    if DotCommand.named(word) != nil {
      return "write \((".\(word) " + rest.map(shellWord).joined(separator: " ")).trimmed)"
    }
    let familiar = all.first { $0.names.contains(word) }
    return familiar.map { "write \($0.line(after: nil, with: rest, without: ["DB"]))" }
  }
}

extension Substring {
  fileprivate var trimmed: String { String(self).trimmed }
}
