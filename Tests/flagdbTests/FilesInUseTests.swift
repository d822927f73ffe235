import CommandTable
import Foundation
import TestSupport
import Testing

@testable import FlagTool

/// A command never replaces what it reads: its database, what SQLite keeps beside that, its inputs.
@Suite("Files in use")
struct FilesInUseTests {
  // MARK: The table

  /// A line for each place of the command table where a file is named, with `@` for the file.
  static let lines: [String: String] = [
    "new DB": "flagdb new @ $EXAMPLES/zoo.swift",
    "new MODEL.swift": "flagdb new fresh.db @",
    "define --from": "flagdb define zoo.db flags Other --language c --from @:Other",
    "migrate MODEL.swift": "flagdb migrate zoo.db @",
    "migrate --output": "flagdb migrate zoo.db --history -f csv -o @",
    "flags --output": "flagdb flags zoo.db BIOMarker -f csv -o @",
    "adopt --model": "flagdb adopt zoo.db --model @",
    "query --model": "flagdb query zoo.db Sample --model @",
    "stats --model": "flagdb stats zoo.db Sample --model @",
    "sql --model": "flagdb sql zoo.db 'SELECT 1' --model @",
    "schema --model": "flagdb schema zoo.db --model @",
    "check --model": "flagdb check zoo.db --model @",
    "backup --model": "flagdb backup zoo.db new.db --model @",
    "copy --model": "flagdb copy zoo.db new.db --model @",
    "log --output": "flagdb log zoo.db -f csv -o @",
    "diff --model": "flagdb diff zoo.db other.db --model @",
    "diff --output": "flagdb diff zoo.db zoo.db -f csv -o @",
    "infer --model": "flagdb infer zoo.db Sample.markers --model @",
    "infer --output": "flagdb infer zoo.db Sample.markers -f csv -o @",
    "lint FILE": "flagdb lint @ --language c",
    "lint --model": "flagdb lint zoo.db --model @",
    "lint --output": "flagdb lint zoo.db -f csv -o @",
    "lint --lock": "flagdb lint zoo.db --lock @",
    "mcp --model": "flagdb mcp zoo.db --model @ < /dev/null",
    "repl --model": "flagdb repl zoo.db --model @",
    "check --output": "flagdb check zoo.db -f csv -o @",
    "generate FILE": "flagdb generate zoo.db @ --style c",
    "generate --using": "flagdb generate zoo.db --style c --using @",
    "generate --out": "flagdb generate zoo.db --style c --out @",
    "backup FILE": "flagdb backup zoo.db @",
    "copy NEW": "flagdb copy zoo.db @",
    "insert --from": "flagdb insert zoo.db Sample --from @ --format csv",
    "insert --rejects": "flagdb insert zoo.db Sample --from in.csv --rejects @",
    "insert NAME=VALUE": "flagdb insert zoo.db Sample code=x taken=now photo=@@",
    "update NAME=VALUE": "flagdb update zoo.db Sample --all --yes photo=@@",
    "query --output": "flagdb query zoo.db Sample -f csv -o @",
    "stats --output": "flagdb stats zoo.db Sample -f csv -o @",
    "stats --svg": "flagdb stats zoo.db Sample --svg @",
    "sql --output": "flagdb sql zoo.db 'SELECT 1' -f csv -o @",
    "sql --write --output":
      "flagdb sql zoo.db --write \"UPDATE Sample SET note = 'x' RETURNING id\" -f csv -o @",
    ".output": "printf '%s\\n' \".output @\" 'query Sample' | flagdb repl zoo.db",
    ".dump": "printf '%s\\n' '.dump @' | flagdb repl zoo.db",
    ".read": "printf '%s\\n' '.read @' | flagdb repl zoo.db",
    "> of the shell": "flagdb query zoo.db Sample >> @",
    "2> of the shell": "flagdb query zoo.db Nothing 2>> @",
  ]

  /// Places that name a file beyond those that complete as one.
  static let others = [
    "insert NAME=VALUE", "update NAME=VALUE", "sql --write --output", "> of the shell",
    "2> of the shell",
  ]

