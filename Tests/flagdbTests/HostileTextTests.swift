import Foundation
import Testing

/// Nothing that somebody else has written drives the terminal: not by a name, a value, a file or a
/// setting, and not by a message that repeats it.
@Suite("Hostile text on a terminal")
struct HostileTextTests {
  /// All that a terminal would obey, each before two letters by which it is found again.
  static let drivers: [Unicode.Scalar] = [
    "\u{1B}", "\u{07}", "\u{08}", "\u{0D}", "\u{0C}", "\u{7F}", "\u{85}", "\u{90}", "\u{9B}",
    "\u{9D}", "\u{61C}", "\u{200E}", "\u{202E}", "\u{2066}", "\u{2028}", "\u{E0041}",
  ]
  static let hostile = drivers.map { "\($0)qq" }.joined()
  /// The same as JSON has it.
  static let escaped = drivers.map { scalar in
    let units = Array(String(scalar).utf16).map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    return units.joined() + "qq"
  }.joined()

  /// Scripts of the shell, where `$X` is the text and `$J` is the same as JSON has it, and
  /// `$C` the same without the end of a line.
  static let scripts: [String: [String]] = [
    "files": files, "names": names, "inputs": inputs, "answers": answers, "models": models,
    "settings": settings, "sessions": sessions,
  ]

  static let files: [String] = [
    #"flagdb query "$X.db" Sample"#, #"flagdb check "$X""#, #"flagdb schema "$X.swift""#,
    #"flagdb new "$X.db" "$X.swift""#, #"flagdb new "$X/a.db""#, #"flagdb backup zoo.db "$X/a""#,
    #"flagdb query zoo.db Sample -f csv -o "$X/a.csv""#, #"flagdb stats zoo.db --svg "$X/a.svg""#,
    #"ln zoo.db "$X.csv"; flagdb query zoo.db Sample -o "$X.csv""#,
    #"ln zoo.db "$X.csv"; flagdb insert zoo.db Sample --from "$X.csv""#,
    #"echo code > "$X.csv"; flagdb insert zoo.db Sample --from "$X.csv""#,
    #"echo code,nope > "$X.csv"; flagdb insert zoo.db Sample --from "$X.csv""#,
    #"printf 'code,taken\nx,y\n' > "$X.csv"; flagdb insert zoo.db Sample --from "$X.csv""#,
    #"flagdb insert zoo.db Sample --from "$X""#,
    #"flagdb insert zoo.db Sample --from new.csv --rejects "$X/a""#,
    #"echo 'struct' > "$X.swift"; flagdb new a.db "$X.swift""#,
    #"echo '// nothing' > "$X.swift"; flagdb new a.db "$X.swift""#,
    #"printf '\377' > "$X.swift"; flagdb new a.db "$X.swift""#,
    #"touch "$X"; flagdb query "$X" Sample"#, #"cp zoo.db "$X.db"; flagdb new "$X.db""#,
    #"echo nothing > "$X"; flagdb query "$X" Sample"#,
    #"cp zoo.db "$X.db"; flagdb migrate "$X.db" new.swift --allow-loss --yes"#,
    #"flagdb insert "$X.db" Thing --create --from new.csv"#,
  ]

  static let names: [String] = [
    #"flagdb "$X""#, #"flagdb query "--$X""#, #"flagdb query zoo.db Sample "$X""#,
    #"flagdb query zoo.db "$X""#, #"flagdb query zoo.db Sample -f "$X""#,
    #"flagdb query zoo.db Sample --columns "$X""#, #"flagdb query zoo.db Sample --sort "$X""#,
    #"flagdb query zoo.db Sample --group-by "$X""#, #"flagdb query zoo.db Sample --has "$X""#,
    #"flagdb query zoo.db Sample --limit "$X""#,
    #"flagdb query zoo.db Sample --where "$X""#,
    #"flagdb query zoo.db Sample --where "\`$X\` > 1""#,
    #"flagdb query zoo.db Sample --where "note = '$X' and""#,
    #"flagdb query zoo.db Sample --where "note matches '($X'""#,
    #"flagdb query zoo.db Sample --where "markers has '$X'""#,
    #"flagdb stats zoo.db "$X""#, #"flagdb stats zoo.db Sample "$X""#, #"flagdb flags zoo.db "$X""#,
    #"flagdb flags zoo.db BIOMarker "$X""#, #"flagdb schema zoo.db "$X""#, #"flagdb help "$X""#,
    #"flagdb completions "$X""#, #"flagdb define zoo.db "$X""#,
    #"flagdb define zoo.db flags "$X" a"#, #"flagdb define zoo.db flags Some "$X""#,
    #"flagdb define zoo.db enum "$X" a"#, #"flagdb define zoo.db enum Some "$X""#,
    #"flagdb define zoo.db entity "$X" a:Int"#, #"flagdb define zoo.db entity Some "$X:Int""#,
    #"flagdb define zoo.db entity Some "a:$X""#,
    #"flagdb define zoo.db expression "Sample.$X" 'score > 1'"#,
    #"flagdb define zoo.db expression Sample.fine "$X""#, #"flagdb migrate zoo.db --to "$X""#,
    #"flagdb migrate zoo.db new.swift --rename "$X=a""#,
    #"flagdb migrate zoo.db new.swift --drop "$X""#, #"flagdb update zoo.db "$X" a=1 --all"#,

  ]

