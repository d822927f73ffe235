// Every command that writes, once for each way in which it does.

extension Operation {
  static let all: [Operation] =
    makings + definitions + changes + imports + migrations + logs + copies + adoptions + generations
    + others

  /// The commands that no operation is of, since they write no file: a query stands for them. The
  /// last one writes the pages of the project itself.
  static let untried = [
    "check", "complete", "completions", "flags", "help", "lint", "mcp", "schema", "stats",
    "document",
  ]

  /// The model of the samples; the others are variations of it.
  static let model = """
    struct Marker: OptionSet {
      let rawValue: Int64
      static let RAW = Marker(rawValue: 1 << 0)
      static let HRM = Marker(rawValue: 1 << 1)
      static let PLX = Marker(rawValue: 1 << 2)
    }
    enum Status: Int { case received, measured, archived }
    @Model final class Sample {
      @Attribute(.unique) var code: String
      var note: String?
      var score: Double = 50
      var status: Status = .received
      var markers: Marker = []
      @Relationship(deleteRule: .cascade, inverse: \\Reading.sample) var readings: [Reading] = []
    }
    @Model final class Reading {
      var sample: Sample?
      var value: Double
    }

    """

  static let samples =
    "code,note,score,status,markers\n"
    + (1...40).map { number in
      let note = String(repeating: "note \(number) ", count: number)
      let markers = ["", "RAW", "HRM", "RAW|PLX"][number % 4]
      return
        "S-\(number),\(note),\(number),\(number % 2 == 0 ? "received" : "measured"),\(markers)\n"
    }.joined()

  static let readings =
    "sample,value\n" + (1...60).map { "S-\($0 % 40 + 1),\($0)\n" }.joined()

  private static func records(_ numbers: ClosedRange<Int>) -> String {
    "code,note,score\n"
      + numbers.map { "N-\($0),\(String(repeating: "new \($0) ", count: 30)),\($0 % 100)\n" }
      .joined()
  }

  private static let makings = [
    Operation(name: "new", words: ["new", "a.db", "model.swift"], findsDatabase: false),
    Operation(
      name: "create-database",
      words: ["insert", "a.db", "Person", "--from", "people.csv", "--create"],
      files: ["people.csv": "name,age\nAnn,31\nBob,42\n"], findsDatabase: false,
      modes: [.rollback]),
    Operation(
      name: "strange-name",
      words: ["insert", "file:a.db?mode=memory", "Sample", "code=new"],
      database: "file:a.db?mode=memory"),
  ]

  private static let definitions = [
    Operation(name: "define-flags", words: ["define", "a.db", "flags", "Marker", "SPO", "ECG"]),
    Operation(
      name: "define-entity",
      words: ["define", "a.db", "entity", "Place", "name:String", "floor:Int"]),
    Operation(
      name: "define-attribute", words: ["define", "a.db", "attribute", "Sample", "place:String?"]),
    Operation(
      name: "define-expression",
      words: ["define", "a.db", "expression", "Sample.passing", "readings[value >= 30].count"]),
  ]

  private static let changes = [
    Operation(name: "insert", words: ["insert", "a.db", "Sample", "code=new", "markers=RAW,PLX"]),
    Operation(
      name: "update",
      words: ["update", "a.db", "Sample", "markers+=HRM", "note=changed", "--all", "--yes"]),
    Operation(name: "delete", words: ["delete", "a.db", "Sample", "--has", "RAW", "--yes"]),
    Operation(
      name: "sql",
      words: [
        "sql", "a.db", "--write",
        "UPDATE Sample SET score = score + 1; DELETE FROM Reading WHERE value > 20; "
          + "SELECT count(*) FROM Reading",
      ], answer: .atEnd),
  ]

  private static let imports = [
    Operation(
      name: "import", words: ["insert", "a.db", "Sample", "--from", "new.csv"],
      files: ["new.csv": records(1...200)]),
    Operation(
      name: "import-input", words: ["insert", "a.db", "Sample", "--from", "-", "--format", "csv"],
      input: records(1...20)),
    Operation(
      name: "import-batches",
      words: ["insert", "a.db", "Sample", "--from", "new.csv", "--batch", "10"],
      files: ["new.csv": records(1...30)],
      stages: [
        (["insert", "a.db", "Sample", "--from", "-", "--format", "csv"], records(1...10)),
        (["insert", "a.db", "Sample", "--from", "-", "--format", "csv"], records(1...20)),
      ], isGradual: true),
    Operation(
      name: "import-upsert",
      words: ["insert", "a.db", "Sample", "--from", "new.csv", "--upsert", "code"],
      files: ["new.csv": "code,note\nS-1,changed\nS-2,changed\nN-1,new\n"]),
    Operation(
      name: "import-create",
      words: ["insert", "a.db", "Person", "--from", "people.csv", "--create"],
      files: ["people.csv": "name,age\nAnn,31\nBob,42\n"]),
    Operation(
      name: "import-rejects",
      words: [
        "insert", "a.db", "Sample", "--from", "bad.csv", "--on-error", "collect", "--rejects",
        "rejects.csv",
      ], status: 3, files: ["bad.csv": "code,score\nN-1,1\nN-2,much\nN-3,3\n"],
      reports: ["rejects.csv"]),
  ]

  private static let migrations = [
    Operation(
      name: "migrate-rewording", words: ["migrate", "a.db", "next.swift"],
      files: [
        "next.swift": changed([("HRM = Marker(rawValue: 1 << 1)", "HRM = Marker(rawValue: 1 << 5)")]
        )
      ], answer: .words("has version")),
    Operation(
      name: "migrate-copying", words: ["migrate", "a.db", "next.swift"],
      files: [
        "next.swift": changed([
          ("var score: Double = 50", "@Valid(0...100) var score: Double = 50"),
          ("var value: Double", "var value: Double\n  var unit: String = \"bpm\""),
        ])
      ], answer: .words("has version")),
    Operation(
      name: "migrate-loss", words: ["migrate", "a.db", "next.swift", "--allow-loss"],
      files: ["next.swift": changed([("  var note: String?\n", "")])],
      copies: ["a.db.backup-"], answer: .words("has version")),
  ]

  private static let others = [
    Operation(
      name: "session-transaction", words: ["repl", "a.db"],
      input: """
        .begin
        insert Sample code=one
        update Sample markers+=PLX --all
        delete Sample --has HRM
        .commit

        """, isGradual: true, answer: .atEnd),
    Operation(
      name: "session-lines", words: ["repl", "a.db"],
      input: "insert Sample code=one\ninsert Sample code=two\ninsert Sample code=three\n",
      stages: [
        (["repl", "a.db"], "insert Sample code=one\n"),
        (["repl", "a.db"], "insert Sample code=one\ninsert Sample code=two\n"),
      ], isGradual: true, answer: .stage),
    Operation(
      name: "query",
      words: [
        "query", "a.db", "Sample", "--has", "RAW", "--sort", "note", "--columns", "code,note",
      ],
      answer: .nothing),
    Operation(
      name: "query-to-file",
      words: ["query", "a.db", "Sample", "--columns", "code", "-f", "csv", "-o", "out.csv"],
      reports: ["out.csv"], answer: .nothing),
  ]

  /// The model with some of its text replaced.
  private static func changed(_ changes: [(String, String)]) -> String {
    changes.reduce(model) { $0.replacing($1.0, with: $1.1) }
  }
}