  @Test("every place of the table that names a file is tried")
  func table() {
    var places = Self.others
    for command in tool.commands where !command.isHidden {
      for option in command.options
      where option.value?.completion.isOfFile == true && option.name != "database" {
        places.append("\(command.name) --\(option.name)")
      }
      for argument in command.arguments + command.forms.flatMap(\.arguments)
      where argument.completion.isOfFile && argument.name != "OTHER"
        && (argument.name != "DB" || command.name == "new")
      {
        places.append("\(command.name) \(argument.name)")
      }
    }
    for command in DotCommand.all where command.argument == .file {
      places.append(".\(command.name)")
    }
    #expect(Set(places) == Set(Self.lines.keys))
  }

  /// Names that lead to the database or to what SQLite keeps beside it, there or not.
  static let names = [
    "zoo.db", "./zoo.db", "$PWD/zoo.db", "sub/../zoo.db", "folder/zoo.db", "symbolic", "twice",
    "hard", "/dev/fd/7", "/proc/self/fd/7", "zoo.db-journal", "zoo.db-wal", "zoo.db-shm",
    "folder/zoo.db-wal", "dangling",
  ]

  static let setUp = """
    sed 's/var note: String?/&; var photo: Data?/' "$EXAMPLES/zoo.swift" > photo.swift
    flagdb migrate zoo.db photo.swift > nothing && rm nothing
    flagdb define zoo.db audit on > nothing && rm nothing
    printf 'code,taken\\nx,y\\n' > in.csv
    ln -s zoo.db symbolic; ln -s ./symbolic twice; ln zoo.db hard; ln -s . folder; mkdir sub
    ln -s zoo.db-wal dangling
    """

  private static let places = Campaign.cases(lines.keys.sorted(), few: 6, many: 3)

  @Test("a database is neither replaced nor read as something else", arguments: places)
  func database(place: String) async throws {
    let sandbox = try await Sandbox.zoo(and: Self.setUp)
    let line = try #require(Self.lines[place])
    for name in Self.names {
      // What appends makes files that are not there, before the tool is.
      if place.contains("shell"), !["zoo.db", "hard", "/dev/fd/7"].contains(name) { continue }
      let before = try Self.content(of: sandbox)
      let command = Self.command(line, name)
      let result = try await Command("bash", "-c", "exec 7<zoo.db; \(command)").run(in: sandbox)
      #expect(result.status == 1 || result.status == 2, "\(command)")
      #expect(try Self.content(of: sandbox) == before, "\(command)")
      if place == "2> of the shell" { continue }
      #expect(result.errorText.contains(Self.refusal), "\(command)\n\(result.errorText)")
    }
  }

  private static var refusal: Regex<Substring> {
    /is the database itself|belongs to (?:the database )?'|exists already|leads into the database|no such file|is not UTF-8/
  }

  @Test("a log that holds records is neither replaced nor read", arguments: places)
  func log(place: String) async throws {
    let sandbox = try await Sandbox.zoo(and: Self.setUp)
    let line = try #require(Self.lines[place])
    if place.contains("shell") { return }
    for name in ["zoo.db-wal", "dangling", "zoo.db-shm"] {
      // A program that ends without taking its log in; what is there already makes none.
      let fill = """
        sqlite3 zoo.db 'PRAGMA journal_mode = WAL' '.dbconfig no_ckpt_on_close on' \
          "UPDATE Sample SET note = 'for \(name)'" && test -s zoo.db-wal
        """
      let filled = try await Command("bash", "-c", fill).run(in: sandbox)
      try #require(filled.status == 0, "\(filled.errorText)")
      let command = Self.command(line, name)
      let result = try await Command("bash", "-c", command).run(in: sandbox)
      #expect(result.status == 1 || result.status == 2, "\(command)")
      #expect(result.errorText.contains(Self.refusal), "\(command)\n\(result.errorText)")
      let plain = PlainSQLite(sandbox: sandbox, file: "zoo.db")
      #expect(try await plain.complaints() == [])
      let notes = try await plain.run("SELECT DISTINCT note FROM Sample")
      #expect(notes == ["for \(name)"], "\(command)")
    }
  }