  static let inputs: [String] = [
    #"flagdb insert zoo.db Sample "$X=1""#, #"flagdb insert zoo.db Sample "$X""#,
    #"flagdb insert zoo.db Sample code=a "taken=$X""#, #"flagdb insert zoo.db Sample "score=$X""#,
    #"flagdb insert zoo.db Sample "markers=$X""#, #"flagdb insert zoo.db Sample "status=$X""#,
    #"flagdb insert zoo.db Reading value=1 "sample=$X""#,

    #"flagdb insert zoo.db Sample "{\"$J\": 1}""#, #"flagdb insert zoo.db Sample "{\"$X\": 1}""#,
    #"flagdb insert zoo.db Sample "{\"score\": \"$J\"}""#, #"flagdb insert zoo.db Sample "{$X""#,
    #"printf '%s\n1\n' "code,$C" > a.csv; flagdb insert zoo.db Sample --from a.csv"#,
    #"printf '%s\n1,2\n' "code,$C" > a.csv; flagdb insert zoo.db Thing --create --from a.csv"#,
    #"printf '%s\n1,2\n' "$C,$C" > a.csv; flagdb insert zoo.db Thing --create --from a.csv"#,
    #"printf '"code","a\n%s"\n1,2\n' "$C" > a.csv; flagdb insert zoo.db T --create --from a.csv"#,
    #"printf 'a\n%s\n' "$C" > a.csv; flagdb insert zoo.db "$X" --create --from a.csv"#,
    #"printf '[{"a": 1, "%s": 2}]' "$J" > a.json; flagdb insert zoo.db T --create --from a.json"#,
    #"printf '[{"a": {"%s": 2}}]' "$J" > a.json; flagdb insert zoo.db T --create --from a.json"#,
    #"printf '[{"code": "a", "%s": 2}]' "$J" > a.json; flagdb insert zoo.db Sample --from a.json"#,

    #"printf '{"code": "a", "taken": "%s"}' "$J" > a.json; flagdb insert zoo.db Sample --from a.json"#,
    #"printf 'code,taken,markers\na,now,%s\n' "$C" > a.csv; flagdb insert zoo.db Sample --from a.csv"#,
    #"flagdb insert zoo.db Sample --from new.csv --map "$X=code""#,

    #"flagdb insert zoo.db Sample --from new.csv --upsert "$X""#,
    #"flagdb insert zoo.db Sample --from new.csv --skip "$X""#,
    #"flagdb insert zoo.db Sample --from new.csv --delimiter "$X""#,
  ]

