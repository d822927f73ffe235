import Foundation
import TestSupport
import Testing

/// The completions as `make install` puts them, in shells that run on a terminal, with the tool
/// itself behind them.
@Suite("Completion in shells")
struct ShellCompletionTests {
  typealias Key = TerminalSession.Key

  /// The shells share the places between them, and in a whole campaign each has all.
  private static func places(ofShell number: Int) -> [(String, String)] {
    if Campaign.isWhole { return places }
    return places.enumerated().filter { $0.offset % 3 == number }.map(\.element)
  }

  /// The text typed before Tab, and the line after it, in every shell.
  private static let places = [
    ("flagdb migr", "flagdb migrate "),
    ("flagdb query zo", "flagdb query zoo.db "),
    ("flagdb query zoo.db Sam", "flagdb query zoo.db Sample "),
    ("flagdb query zoo.db Sample --not", "flagdb query zoo.db Sample --not-all "),
    ("flagdb query zoo.db Sample -f nd", "flagdb query zoo.db Sample -f ndjson "),
    ("flagdb query zoo.db Sample --format=mar", "flagdb query zoo.db Sample --format=markdown "),
    ("flagdb query zoo.db Sample -o no", "flagdb query zoo.db Sample -o notes.txt "),
    ("flagdb query zoo.db Sample --has vi", "flagdb query zoo.db Sample --has vitals "),
    ("flagdb query zoo.db Sample --has HRM,P", "flagdb query zoo.db Sample --has HRM,PLX "),
    ("flagdb query zoo.db Sample --none=RAW,H", "flagdb query zoo.db Sample --none=RAW,HRM "),
    ("flagdb query zoo.db Sample -c code,sc", "flagdb query zoo.db Sample -c code,score "),
    ("flagdb query zoo.db Sample --group-by sta", "flagdb query zoo.db Sample --group-by status "),
    ("flagdb query zoo.db Sample --sort -sc", "flagdb query zoo.db Sample --sort -score "),
    ("flagdb query zoo.db Sample -s -ta", "flagdb query zoo.db Sample -s -taken "),
    ("flagdb query zoo.db Sample --where sco", "flagdb query zoo.db Sample --where score "),
    ("flagdb query zoo.db Sample --id S-1", "flagdb query zoo.db Sample --id S-1 "),
    ("flagdb insert zoo.db Sample sta", "flagdb insert zoo.db Sample status="),
    ("flagdb insert zoo.db Sample status=me", "flagdb insert zoo.db Sample status=measured "),
    ("flagdb update zoo.db Sample markers+=R", "flagdb update zoo.db Sample markers+=RAW "),
    ("flagdb update zoo.db Sample markers=RAW,H", "flagdb update zoo.db Sample markers=RAW,HRM "),
    ("flagdb insert zoo.db Reading sample=S-3", "flagdb insert zoo.db Reading sample=S-3 "),
    (
      "flagdb insert zoo.db Sample --from in.csv --map Na",
      "flagdb insert zoo.db Sample --from in.csv --map Name="
    ),
    (
      "flagdb insert zoo.db Sample --from in.csv --map Name=co",
      "flagdb insert zoo.db Sample --from in.csv --map Name=code "
    ),
    (
      "flagdb insert zoo.db Sample --from in.csv --skip Re",
      "flagdb insert zoo.db Sample --from in.csv --skip Remarks "
    ),
    ("flagdb insert zoo.db Sample --from in", "flagdb insert zoo.db Sample --from in.csv "),
    ("flagdb migrate zoo.db --rename Reading=", "flagdb migrate zoo.db --rename Reading="),
    ("flagdb migrate zoo.db --clear BIOMarker.H", "flagdb migrate zoo.db --clear BIOMarker.HRM "),
    ("flagdb migrate zoo.db --fill Sample.sc", "flagdb migrate zoo.db --fill Sample.score="),
    ("flagdb migrate zoo.db --to ", "flagdb migrate zoo.db --to 1 "),
    ("flagdb define zoo.db att", "flagdb define zoo.db attribute "),
    (
      "flagdb define zoo.db attribute Sample a:BIO",
      "flagdb define zoo.db attribute Sample a:BIOMarker "
    ),
    (
      "flagdb define zoo.db entity Cage a:Dec",
      "flagdb define zoo.db entity Cage a:Decimal "
    ),
    ("flagdb flags zoo.db BIOMarker HR", "flagdb flags zoo.db BIOMarker HRM "),
    ("flagdb help mod", "flagdb help model "),
    ("flagdb completions fi", "flagdb completions fish "),
    ("flagdb zoo.db Rea", "flagdb zoo.db Reading "),
    // Files that other programs made, and the columns in them.
    ("flagdb adopt His", "flagdb adopt History "),
    ("flagdb adopt History --flags visits.tr", "flagdb adopt History --flags visits.transition="),
    (
      "flagdb adopt History --flags=visits.transition=at",
      "flagdb adopt History --flags=visits.transition=attr.h:"
    ),
    (
      "flagdb adopt History --flags visits.transition=attr.h:A",
      "flagdb adopt History --flags visits.transition=attr.h:ATTR "
    ),
    (
      "flagdb adopt History --flags visits.transition=Marks=attr.h:A",
      "flagdb adopt History --flags visits.transition=Marks=attr.h:ATTR "
    ),
    (
      "flagdb adopt History --field visits.transition:0xFF=he",
      "flagdb adopt History --field visits.transition:0xFF=headers/"
    ),
    ("flagdb adopt History --date visits.at=web", "flagdb adopt History --date visits.at=webkit "),
    ("flagdb adopt History --bool visits.tr", "flagdb adopt History --bool visits.transition "),
    ("flagdb adopt History --guess --accept li", "flagdb adopt History --guess --accept likely "),
    // What is wrong offers nothing, and says nothing.
    ("flagdb query nosuch.db Sam", "flagdb query nosuch.db Sam"),
    ("flagdb query broken.db Sam", "flagdb query broken.db Sam"),
    ("flagdb query locked.db Sam", "flagdb query locked.db Sam"),
    ("flagdb query zoo.db Nothing --has H", "flagdb query zoo.db Nothing --has H"),
    ("flagdb nonsense zoo.db Sam", "flagdb nonsense zoo.db Sam"),
  ]