  private static func command(_ line: String, _ name: String) -> String {
    line.contains("@@")
      ? line.replacingOccurrences(of: "@@", with: "@\(name)")
      : line.replacingOccurrences(of: "@", with: name)
  }

  /// The names and bytes of all files in the folder.
  private static func content(of sandbox: Sandbox) throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.work.path)
    let files = names.filter { $0 != "folder" && $0 != "dangling" }.map { name in
      (name, try? Data(contentsOf: sandbox.work.appendingPathComponent(name)))
    }
    return Dictionary(uniqueKeysWithValues: files.map { ($0, $1 ?? Data()) })
  }

  // MARK: Inputs and outputs

  @Test(
    "an input, or another output, is not replaced",
    arguments: [
      ("flagdb insert zoo.db Sample --from - --rejects in.csv < in.csv", "is the input itself"),
      ("flagdb insert zoo.db Sample --from in.csv --rejects link.csv", "is the input itself"),
      ("flagdb insert zoo.db Sample --from /dev/stdin --rejects ./in.csv < in.csv", "the input"),
      ("flagdb insert new.db Thing --create --from in.csv --rejects in.csv", "is the input itself"),
      ("flagdb insert zoo.db Sample --from in.csv --rejects hard.csv", "is the input itself"),
      ("flagdb insert zoo.db Sample --from in.csv --rejects /dev/fd/7 7>>in.csv", "the input"),
      ("flagdb sql zoo.db - -f csv -o in.csv < in.csv", "is the input itself"),
      ("flagdb flags in.swift BIOMarker -f csv -o in.swift", "is the input itself"),
      ("flagdb infer bits.csv bits -o bits.csv", "is the input itself"),
      ("flagdb infer for.db t.f -f csv -o for.db.flagdb", "is the input itself"),
      ("FLAGDB_MODEL=in.swift flagdb infer plain.db t.f -f csv -o in.swift", "the input"),
      ("flagdb lint head.h --lock flags.lock -o flags.lock", "is the input itself"),
      ("flagdb lint head.h --lock new.lock -o ./new.lock", "is the input itself"),
      ("flagdb flags head.h F -I inc -f csv -o inc/in.h", "is the input itself"),
      ("flagdb lint head.h -I inc -o inc/in.h", "is the input itself"),
      ("flagdb query hard.db Sample -o zoo.db-wal -f csv", "belongs to the database"),
      ("flagdb repl zoo.db < session", "is the input itself"),
      ("echo '.read session' | flagdb repl zoo.db", "is the input itself"),
      (
        "printf '%s\\n' '.output a.csv' 'query Sample -o a.csv' | flagdb repl zoo.db",
        "is written by the same command"
      ),
      (
        "printf '%s\\n' '.output a.csv' 'stats Sample --svg ./a.csv' | flagdb repl zoo.db",
        "is written by the same command"
      ),
    ])
  func inputs(line: String, refusal: String) async throws {
    let sandbox = try await Sandbox.zoo(
      and: """
        printf 'code,taken\\nx,y\\n' > in.csv; ln -s in.csv link.csv; ln in.csv hard.csv
        cp "$EXAMPLES/zoo.swift" in.swift; echo '.output session' > session; ln zoo.db hard.db
        sqlite3 for.db 'CREATE TABLE t(id INTEGER PRIMARY KEY, f INT); INSERT INTO t(f) VALUES (5)'
        cp for.db plain.db; printf 'id,bits\\n1,3\\n' > bits.csv
        flagdb adopt for.db --flags t.f=a,b > nothing; rm nothing; mkdir inc
        printf '#define G_A 1\\n#define G_B 2\\n#define G_C 4\\n' > inc/in.h
        printf '#include "in.h"\\n#define F_A G_A\\n#define F_B G_B\\n#define F_C G_C\\n' > head.h
        flagdb lint head.h -I inc --lock flags.lock
        """)
    var before = try Self.content(of: sandbox)
    let result = try await Command("bash", "-c", line).run(in: sandbox)
    #expect(result.status == 1 || result.status == 2)
    #expect(result.errorText.contains(refusal), "\(result.errorText)")
    var after = try Self.content(of: sandbox)
    (before["a.csv"], after["a.csv"]) = (nil, nil)
    #expect(after == before)
  }

  @Test("a file may be written again by the next command of a session")
  func written() async throws {
    let sandbox = try await Sandbox.zoo()
    let script = """
      .output a.csv
      query Sample -c code --limit 1
      .output
      query Sample -c code --limit 2 -o a.csv
      query Sample -c code --limit 3 -o a.csv
      .output nowhere/a.csv
      .output a.csv
      query Sample -c code --limit 4
      """
    _ = try await Command("flagdb", "-k", "zoo.db", input: script).run(in: sandbox)
    let text = try String(contentsOf: sandbox.work.appendingPathComponent("a.csv"), encoding: .utf8)
    #expect(text == "code\nS-1\nS-2\nS-3\nS-4\n")
  }
}