  static let answers: [String] =
    ["csv", "tsv", "json", "ndjson", "table", "line", "markdown", "names"].flatMap { format in
      [
        #"flagdb query zoo.db Sample -c note -f \#(format)"#,
        #"flagdb sql zoo.db "SELECT note AS \"$X\" FROM Sample" -f \#(format)"#,
        #"flagdb query zoo.db Sample -c note -f \#(format) -o /dev/tty"#,
      ]
    } + [
      #"flagdb query zoo.db Sample --null "$X" -c price"#,
      #"flagdb query zoo.db Sample -c note --color always"#,
      #"flagdb query zoo.db Sample --where "note = '$X'" --sql"#,
      #"flagdb query zoo.db Sample --where "note = '$X'" --explain"#,
      #"flagdb sql zoo.db "SELECT '$X'" --sql"#, #"flagdb sql zoo.db 'SELECT :a' -p "a=$X" --sql"#,
      #"flagdb sql zoo.db 'SELECT :a' -p "a=$X""#, #"flagdb sql zoo.db "SELECT $X""#,
      #"flagdb sql zoo.db "SELECT a AS \"$X\" FROM \"$X\"""#,
      #"flagdb sql zoo.db "SELECT has(markers, '$X') FROM Sample""#,
      #"flagdb sql zoo.db "SELECT '$X' FROM nothing" --verbose"#,
      #"flagdb sql zoo.db --write "UPDATE Sample SET note = '$X' RETURNING note""#,
      #"flagdb sql zoo.db --write "UPDATE Sample SET status = '$X'" --verbose"#,

      #"flagdb stats zoo.db Sample note"#, #"flagdb stats zoo.db Sample note -f json"#,
      #"flagdb stats zoo.db Sample note -f csv"#, #"flagdb stats zoo.db Sample note --svg -"#,
      #"flagdb stats zoo.db Sample --where "note = '$X'" --sql"#,
      #"flagdb insert zoo.db Sample code=a taken=now "note=$X" --sql"#,
    ]

  static let models: [String] = [
    #"printf 'struct `%s` {' "$X" > a.swift; flagdb new a.db a.swift"#,
    #"printf '/// %s\nenum A: Int { case b }\n' "$X" > a.swift; flagdb schema a.swift"#,
    #"printf '/// %s\nenum A: Int { case b }\n' "$X" > a.swift; flagdb schema a.swift --format json"#,
    #"printf '@Model class A { var b: String = "%s" }' "$X" > a.swift; flagdb schema a.swift"#,
    #"printf '@Model class A { var b: Int = "%s" }' "$X" > a.swift; flagdb schema a.swift"#,
    #"printf '@Model class A { var b: %s }' "$X" > a.swift; flagdb schema a.swift"#,
    #"printf 'struct `A%s`: OptionSet { let rawValue: Int }' "$X" > a.swift; flagdb flags a.swift"#,
    #"printf 'enum A: String { case b = "%s" }' "$X" > a.swift; flagdb schema a.swift"#,
    #"printf 'enum A: String { case b = "%s", c = "%s" }' "$X" "$X" > a.swift; flagdb schema a.swift"#,
    #"sqlite3 zoo.db "CREATE VIEW \"$X\" AS SELECT score FROM Sample"; flagdb migrate zoo.db new.swift"#,
    #"sqlite3 zoo.db "CREATE TRIGGER a BEFORE UPDATE ON Sample BEGIN SELECT RAISE(ABORT, '$X'); END"; flagdb update zoo.db Sample --all --yes score=1"#,
    #"sqlite3 zoo.db "UPDATE flagdb_model SET source = '$X'"; flagdb schema zoo.db"#,
    #"sqlite3 zoo.db "UPDATE flagdb_model SET origin = '$X'"; flagdb migrate zoo.db --history"#,

    #"sqlite3 zoo.db "PRAGMA ignore_check_constraints = 1; UPDATE Sample SET taken = '$X'"; flagdb query zoo.db Sample -c taken"#,
  ]

  static let settings: [String] = [
    #"PAGER="$X" FLAGDB_PAGER="$X" flagdb insert --help"#,
    #"mkdir -p "$PWD/$X/flagdb/config"; XDG_CONFIG_HOME="$PWD/$X" flagdb flags zoo.db"#,
    #"config "$X = 1"; flagdb flags zoo.db"#, #"config "format = $X"; flagdb flags zoo.db"#,
    #"config "null = $X"; flagdb query zoo.db Sample -c price"#,
    #"config "pager = $X"; unset PAGER; flagdb insert --help"#,
    #"config "$X"; flagdb flags zoo.db"#,
    #"printf '\377%s' "$X" > note; config "color = $X"; flagdb flags zoo.db"#,
  ]