  /// Predicates and SQL in quotes, which stay open so that more can follow.
  private static let quoted = [
    ("flagdb query zoo.db Sample --where 'mar", "flagdb query zoo.db Sample --where 'markers"),
    ("flagdb query zoo.db Sample 'markers la", "flagdb query zoo.db Sample 'markers lacks"),
    ("flagdb query zoo.db Sample \"markers has H", "flagdb query zoo.db Sample \"markers has HRM"),
    (
      "flagdb query zoo.db Sample --where 'score > 1 and sta",
      "flagdb query zoo.db Sample --where 'score > 1 and status"
    ),
    (
      "flagdb query zoo.db Sample --where 'code = \"S-1",
      "flagdb query zoo.db Sample --where 'code = \"S-1\""
    ),
    ("flagdb query zoo.db Sample -c 'code,sc", "flagdb query zoo.db Sample -c 'code,score"),
    ("flagdb sql zoo.db \"SELECT code FROM Sam", "flagdb sql zoo.db \"SELECT code FROM Sample"),
    (
      "flagdb sql zoo.db 'SELECT code FROM Sample WHERE has(mark",
      "flagdb sql zoo.db 'SELECT code FROM Sample WHERE has(markers"
    ),
    ("flagdb sql zoo.db 'sele", "flagdb sql zoo.db 'select"),
    ("flagdb query zoo.db Sample --has 'vi", "flagdb query zoo.db Sample --has 'vitals' "),
  ]

  /// The example, files of an import, and databases that cannot be read.
  private func sandbox() async throws -> Sandbox {
    let sandbox = try await Sandbox.zoo()
    let made = try await Command(
      "bash", "-c",
      """
      set -e
      printf 'Name,Remarks\\nS-9,none\\n' > in.csv
      echo > notes.txt; head -c 5000 /dev/zero > broken.db
      cp zoo.db locked.db
      sqlite3 History 'CREATE TABLE visits (id INTEGER PRIMARY KEY, transition INT, at INT)'
      flagdb adopt History > out.txt; mkdir headers
      sqlite3 logged.db '.dbconfig no_ckpt_on_close on' 'PRAGMA journal_mode=wal' 'CREATE TABLE t (a INT)' \
        "$(printf 'INSERT INTO t VALUES (%d);' 1 2 3 4 5 6 7 8 9 10)" > out.txt
      printf '#define ATTR_A 1\n#define ATTR_B 2\n#define ATTR_C 4\n' > attr.h
      make -s -C "$REPOSITORY" install-share PREFIX="$HOME/usr" > /dev/null
      """, environment: ["REPOSITORY": Repository.root.path]
    ).run(in: sandbox)
    try #require(made.status == 0, "\(made.errorText)")
    return sandbox
  }