extension Completion {
  fileprivate var isOfFile: Bool {
    switch self {
    case .file, .namedInFile: true
    default: false
    }
  }
}

/// Closing any descriptor of a database drops the locks that its process holds on it.
@Suite("A transaction keeps its locks")
struct HeldLocksTests {
  /// Lines that open what they name, with `@` for the file; a tabulator asks for completions.
  static let lines = [
    ".read @", ".output @", "insert Sample --from @", "insert Sample --from @ --rejects r.csv",
    "insert Sample --from in.csv --rejects @", "insert Sample --from - --rejects @",
    "insert Other --create --from @", "update Sample --all --yes photo=@@",
    "insert Sample code=x taken=now photo=@@", "insert Sample photo=@@ --from in.csv",
    "migrate @", "migrate @ --check", "migrate --dry-run @", "backup @",
    "query Sample -f csv -o @", "stats Sample --svg @", "stats Sample -f csv -o @",
    "check -f csv -o @", "flags BIOMarker -f csv -o @", "sql 'SELECT 1' -f csv -o @",
    "insert Sample --from @ --map \t", "insert Sample --from @ --skip \t", "migrate @ --rename \t",
    ".read @\t", ".edit", "\u{18}\u{12}", ".schema", ".stats", ".count",
  ]

  @Test(
    "whatever is typed",
    arguments: [
      ("DELETE", ["zoo.db", "symbolic", "hard", "zoo.db-journal"]),
      ("WAL", ["zoo.db", "zoo.db-wal", "zoo.db-shm", "hard-shm"]),
    ])
  func locks(mode: String, names: [String]) async throws {
    let sandbox = try await Sandbox.zoo(
      and: """
        \(FilesInUseTests.setUp); sqlite3 zoo.db 'PRAGMA journal_mode = \(mode)'
        touch inputrc; mkdir -p "$XDG_STATE_HOME/flagdb"; ln zoo.db "$XDG_STATE_HOME/flagdb/history"
        """)
    let repl = try await ReplTerminal(
      in: sandbox,
      environment: ["INPUTRC": "inputrc", "EDITOR": "true", "VISUAL": ""])
    try await repl.enter(".begin", then: "Sample*> ")
    try await repl.enter("update Sample --all --yes note=mine", then: "Sample*> ")
    _ = try await Command("sh", "-c", "ln -f zoo.db-shm hard-shm; ln -f zoo.db inputrc").run(
      in: sandbox)
    for name in names {
      for line in Self.lines {
        let typed = line.replacingOccurrences(of: "@@", with: "@\(name)")
        let words = typed == line ? line.replacingOccurrences(of: "@", with: name) : typed
        try await repl.enter(words, then: "Sample*> ")
        #expect(try await isLocked(sandbox), "after \(words)")
      }
    }
    try await repl.enter(".rollback")
    #expect(try await !isLocked(sandbox))
    try await repl.leave()
    let plain = PlainSQLite(sandbox: sandbox, file: "zoo.db")
    #expect(try await plain.complaints() == [])
  }

  /// True if another program may not write.
  private func isLocked(_ sandbox: Sandbox) async throws -> Bool {
    let result = try await Command(
      "sqlite3", "zoo.db", "BEGIN IMMEDIATE; UPDATE Sample SET note = 'theirs'; ROLLBACK"
    ).run(in: sandbox)
    return result.status != 0 && result.errorText.contains("locked")
  }
}
