import Foundation
import TestSupport
import Testing

/// Data that means something to a shell, completed at each open quote in shells on a terminal, with
/// Enter pressed after it: nothing of the data runs, and the command gets the value that was meant.
@Suite("Completion of hostile data")
struct HostileCompletionTests {
  typealias Key = TerminalSession.Key

  /// Each is the code of the only record of an entity.
  private static let values = [
    "S-1$(touch pwned)", "`touch pwned`", "${x:-$(touch pwned)}", "$HOME", "'", "'$(touch pwned)'",
    "\";touch pwned;\"", "';touch pwned;'", "a!!b", "\"!!'!!", "*", "~", "&touch pwned", ">pwned",
    "-c", "  a  b", "a\\", "\\'", "\\$(touch pwned)", "#a", "{a,b}", "=ls:c", "^a^b",
    "(touch pwned)",
    "日$(touch pwned)ü", "'\u{301};touch pwned",
  ]

  /// Not offered: no terminal shows them as they are, or the command would take them for an option.
  private static let unoffered = [
    "a\ntouch pwned\n", "\u{1B}[31mred", "\u{9B}1m", "a\tb", "--count", "--",
  ]

  /// Flags whose names Swift allows in backquotes.
  private static let flags = [
    "$(touch pwned)", "it's;touch pwned", "say \"hi\"", "-c", "!!", "*",
  ]

  private func sandbox() async throws -> Sandbox {
    let sandbox = try Sandbox()
    var model = ""
    var records = ""
    var others = ""
    for (index, value) in (Self.values + Self.unoffered).enumerated() {
      model +=
        "@Model class V\(index) { @Attribute(.unique) var code: String; var found: String }\n"
      records += "INSERT INTO V\(index) (code, found) VALUES (\(sql(value)), 'found-\(index).');\n"
    }
    for (index, name) in Self.flags.enumerated() {
      model += """
        struct S\(index): OptionSet { let rawValue: Int; static let `\(name)` = S\(index)(rawValue: 1) }
        @Model class F\(index) { var flags: S\(index); var found: String }

        """
      records += "INSERT INTO F\(index) (flags, found) VALUES (1, 'found-\(index).');\n"
    }
    // Two that differ only in what has to be quoted.
    model += "@Model class Two { @Attribute(.unique) var code: String; var found: String }\n"
    records +=
      "INSERT INTO Two (code, found) VALUES ('a$(touch pwned)', ''), ('a;touch pwned', '');\n"
    // Files of others, each with a column of such a name.
    for (index, value) in (Self.values + Self.unoffered).enumerated() {
      let column = "\"" + value.unicodeScalars.map { $0 == "\"" ? "\"\"" : "\($0)" }.joined() + "\""
      others += """
        .open p\(index).db
        CREATE TABLE t (id INTEGER PRIMARY KEY, \(column) INT); INSERT INTO t VALUES (1, 1);

        """
    }
    try Data(others.utf8).write(to: sandbox.work.appendingPathComponent("p.sql"))
    try Data(model.utf8).write(to: sandbox.work.appendingPathComponent("s.swift"))
    try Data(records.utf8).write(to: sandbox.work.appendingPathComponent("s.sql"))
    let made = try await Command(
      "bash", "-c",
      """
      set -e
      flagdb new s.db s.swift; sqlite3 s.db < s.sql; sqlite3 < p.sql
      make -s -C "$REPOSITORY" install-share PREFIX="$HOME/usr" > /dev/null
      """, environment: ["REPOSITORY": Repository.root.path]
    ).run(in: sandbox)
    try #require(made.status == 0, "\(made.errorText)")
    return sandbox
  }

  private func sql(_ text: String) -> String {
    "'" + text.unicodeScalars.map { $0 == "'" ? "''" : "\($0)" }.joined() + "'"
  }