  /// Another program that has a lock for as long as it is kept.
  private func lock(_ file: String, in sandbox: Sandbox) async throws -> TerminalSession {
    let holder = try TerminalSession(
      "sqlite3", file, "BEGIN EXCLUSIVE", ".print locked", ".shell cat > /dev/null", in: sandbox)
    try await holder.wait(for: "locked")
    return holder
  }

  /// Types each line and Tab, and asks the shell by Ctrl-T for the line that it has then.
  private func expect(_ places: [(String, String)], of shell: TerminalSession) async throws {
    for (typed, line) in places {
      try shell.type(typed + Key.tab + "\u{14}")
      try await shell.wait(for: "<<")
      let found = try await shell.wait(for: ">>")
      #expect(found == line, "after \(typed)")
      try shell.type("\u{15}")
    }
  }

  /// Types a line and Tab twice, and waits for what is listed.
  private func expectList(_ typed: String, _ words: [String], of shell: TerminalSession)
    async throws
  {
    try shell.type(typed + Key.tab + Key.tab)
    for word in words { try await shell.wait(for: word) }
    // Ctrl-C would take with it what is typed next.
    try shell.type("\u{15}")
  }

  private static let files = "$HOME/usr/share"

  /// Read by a start file; and loaded at the first Tab as the bash-completion package does it,
  /// whose functions may be there or not.
  @Test(
    "bash",
    arguments: [
      "source \(files)/bash-completion/completions/flagdb",
      """
      set -u; COMP_WORDBREAKS=${COMP_WORDBREAKS//[:=]/}
      source \(files)/bash-completion/completions/flagdb
      """,
      """
      _init_completion() { echo 'this is not called'; return 1; }
      load() { source "\(files)/bash-completion/completions/${1##*/}" && return 124; }
      complete -D -F load
      """,
    ])
  func bash(setup: String) async throws {
    let sandbox = try await sandbox()
    let holder = try await lock("locked.db", in: sandbox)
    let rc = """
      \(setup)
      bind 'set bell-style none'; bind 'set enable-bracketed-paste off'
      show_line() { printf '<<%s>>\\n' "$READLINE_LINE"; }
      bind -x '"\\C-t": show_line'
      PS1='ready> '
      """
    try Data(rc.utf8).write(to: sandbox.work.appendingPathComponent("rc"))
    let shell = try TerminalSession(
      "bash", "--noprofile", "--rcfile", "rc", "-i", columns: 200, in: sandbox)
    try await shell.wait(for: "ready> ")
    try await expect(Self.places(ofShell: 0) + Self.quoted, of: shell)
    try await expect(
      [
        (
          "flagdb query zoo.db Sample --group-by month",
          "flagdb query zoo.db Sample --group-by month"
        ),
        (
          "flagdb query zoo.db Sample --group-by month\\(ta",
          "flagdb query zoo.db Sample --group-by month\\(taken"
        ),
        (
          "flagdb query zoo.db Sample -c code,max\\(sc",
          "flagdb query zoo.db Sample -c code,max\\(score"
        ),
        (
          "flagdb query zoo.db Sample -c 'max(sc", "flagdb query zoo.db Sample -c 'max(score"
        ),
        (
          "flagdb query zoo.db Sample -w 'readings[val",
          "flagdb query zoo.db Sample -w 'readings[value"
        ),
        (
          "flagdb query zoo.db Sample --where 'status = me",
          "flagdb query zoo.db Sample --where 'status = measured"
        ),
      ], of: shell)
    try await expectList("flagdb query zoo.db Sample --has HRM,", ["RAW", "PLX"], of: shell)
    // Names come in the order of the model, and before functions.
    try await expectList(
      "flagdb query zoo.db Sample -c ", ["code", "note", "readings", "count"], of: shell)
    try holder.type(Key.endOfInput)
  }

