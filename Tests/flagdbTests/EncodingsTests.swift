import CommandTable
import Testing

@testable import FlagTool

/// Every command on files of each encoding and each kind of journal, whose words and answers are those of an
/// ordinary file.
@Suite("Encodings and journals") struct EncodingsTests {
  /// A kind of file, as SQLite is told to make it.
  struct Kind: Hashable, CustomTestStringConvertible {
    let encoding: String
    let journal: String

    var testDescription: String { "\(encoding), \(journal)" }

    static let usual = Kind(encoding: "UTF-8", journal: "delete")
    static let others = [
      Kind(encoding: "UTF-8", journal: "wal"), Kind(encoding: "UTF-8", journal: "persist"),
      Kind(encoding: "UTF-16le", journal: "delete"), Kind(encoding: "UTF-16le", journal: "wal"),
      Kind(encoding: "UTF-16be", journal: "truncate"), Kind(encoding: "UTF-16be", journal: "wal"),
    ]
  }

  private static let model = """
    struct Marks: OptionSet { let rawValue: Int; static let rot = Marks(rawValue: 1); static let grün = Marks(rawValue: 2) }
    enum Art: String { case alt, über }
    struct Ding: Entity { @Attribute(.unique) var name: String; var text: String?; var marks: Marks = []
      var art: Art = .alt; var made: Date?; var tags: [String] = [] }
    struct Teil: Entity { var ding: Ding?; var zahl: Double = 0 }
    """

  private static let tables = """
    CREATE TABLE owner (id INTEGER PRIMARY KEY, näme TEXT UNIQUE NOT NULL);
    CREATE TABLE item (id INTEGER PRIMARY KEY, title TEXT NOT NULL, flags INTEGER NOT NULL DEFAULT 0,
      data BLOB, owner INTEGER REFERENCES owner (id), seen INTEGER);
    CREATE TABLE word (w TEXT PRIMARY KEY, note TEXT) WITHOUT ROWID;
    CREATE TABLE plain (w TEXT PRIMARY KEY COLLATE NOCASE, note TEXT COLLATE RTRIM) WITHOUT ROWID;
    INSERT INTO plain VALUES ('b', 'x'), ('Ä', 'y '), ('A', 'y'), ('ł', NULL);
    CREATE VIEW few AS SELECT title, "few" AS kind FROM item WHERE flags & 1;
    INSERT INTO owner VALUES (1, 'Zoë 😀'), (2, 'b');
    INSERT INTO item VALUES (1, 'ä', 3, x'00ff', 1, 1700000000), (2, 'b', 4, NULL, 2, NULL), (3, '😀', 7, x'', NULL, 5);
    INSERT INTO word VALUES ('a', 'ä'), ('ä', 'Ā'), ('Ā', NULL), ('ł', 'x'), ('', 'Private'), ('😀', 'y');
    """

  /// Lines that make databases of their own, which all kinds share.
  private static let others = ["new", "help", "completions"]

  private static let lines = [
    // A database of flagdb
    "flagdb schema own.db", "flagdb check own.db", "flagdb query own.db Ding",
    "flagdb insert own.db Ding name=ñ 'text=😀 ü' marks=grün art=über tags=ä,b made=2026-01-02",
    "flagdb insert own.db Teil ding=ñ zahl=2.5",
    "printf 'name,text\\né,Ā\\nz,\\n' | flagdb insert own.db Ding --from -",
    "flagdb update own.db Ding --where 'name == \"é\"' 'text=upper(text)' marks+=rot",
    "flagdb query own.db Ding --where 'text contains[cd] \"A\"' -c name,text,marks,made,tags",
    "flagdb query own.db Teil --where 'ding.name == \"ñ\"' -c ding,zahl",
    "flagdb delete own.db Ding --where 'name == \"z\"' -y",
    "flagdb log own.db -f csv | cut -d, -f4-",
    "flagdb undo own.db", "flagdb define own.db flags Mehr ö",
    "flagdb generate own.db --style swift | grep -c Ding", "flagdb flags own.db Marks 3",
    "flagdb stats own.db Ding marks", "flagdb lint own.db --allow all",
    "echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}' | flagdb mcp own.db",
    "flagdb stats own.db --format csv | cut -d, -f1,2",
    "flagdb sql own.db 'SELECT name, length(text) FROM Ding ORDER BY id'",
    "printf 'struct Ding: Entity { @Attribute(.unique) var name: String; var neü: Int? }' > m.swift; "
      + "flagdb migrate own.db m.swift --allow-loss -y",
    "flagdb migrate own.db --history | cut -c1-2",
    "flagdb backup own.db back.db && flagdb diff own.db back.db",
    "flagdb complete zsh -- query own.db Ding --where 'name == '",
    "printf 'query Ding -c name\\n.tables\\n' | flagdb own.db",
    "printf '.tables\\n' | flagdb repl own.db",
    "flagdb query own.db Ding --where 'name == \"ñ\"' --count", "flagdb check own.db",
    // A foreign database
    "flagdb schema for.db", "flagdb check for.db", "flagdb flags for.db",
    "flagdb generate for.db --style swift | grep -c item",
    "flagdb query for.db item", "flagdb query for.db few",
    "flagdb query for.db owner --where 'näme beginswith \"Zo\"'",
    "flagdb sql for.db 'SELECT title, flags FROM item ORDER BY id'",
    "flagdb stats for.db item flags", "flagdb infer for.db item.flags",
    "flagdb adopt for.db --guess", "flagdb diff for.db same.db", "flagdb diff same.db for.db",
    "flagdb copy for.db copy.db && flagdb check copy.db && flagdb diff for.db copy.db",
    "flagdb diff copy.db for.db", "flagdb query copy.db word --sort w -c w,note",
    "flagdb query for.db plain --where 'note == \"y\"' --sort w",
    "flagdb adopt for.db --flags item.flags=rot,grün,blau --date item.seen=seconds",
    "flagdb diff for.db copy.db item",
    "flagdb insert for.db item title=ñ flags=grün",
    "flagdb update for.db item --where 'title == \"ä\"' 'title=upper(title)'",
    "flagdb delete for.db item --where 'title == \"b\"' -y", "flagdb query for.db item --has grün",
    "flagdb update for.db word --where 'w == \"Ā\"' note=neü",
    "flagdb query for.db word --where 'note == \"neü\"'",
    "flagdb adopt for.db --inside --refresh | cut -d: -f2", "flagdb schema for.db",
    "flagdb diff for.db copy.db",
    "flagdb backup for.db back2.db && flagdb diff for.db back2.db",
    "sqlite3 for.db 'PRAGMA integrity_check; PRAGMA encoding; SELECT title, hex(title) FROM item' | grep -c ok",
    "sqlite3 own.db 'PRAGMA integrity_check'",
  ]

