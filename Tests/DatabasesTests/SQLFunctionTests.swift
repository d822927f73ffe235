import Engines
import FlagModel
import Testing

@testable import Databases
@testable import SQLText

/// The functions that predicates call, on the connections of the library.
@Suite struct SQLFunctionTests {
  @Test func answers() throws {
    let scratch = try Scratch()
    let connection = try scratch.makeDatabase().connection
    #expect(try connection.value("SELECT flagdb_fold('ÉVA ẞ', 'cd')") == .text("eva ss"))
    #expect(try connection.value("SELECT flagdb_fold('ÉVA', '')") == .text("ÉVA"))
    #expect(try connection.value("SELECT flagdb_lower('ÉVA'), 1") == .text("éva"))
    #expect(try connection.value("SELECT flagdb_upper('straße')") == .text("STRASSE"))
    #expect(try connection.value("SELECT flagdb_like('a[b', 'a[?')") == .integer(1))
    #expect(try connection.value("SELECT flagdb_matches('S-17', 'S-[0-9]+', '')") == .integer(1))
    #expect(try connection.value("SELECT flagdb_matches('xS-17', 'S-[0-9]+', '')") == .integer(0))
    #expect(try connection.value("SELECT flagdb_matches('éva', 'E.A', 'cd')") == .integer(1))
    for call in [
      "fold(NULL, 'c')", "lower(NULL)", "split(NULL, 'a', 1)", "matches(NULL, 'a', '')",
      "like('a', NULL)",
    ] {
      let sql = SQLStatement(text: "SELECT flagdb_\(call)")
      let statement = try connection.prepare(sql)
      #expect(try statement.step())
      #expect(statement.value(at: 0) == .null, "\(call)")
    }
    #expect(throws: EngineError.self) {
      _ = try connection.value("SELECT flagdb_matches('a', '(', '')")
    }
  }

  @Test func aPatternIsCompiledForEachOfItsTexts() throws {
    let scratch = try Scratch()
    let connection = try scratch.makeDatabase().connection
    let sql: SQLText = """
      SELECT sum(flagdb_matches(value, 'a' || (value % 2), '')) FROM json_each('["a0", "a1", 3]')
      """
    #expect(try connection.value(sql) == .integer(1))
  }

  /// A sum of whole numbers has 64 bits at its end, whatever it had on the way.
  @Test(
    arguments: [
      ("[]", .null), ("[null]", .null), ("[1, null, 2]", .integer(3)), ("[-5]", .integer(-5)),
      ("[9223372036854775807, 9223372036854775807, -9223372036854775807]", .integer(.max)),
      ("[-9223372036854775807, 9223372036854775807, 9223372036854775807]", .integer(.max)),
      ("[-9223372036854775807, -1]", .integer(.min)),
      ("[-9223372036854775807, -9223372036854775807, 9223372036854775807, -1]", .integer(.min)),
      ("[9223372036854775807, 1]", nil), ("[-9223372036854775807, -2]", nil),
      ("[1, 2.5]", .real(3.5)), ("[1, \"2\"]", .integer(3)), ("[1, \"x\"]", .real(1)),
      ("[1, 1e308, 1e308, -1e308, -1e308]", .real(1)), ("[1e308, 1e308]", .real(.infinity)),
    ] as [(String, Value?)]) func sums(_ values: String, _ sum: Value?) throws
  {
    let scratch = try Scratch()
    let connection = try scratch.makeDatabase().connection
    let query: SQLText = "SELECT flagdb_sum(value) FROM json_each(\(.text(values)))"
    guard let sum else {
      let error = #expect(throws: EngineError.self) { try connection.value(query) }
      #expect(error?.isOverflow == true)
      return
    }
    #expect(try connection.value(query) == sum)
  }

  /// The mean of whole numbers is their sum in 128 bits, divided by their number.
  @Test(
    arguments: [
      ("[]", .null), ("[null]", .null), ("[1, null, 2]", .real(1.5)),
      ("[9007199254740993, -9007199254740992]", .real(0.5)),
      ("[9223372036854775807, 9223372036854775807]", .real(0x1p63)),
      ("[-9223372036854775807, -9223372036854775807, -9223372036854775807]", .real(-0x1p63)),
      ("[-9223372036854775807, -3, 9223372036854775807]", .real(-1)), ("[1, 2.5]", .real(1.75)),
      ("[1, \"x\"]", .real(0.5)),
    ] as [(String, Value)]) func means(_ values: String, _ mean: Value) throws
  {
    let scratch = try Scratch()
    let connection = try scratch.makeDatabase().connection
    let query: SQLText = "SELECT flagdb_avg(value) FROM json_each(\(.text(values)))"
    #expect(try connection.value(query) == mean)
  }

  /// Large whole numbers that nearly cancel each other, or hardly differ.
  @Test(
    arguments: [
      ("flagdb_percentile(value, 50)", "[9007199254740993, -9007199254740992]", .real(0.5)),
      ("flagdb_percentile(value, 50)", "[-2, -3]", .real(-2.5)),
      ("flagdb_percentile(value, 50)", "[9223372036854775807, 9223372036854775807]", .real(0x1p63)),
      ("flagdb_percentile(value, 50)", "[3, 1, 2.5, 7]", .real(2.75)),
      ("flagdb_percentile(value, 50)", "[4611686018427387905, 2.5]", .real(0x1p61)),
      ("flagdb_stddev(value)", "[9007199254740993, 9007199254740992]", .real(0.5.squareRoot())),
      ("flagdb_stddev(value)", "[1, 2.5, 4]", .real(1.5)),
      ("flagdb_stddev(value)", "[2.5, 1, 4]", .real(1.5)),
    ] as [(String, String, Value)])
  func spreads(_ function: String, _ values: String, _ result: Value) throws {
    let scratch = try Scratch()
    let connection = try scratch.makeDatabase().connection
    let query: SQLText = "SELECT \(.written(function)) FROM json_each(\(.text(values)))"
    #expect(try connection.value(query) == result)
  }

  /// Masks are joined as by SQLite's own operators, whatever type a value has.
  @Test(
    arguments: [
      ("[]", .null, .null), ("[null]", .null, .null), ("[6, null, 3]", .integer(7), .integer(2)),
      ("[0]", .integer(0), .integer(0)), ("[-1, 5]", .integer(-1), .integer(5)),
      ("[-9223372036854775808, 1]", .integer(.min + 1), .integer(0)),
      ("[\"6x\", 3.9]", .integer(7), .integer(2)),
    ] as [(String, Value, Value)]) func masks(_ values: String, _ union: Value, _ common: Value)
    throws
  {
    let connection = try Scratch().makeDatabase().connection
    let all: SQLText = "FROM json_each(\(.text(values)))"
    #expect(try connection.value("SELECT bit_or(value) \(all)") == union)
    #expect(try connection.value("SELECT bit_and(value) \(all)") == common)
  }

  /// No view, trigger or check of a file may call them.
  @Test func schemasCannotCallThem() throws {
    let scratch = try Scratch()
    try scratch.makeDatabase()
    let plain = try scratch.plain()
    try plain.run("CREATE VIEW spy AS SELECT flagdb_fold(code, 'c') AS code FROM Sample")
    let connection = try scratch.open().connection
    let error = #expect(throws: EngineError.self) {
      _ = try connection.value("SELECT code FROM spy")
    }
    #expect(error?.message == "unsafe use of flagdb_fold()")
  }

  @Test func catastrophicPatternsAreNone() throws {
    let scratch = try Scratch()
    let connection = try scratch.makeDatabase().connection
    let text = String(repeating: "a", count: 20_000) + "b"
    let answer = try connection.value("SELECT flagdb_matches(\(.text(text)), '(a+)+$', '')")
    #expect(answer == .integer(0))
  }

  @Test(
    arguments: [
      ("/usr/lib/x", "/", 1, ""), ("/usr/lib/x", "/", 2, "usr"), ("/usr/lib/x", "/", -1, "x"),
      ("/usr/lib/x", "/", -4, ""), ("/usr/lib/x", "/", 5, nil), ("/usr/lib/x", "/", -5, nil),
      ("a", "/", 1, "a"), ("a", "/", -1, "a"), ("a", "/", 2, nil), ("", "/", 1, ""),
      ("a--b--", "--", 2, "b"), ("a--b--", "--", 3, ""), ("a---b", "--", 2, "-b"),
      ("é✓e\u{301}", "e", 1, "é✓"), ("é✓e\u{301}", "e", 2, "\u{301}"), ("a.b", ".", 0, nil),
      ("a", "", 1, "a"),
    ] as [(String, String, Int, String?)])
  func textsAreSplit(_ text: String, _ separator: String, _ number: Int, _ part: String?) throws {
    let scratch = try Scratch()
    let sql = SQLStatement(text: "SELECT flagdb_split('\(text)', '\(separator)', \(number))")
    let statement = try scratch.makeDatabase().connection.prepare(sql)
    #expect(try statement.step())
    #expect(statement.value(at: 0) == part.map { .text($0) } ?? .null)
  }
}
