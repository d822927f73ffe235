import CBuild
import CommandTable
import SQLiteEngine
import Terminal

/// The answer to `--version`: one line with the release, the commit and SQLite. In detail, it also has what
/// a report of a fault needs.
func versionText(_ version: String, _ length: HelpLength) -> String {
  let commit = String(cString: flagdb_build_commit())
  var sources = "SQLite \(SQLiteVersion.linked)"
  if !commit.isEmpty { sources = "commit \(String(commit.prefix(12))), \(sources)" }
  let line = "\(toolName) \(version) (\(sources))\n"
  guard length == .whole else { return line }
  let editor = Terminal.lineEditor
  let details = [
    ("commit", commit.isEmpty ? "not known: built without Scripts/release" : commit),
    ("SQLite", SQLiteVersion.linked.details),
    ("its sources", SQLiteVersion.linkedSources),
    ("line editor", "\(editor.name) \(editor.version)"),
    ("compiler", "Swift \(compilerVersion)"),
    ("system", systemName),
    ("licence", licence(with: editor.name)),
  ]
  return line + details.map { "\(padded($0.0, to: 12)) \($0.1)\n" }.joined()
}

/// Readline is under the GPL, which then holds for the tool as a whole.
private func licence(with editor: String) -> String {
  if editor.starts(with: "GNU") {
    return "Apache-2.0; with GNU Readline as a whole GPL-3.0-or-later"
  }
  return "Apache-2.0"
}

private func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.utf8.count))
}

private var compilerVersion: String {
  #if compiler(>=6.4)
    "6.4 or later"
  #elseif compiler(>=6.3)
    "6.3"
  #else
    "6.2"
  #endif
}

private var systemName: String {
  #if arch(x86_64)
    let processor = "x86-64"
  #elseif arch(arm64)
    let processor = "arm64"
  #else
    let processor = "another processor"
  #endif
  #if os(Linux)
    return "Linux, \(processor)"
  #elseif os(macOS)
    return "macOS, \(processor)"
  #else
    return processor
  #endif
}