  @Test("zsh")
  func zsh() async throws {
    let sandbox = try await sandbox()
    let holder = try await lock("locked.db", in: sandbox)
    let rc = """
      PS1='ready> '; unsetopt beep
      fpath=(\(Self.files)/zsh/site-functions $fpath)
      autoload -Uz compinit; compinit -u -D
      show-line() { print -r -- "<<$BUFFER>>" }
      zle -N show-line; bindkey -e; bindkey '^T' show-line
      """
    try Data(rc.utf8).write(to: sandbox.work.appendingPathComponent("rc"))
    let shell = try TerminalSession("zsh", "-f", "-i", columns: 200, in: sandbox)
    try shell.type("source ./rc\n")
    try await shell.wait(for: "ready> ")
    try await expect(Self.places(ofShell: 1) + Self.quoted, of: shell)
    try await expect(
      [
        (
          "flagdb query zoo.db Sample --where 'status = me",
          "flagdb query zoo.db Sample --where 'status = measured"
        ),
        (
          "flagdb query zoo.db Sample -c 'max(sc", "flagdb query zoo.db Sample -c 'max(score"
        ),
        (
          "flagdb query zoo.db Sample -w 'readings[val",
          "flagdb query zoo.db Sample -w 'readings[value"
        ),
      ], of: shell)
    try await expectList(
      "flagdb query zoo.db Sample -c s", ["score", "-- Double", "status", "-- Status"], of: shell)
    try await expectList(
      "flagdb query zoo.db Sample -c ", ["-- String", "readings", "-- Reading", "count()"],
      of: shell)
    // The latest commit comes first, although the descriptions are equal.
    try await expectList(
      "flagdb query logged.db t --wal-at ",
      ["11", "10", "9", "2", "0", "-- the first known state"],
      of: shell)
    try holder.type(Key.endOfInput)
  }

  /// fish draws its line anew after whatever a key prints, so that Ctrl-T writes into a file.
  @Test("fish")
  func fish() async throws {
    let sandbox = try await sandbox()
    let holder = try await lock("locked.db", in: sandbox)
    let setUp = """
      set -g fish_greeting; set -g fish_autosuggestion_enabled 0
      function fish_prompt; echo -n 'ready> '; end
      function show_line; echo "<<"(commandline)">>" >> lines; commandline ''; end
      bind \\ct show_line
      """
    let shell = try TerminalSession(
      "sh", "-c", "XDG_DATA_DIRS=$HOME/usr/share exec fish -i -C \"$0\"", setUp, columns: 200,
      in: sandbox)
    try await shell.wait(for: "ready> ")
    let file = sandbox.work.appendingPathComponent("lines")
    let places =
      Self.places(ofShell: 2) + Self.quoted + [
        (
          "flagdb query zoo.db Sample -c 'max(sc", "flagdb query zoo.db Sample -c 'max(score"
        ),
        (
          "flagdb query zoo.db Sample -w 'readings[val",
          "flagdb query zoo.db Sample -w 'readings[value"
        ),
      ]
    for (count, (typed, line)) in places.enumerated() {
      try shell.type(typed + Key.tab + "\u{14}")
      let found = try await lines(of: file, atLeast: count + 1)
      #expect(found.last == "<<\(line)>>", "after \(typed)")
    }
    try holder.type(Key.endOfInput)
  }

  /// The lines of a file that grows, once there are as many.
  private func lines(of file: URL, atLeast count: Int) async throws -> [String] {
    let deadline = ContinuousClock.now + ChildProcess.patience
    while ContinuousClock.now < deadline {
      let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      let lines = text.split(separator: "\n").map(String.init)
      if lines.count >= count, text.hasSuffix("\n") { return lines }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw TerminalSession.NeverSeen(text: "\(count) lines", screen: "")
  }

  @Test("fish tells what its candidates are")
  func fishDescriptions() async throws {
    let sandbox = try await sandbox()
    let holder = try await lock("locked.db", in: sandbox)
    let lines = Self.places.map(\.0).joined(separator: "\n")
    let script = "while read -l line; echo (complete -C $line | string join ';'); end"
    let asked = try await Command(
      "sh", "-c", "XDG_DATA_DIRS=$HOME/usr/share exec fish -c \"$SCRIPT\"", input: lines + "\n",
      environment: ["SCRIPT": script]
    ).run(in: sandbox)
    #expect(asked.errorText == "")
    let answers = asked.outputText.split(separator: "\n", omittingEmptySubsequences: false)
    try #require(answers.count == Self.places.count + 1, "\(asked.outputText)")
    for ((typed, line), answer) in zip(Self.places, answers) {
      let words = answer.split(separator: ";").map { $0.prefix { $0 != "\t" } }
      let last = line.split(separator: " ").last ?? ""
      #expect(typed == line ? words.isEmpty : words == [last], "after \(typed): \(answer)")
    }
    #expect(answers.first?.hasPrefix("migrate\t") ?? false, "without a description")
    try holder.type(Key.endOfInput)
  }
}