  @Test("each command has a line") func everyCommandIsThere() {
    let words = Set(
      Self.lines.flatMap { $0.split(whereSeparator: { " ;|&'\n".contains($0) }).map(String.init) })
    let missing = tool.commands.filter { !$0.isHidden }.map(\.name)
      .filter { !words.contains($0) && !Self.others.contains($0) }
    #expect(missing == [])
  }

  @Test("the answers of all kinds are the same", .timeLimit(.minutes(3)))
  func sameAnswers() async throws {
    let dump = try await Self.dump()
    async let ofUsual = Self.answers(of: .usual, dump)
    let foreign = try await withThrowingTaskGroup(
      of: (Kind, [String]).self, returning: [Kind: [String]].self
    ) { group in
      for kind in Kind.others { group.addTask { (kind, try await Self.answers(of: kind, dump)) } }
      var all: [Kind: [String]] = [:]
      for try await (kind, answers) in group { all[kind] = answers }
      return all
    }
    let expected = try await ofUsual
    #expect(expected.filter { $0.contains("error:") } == [])
    for (kind, answers) in foreign {
      #expect(answers.count == Self.lines.count)
      for ((line, one), other) in zip(zip(Self.lines, expected), answers) {
        #expect(one == other, "\(kind.testDescription): \(line)")
      }
    }
  }

  /// The statements that make a database of flagdb again.
  private static func dump() async throws -> String {
    let sandbox = try Sandbox()
    let script = """
      cat > model.swift; flagdb new own.db model.swift --audit && flagdb insert own.db Ding name=Größe text=Ā > /dev/null &&
      sqlite3 own.db 'SELECT "PRAGMA application_id=" || application_id || ";" FROM pragma_application_id' \
        'SELECT "PRAGMA user_version=" || user_version || ";" FROM pragma_user_version' .dump
      """
    let made = try await Command("sh", "-c", script, input: model).run(in: sandbox)
    #expect(made.status == 0, "\(made.errorText)")
    return made.outputText
  }

  private static func answers(of kind: Kind, _ dump: String) async throws -> [String] {
    let sandbox = try Sandbox()
    let begin = "PRAGMA encoding='\(kind.encoding)'; PRAGMA journal_mode=\(kind.journal);"
    for (file, sql) in [("own.db", dump), ("for.db", tables), ("same.db", tables)] {
      let made = try await Command("sqlite3", "-batch", "-bail", file, input: begin + sql).run(
        in: sandbox)
      #expect(made.status == 0, "\(made.errorText)")
    }
    let script = lines.map { "{ \($0)\n} 2>&1; echo \"-> $?\"; printf '\\001'\n" }.joined()
    let result = try await Command("bash", "-c", script).run(in: sandbox)
    return result.outputText.split(separator: "\u{1}").map(withoutLog)
  }

  /// An answer without the note about files that keep a write-ahead log.
  private static func withoutLog(_ answer: Substring) -> String {
    answer.split(separator: "\n").filter {
      !$0.contains("write-ahead log") && !$0.contains("has the fix")
    }
    .joined(separator: "\n")
  }
}