  /// Completes each value after an open quote, presses Enter, and waits for its record. In `make test` the quotes share
  /// the values between them.
  private func attack(
    _ shell: TerminalSession, quotes: [String], mayCutEscapes: Bool = false,
    offers: (_ value: String, _ quote: String) -> Bool = { _, _ in true }, in sandbox: Sandbox
  ) async throws {
    for (place, quote) in quotes.enumerated() {
      let isMeant = { (index: Int) in Campaign.extent != .few || index % quotes.count == place }
      for (index, value) in Self.values.enumerated() where isMeant(index) {
        guard offers(value, quote) else {
          try shell.type("flagdb query s.db V\(index) --id \(quote)\(Key.tab)\(quote)\r")
          continue
        }
        try await expect(
          "found-\(index).",
          after: "flagdb query s.db V\(index) -c found --id \(quote)\(Key.tab)\r",
          "\(quote) \(value)", of: shell)
      }
      for (index, name) in Self.flags.enumerated() where isMeant(index) {
        try await expect(
          "found-\(index).",
          after: "flagdb query s.db F\(index) -c found --has \(quote)\(Key.tab)\r",
          "\(quote) \(name)", of: shell)
      }
      for index in Self.unoffered.indices {
        let entity = "V\(Self.values.count + index)"
        try shell.type("flagdb query s.db \(entity) --id \(quote)\(Key.tab)\u{15}")
        let other = "p\(Self.values.count + index).db"
        try shell.type("flagdb adopt \(other) --bool \(quote)t.\(Key.tab)\u{15}")
      }
      // zsh cuts the common beginning of several within an escape: Enter would not end the line.
      if mayCutEscapes { continue }
      let closing = quote.suffix(1)
      for typed in ["", "a"] {
        try shell.type("flagdb query s.db Two --id \(quote)\(typed)\(Key.tab)\(closing)\r")
      }
      try await expect("over-1", after: "echo over-'1'\r", "the end", of: shell)
    }
    for (index, value) in Self.values.enumerated() where offers(value, "") {
      try await expect(
        "p\(index).db.flagdb: 1 entity, 1 named column",
        after: "flagdb adopt p\(index).db --bool t.\(Key.tab)\r", "t.\(value)", of: shell)
    }
    let marker = sandbox.work.appendingPathComponent("pwned").path
    #expect(!FileManager.default.fileExists(atPath: marker))
  }

  private func expect(
    _ text: String, after keys: String, _ what: String, of shell: TerminalSession
  ) async throws {
    try shell.type(keys)
    do {
      try await shell.wait(for: text)
    } catch {
      Issue.record("\(what): \(error)")
      try shell.type("\u{3}")
    }
  }

  private static let setUps = [
    "",
    """
    COMP_WORDBREAKS=${COMP_WORDBREAKS//[:=]/}
    bind 'set show-all-if-ambiguous on'; bind 'set completion-ignore-case on'
    """,
    "[ ! -r \(package) ] || . \(package)",
  ]

  @Test("bash", arguments: Campaign.cases(setUps, few: 3, many: 1))
  func bash(setup: String) async throws {
    let sandbox = try await sandbox()
    let rc = """
      \(setup)
      source "$HOME/usr/share/bash-completion/completions/flagdb"
      bind 'set bell-style none'; bind 'set enable-bracketed-paste off'
      set -o histexpand; HISTFILE=; history -s touch pwned; PS1='ready> '
      """
    try Data(rc.utf8).write(to: sandbox.work.appendingPathComponent("rc"))
    let shell = try TerminalSession(
      "bash", "--noprofile", "--rcfile", "rc", "-i", columns: 200, in: sandbox)
    try await shell.wait(for: "ready> ")
    try await attack(shell, quotes: ["", "'", "\"", "$'"], in: sandbox)
  }

  private static let package = "/usr/share/bash-completion/bash_completion"

  @Test("zsh")
  func zsh() async throws {
    let sandbox = try await sandbox()
    let rc = """
      PS1='ready> '; unsetopt beep; setopt banghist; print -s touch pwned
      fpath=($HOME/usr/share/zsh/site-functions $fpath)
      autoload -Uz compinit; compinit -u -D; bindkey -e
      """
    try Data(rc.utf8).write(to: sandbox.work.appendingPathComponent("rc"))
    let shell = try TerminalSession("zsh", "-f", "-i", columns: 200, in: sandbox)
    try shell.type("source ./rc\n")
    try await shell.wait(for: "ready> ")
    try await attack(shell, quotes: ["", "'", "\"", "$'"], mayCutEscapes: true, in: sandbox)
  }

  @Test("fish")
  func fish() async throws {
    let sandbox = try await sandbox()
    let setUp = """
      set -g fish_greeting; set -g fish_autosuggestion_enabled 0
      function fish_prompt; echo -n 'ready> '; end
      """
    let shell = try TerminalSession(
      "sh", "-c", "XDG_DATA_DIRS=$HOME/usr/share exec fish -i -C \"$0\"", setUp, columns: 200,
      in: sandbox)
    try await shell.wait(for: "ready> ")
    try await attack(
      shell, quotes: ["", "'", "\""],
      offers: { value, quote in
        // A tilde would be expanded; the others fish completes within quotes only.
        value != "~" && !(quote.isEmpty && ["&touch pwned", ">pwned"].contains(value))
      }, in: sandbox)
  }
}