  static let sessions =
    [
      "note is not nil", "$X", "score > '$X'", ".$X", ".use $X", ".columns $X", ".sort $X",
      ".mode $X", ".limit $X", ".read $X", ".output $X/a", ".save $X score > 1", ".run $X",
      ".help $X", ".header $X", ".group $X", ".having $X", "query Sample $X", "insert Sample $X=1",
      "sql \"SELECT $X\"", "help $X", ".sql note = '$X'", ".explain note = '$X'", ".stats $X",
      ".output /dev/tty\nquery Sample -c note -f csv",
    ].map {
      #"printf '%s\n' "\#($0.replacingOccurrences(of: "\"", with: "\\\""))" > lines; "#
        + "echo .read lines | flagdb repl zoo.db"
    } + [
      #"echo nope > "$X"; echo ".read $X" | flagdb repl zoo.db"#

    ]

  /// Scripts that wait for a person, what they show before, and what is typed then.
  static let asking = [
    (#"cp zoo.db "$X.db"; flagdb repl "$X.db""#, "to leave.", ""),
    (#"cp zoo.db "$X.db"; config 'prompt = "%d> "'; flagdb repl "$X.db""#, "db> ", ""),
    (#"cp zoo.db "$X.db"; config 'prompt = "%d> "'; TERM=dumb flagdb repl "$X.db""#, "db> ", ""),
    (#"config "prompt = $X> "; flagdb repl zoo.db"#, "qq>", ""),
    (#"config "prompt = $X> "; TERM=dumb flagdb repl zoo.db"#, "qq>", ""),
    (#"VISUAL="$X" flagdb repl zoo.db"#, "Sample> ", ".edit\r"),
    (
      #"printf '#!/bin/sh\necho "$X" > "$1"' > e; chmod +x e; VISUAL=./e flagdb repl zoo.db"#,
      "Sample> ", ".edit\r"
    ),
  ]

  private static let prelude = """
    cd "$(mktemp -d "$PWD/XXXXXX")"; cp ../*.* .; rm -f "$XDG_CONFIG_HOME/flagdb/config"
    config() { mkdir -p "$XDG_CONFIG_HOME/flagdb"; echo "$1" > "$XDG_CONFIG_HOME/flagdb/config"; }

    """

  private func sandbox() async throws -> Sandbox {
    try await Sandbox.zoo(
      and: """
        flagdb update zoo.db Sample --id S-1 "note=$0" --yes > nothing; rm nothing
        echo code > new.csv; sed '/var score/d' "$EXAMPLES/zoo.swift" > new.swift
        """.replacingOccurrences(of: "$0", with: Self.hostile))
  }

  private func terminal(_ script: String, in sandbox: Sandbox) throws -> TerminalSession {
    try TerminalSession(
      "bash", "-c", Self.prelude + script, rows: 60, in: sandbox,
      environment: [
        "X": Self.hostile, "C": Self.hostile.filter { $0 != "\r" }, "J": Self.escaped,
        "PAGER": "cat",
      ])
  }

  /// The drivers that reached a terminal as they are.
  private func raw(_ terminal: TerminalSession) -> [String] {
    Self.drivers.filter { terminal.output.firstRange(of: Array("\($0)qq".utf8)) != nil }
      .map { "U+" + String($0.value, radix: 16) }
  }

  @Test("does not drive it", arguments: scripts.keys.sorted())
  func obeyed(group: String) async throws {
    let sandbox = try await sandbox()
    for script in Self.scripts[group] ?? [] {
      let terminal = try terminal(script, in: sandbox)
      _ = try await terminal.finish()
      #expect(raw(terminal) == [], "\(script)")
      // What was refused for something else has shown nothing of it.
      #expect(
        terminal.output.firstRange(of: Array("qq".utf8)) != nil, "\(script)\n\(terminal.screenText)"
      )
    }
  }

  @Test("does not drive it in a question or a prompt", arguments: asking)
  func asked(script: String, shown: String, typed: String) async throws {
    let terminal = try terminal(script, in: try await sandbox())
    try await terminal.wait(for: shown)
    if !typed.isEmpty {
      try terminal.type(typed)
      try await terminal.wait(for: "qq")
      try await terminal.wait(for: shown)
    }
    // Before the prompt is there, nobody reads the end of input.
    if !shown.contains(">") { try await terminal.wait(for: "> ") }
    try terminal.type(TerminalSession.Key.endOfInput)
    _ = try await terminal.finish()
    #expect(raw(terminal) == [])
    #expect(terminal.output.firstRange(of: Array("qq".utf8)) != nil)
  }
}
