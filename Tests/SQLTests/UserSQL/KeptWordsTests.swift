import FlagModel
import ModelText
import Testing

@testable import Migrations
@testable import UserSQL

/// The words that stay with SQL that a file keeps.
@Suite("Words kept with numbers")
struct KeptWordsTests {
  private static let model = """
    struct Mark: OptionSet {
      let rawValue: Int
      static let HRM = Mark(rawValue: 1 << 1)
      static let PLX = Mark(rawValue: 1 << 2)
    }
    enum Status: Int { case new, done = 5 }
    @Model class Sample {
      var code: String
      var taken: Date
      var markers: Mark
      var status: Status
    }
    """

  private func schema(_ changes: (String, String)...) throws -> Schema {
    let text = changes.reduce(Self.model) { $0.replacing($1.0, with: $1.1) }
    return try #require(readModel([SourceText(name: "model", text)]).schema)
  }

  private func folded(_ sql: String, _ parameters: String...) throws -> String {
    try PlainSQL(
      SourceText(sql), schema: schema(),
      parameters: SQLParameters(parameters.map { SourceText($0) }),
      now: .earliest
    ).text
  }

  static let statements = [
    "CREATE VIEW v AS SELECT * FROM Sample WHERE has(markers, 'HRM')",
    "create temp view v as select flags(s.markers), any( s . markers , 'HRM|PLX' ) from Sample s",
    "CREATE TRIGGER t AFTER INSERT ON Sample WHEN none(new.markers, 'PLX') BEGIN "
      + "SELECT 1; DELETE FROM Sample WHERE has(markers, 'HRM'); SELECT CASE WHEN 1 THEN 2 END; "
      + "UPDATE Sample SET status = stored(status, 'done') WHERE exactly(markers, 'HRM'); END",
    "CREATE INDEX i ON Sample (code) WHERE not_all(markers, 'HRM', 'PLX')",
    "CREATE TABLE own (markers INTEGER, hot AS (has(markers, 'HRM')) STORED)",
    "CREATE VIEW v AS SELECT 'a /* flagdb: x */', \"(\" FROM Sample -- has(markers, 'HRM')\n"
      + "WHERE (has(markers, 'HRM') OR (has(markers, 'PLX')))",
    "CREATE VIEW v AS SELECT stored(code, 'a*/b') FROM Sample",
  ]

  @Test("lead back to what was written, and hold", arguments: statements)
  func roundTrip(statement: String) throws {
    let words = try #require(KeptWords(try folded(statement)))
    #expect(words.original.text(0..<words.original.utf8.count) == statement)
    #expect(words.faults(in: try schema()) == [])
    #expect(try words.renewed(from: schema(), to: schema(), []) == words.sql)
  }

  @Test("stand in a comment before what was made of them")
  func form() throws {
    #expect(
      try folded("CREATE VIEW v AS SELECT 1 FROM Sample WHERE has(markers, :m)", "m=HRM")
        == "CREATE VIEW v AS SELECT 1 FROM Sample WHERE "
        + "/* flagdb: has(markers, 'HRM') */ ((markers & 2) = 2)")
  }

  @Test(
    "are not kept",
    arguments: [
      "SELECT has(markers, 'HRM') FROM Sample", "UPDATE Sample SET status = stored(status, 'done')",
      "CREATE TABLE t (x); SELECT has(markers, 'HRM') FROM Sample",
      "CREATE VIEW v AS SELECT stored(taken, 'now') FROM Sample",
    ])
  func notKept(statement: String) throws {
    #expect(KeptWords(try folded(statement)) == nil)
  }

  @Test("with numbers that somebody changed are not believed")
  func edited() throws {
    let sql = try folded(Self.statements[0]).replacing("& 2", with: "& 4")
    #expect(
      KeptWords(sql)?.faults(in: try schema())
        == ["has(markers, 'HRM') is ((markers & 2) = 2), found ((markers & 4) = 2)"])
  }

  @Test("that the model does not know any more are told")
  func unknown() throws {
    let words = KeptWords(try folded(Self.statements[0]))
    let faults = words?.faults(in: try schema(("HRM", "PULSE")))
    #expect(faults == ["'HRM' is not a flag of markers"])
  }

  @Test(
    "before anything but brackets are none",
    arguments: [
      "CREATE VIEW v AS SELECT /* flagdb: has(markers, 'HRM') */ 1", "SELECT /* flagdb: x */ (1",
      "SELECT 1 /* flagdb: x */", "SELECT /* flagdb:x */ (1)", "SELECT '/* flagdb: x */ (1)'",
    ])
  func malformed(sql: String) {
    #expect(KeptWords(sql) == nil)
  }

  @Test("are those of the new model after a migration")
  func renewal() throws {
    let new = try schema(
      ("HRM = Mark(rawValue: 1 << 1)", "PULSE = Mark(rawValue: 1 << 5)"),
      ("markers:", "marks:"), ("done = 5", "over = 6"))
    let renames = [
      Rename(old: "Mark.HRM", new: "PULSE"), Rename(old: "Sample.markers", new: "marks"),
      Rename(old: "Status.done", new: "over"),
    ]
    let sql = try folded(
      "CREATE VIEW v AS SELECT 1 FROM Sample s WHERE has(s.markers, 'HRM,PLX') "
        + "AND any(markers, 'PLX') AND status = stored(status, 'done')")
    #expect(
      try KeptWords(sql)?.renewed(from: schema(), to: new, renames)
        == "CREATE VIEW v AS SELECT 1 FROM Sample s WHERE "
        + "/* flagdb: has(s.marks, 'PULSE,PLX') */ ((s.marks & 36) = 36) "
        + "AND /* flagdb: any(marks, 'PLX') */ ((marks & 4) != 0) "
        + "AND status = /* flagdb: stored(status, 'over') */ (6)")
  }
}
