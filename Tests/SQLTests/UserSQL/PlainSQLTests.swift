import FlagModel
import PostgreSQLText
import TestSupport
import Testing

@testable import UserSQL

/// Places, headings, parameters and limits of plain SQL.
@Suite("Plain SQL")
struct PlainSQLTests {
  private func sql(_ text: String) throws -> PlainSQL {
    try PlainSQL(SourceText(text), schema: Zoo.schema())
  }

  @Test("every byte of the folded text leads to the word that it comes from")
  func places() throws {
    let call = "has(markers, 'HRM')"
    let sql = try sql("SELECT \(call), code FROM Sample WHERE any(markers, 'RAW') -- end")
    let words = sql.text.utf8.indices.map { index -> String in
      let place = sql.place(ofByte: sql.text.utf8.distance(from: sql.text.startIndex, to: index))
      return place.source.text(place.range)
    }
    var distinct: [String] = []
    for word in words where distinct.last != word { distinct.append(word) }
    #expect(
      distinct
        == ["SELECT", call, ",", "code", "FROM", "Sample", "WHERE", "any(markers, 'RAW')", ""])
  }

  @Test(
    "the heading of a column is what was written",
    arguments: [
      ("((markers & 2) = 2)", "has(markers, 'HRM')"),
      (
        "count(*) FILTER (WHERE ((markers & 2) = 2))", "count(*) FILTER (WHERE has(markers, 'HRM'))"
      ),
      ("code", "code"), ("", ""),
    ])
  func headings(column: String, heading: String) throws {
    #expect(try sql("SELECT has(markers, 'HRM') FROM Sample").heading(column) == heading)
  }

  /// The headings of columns that a server names otherwise; nil where it knows the name.
  @Test(
    "the heading of a column is its item in the list",
    arguments: [
      (
        "SELECT flags(markers), code, has(markers,'HRM') FROM Sample",
        ["flags(markers)", nil, "has(markers,'HRM')"]
      ),
      ("SELECT DISTINCT flags(markers) AS f, flags(markers) g FROM Sample", [nil, nil]),
      ("SELECT *, flags(markers) || '!' FROM Sample", [nil, nil, nil, "flags(markers) || '!'"]),
      ("SELECT code, s.*, flags(markers) FROM Sample s", [nil, nil, nil, "flags(markers)"]),
      ("SELECT *, s.*, flags(markers) FROM Sample s", [nil, nil, nil, nil, "flags(markers)"]),
      (
        "WITH m AS (SELECT flags(markers) FROM Sample) SELECT (SELECT flags(markers) FROM Sample) FROM m",
        ["(SELECT flags(markers) FROM Sample)"]
      ),
      (
        "SELECT max(has(markers, 'HRM')) IS NOT NULL, flags(markers) IS DISTINCT FROM code, 1",
        ["max(has(markers, 'HRM')) IS NOT NULL", "flags(markers) IS DISTINCT FROM code", nil]
      ),
      (
        "UPDATE Sample SET markers = stored(markers, 'HRM') RETURNING code, flags(markers)",
        [nil, "flags(markers)"]
      ),
      ("SELECT 1; SELECT flags(markers)", [nil]),
    ] as [(String, [String?])])
  func headingsOfItems(text: String, headings: [String?]) throws {
    let sql = try sql(text)
    let found = headings.indices.map {
      sql.heading(ofColumn: $0, of: headings.count, inStatementAt: 0)
    }
    #expect(found == headings)
  }

  @Test(
    "a literal that a column stores otherwise is noted, with what to write",
    arguments: [
      ("ok = 'true'", "'ok' stores numbers, which no text equals", "ok = stored(ok, 'true')"),
      ("t.ok <> 'no'", "'t.ok' stores numbers, which no text equals", "t.ok <> stored(t.ok, 'no')"),
      ("price > 1.5", "'price' stores 1.5 as 1500000", "price > stored(price, '1.5')"),
      ("price=='2.0'", "'price' stores 2.0 as 2000000", "price == stored(price, '2.0')"),
      (
        "kind >= 'high'", "'kind' stores numbers, which are less than every text",
        "kind >= stored(kind, 'high')"
      ),
      ("bits = 'A'", "'bits' stores numbers, which no text equals", "has(bits, 'A')"),
    ])
  func notes(condition: String, message: String, meant: String) throws {
    let sql = try PlainSQL(
      SourceText("SELECT 1 FROM T t WHERE n = 1 AND \(condition)"), schema: Self.typed())
    #expect(sql.note?.message == message)
    #expect(sql.note?.hint == .meant([meant]))
  }

  @Test(
    "a comparison that may be true has no note",
    arguments: [
      "ok = 1", "ok = '1'", "price > 1500000", "price = '15'", "n = '5'", "n > 1.5",
      "kind = 'none'", "bits & 1 = 'A'", "bits << 1.5", "x -> 'true'", "made > '2026-01-01'",
    ])
  func noNotes(condition: String) throws {
    let sql = try PlainSQL(SourceText("SELECT 1 FROM T WHERE \(condition)"), schema: Self.typed())
    #expect(sql.note == nil)
  }

  @Test("a server has a Bool and decimals of its own") func notesOfServers() throws {
    func note(_ condition: String) throws -> String? {
      try PlainSQL(
        SourceText("SELECT 1 FROM \"T\" WHERE \(condition)"), schema: Self.typed(),
        in: PostgreSQLDialect()
      ).note?.message
    }
    #expect(try note("ok = 'true'") == nil)
    #expect(try note("price > 1.5") == nil)
    #expect(try note("kind = 'high'") == "'kind' stores numbers, which no text equals")
  }

  private static func typed() throws -> Schema {
    try model(
      """
      struct Bits: OptionSet { let rawValue: Int; static let A = Bits(rawValue: 1) }
      enum Kind: Int { case low = 1, high }
      @Model final class T {
        var ok: Bool; var price: Decimal; var kind: Kind; var bits: Bits; var n: Int; var made: Date
      }
      """)
  }

  @Test(
    "a text is closed behind its last word",
    arguments: [
      ("SELECT 1", "SELECT 1;"), ("SELECT 1; ", "SELECT 1;"), ("SELECT 1 -- one", "SELECT 1;"),
      ("SELECT 1 /* one */ ;\n-- two", "SELECT 1 /* one */ ;"),
      ("SELECT has(markers, 'HRM')  ", "SELECT ((markers & 2) = 2);"),
    ])
  func closed(text: String, expected: String) throws {
    #expect(try sql(text).closedText == expected)
  }

  @Test(
    "several statements are told from one",
    arguments: [
      ("SELECT 1", false), ("SELECT 1;", false), ("SELECT 1; ;-- x", false),
      (";SELECT 1;SELECT 2", true),
    ])
  func several(text: String, isSeveral: Bool) throws {
    #expect(try sql(text).hasSeveralStatements == isSeveral)
  }

  @Test(
    "nothing is no statement", arguments: ["", " \n", ";", " ; ;", "-- SELECT 1", "/* SELECT 1"])
  func nothing(text: String) {
    #expect(throws: Diagnostic("expected a statement, found nothing")) { try sql(text) }
  }

  @Test(
    "a parameter's value has the type that it looks like",
    arguments: [
      ("a=1", .integer(1)), ("a=-5", .integer(-5)), ("a=0", .integer(0)), ("a=1.50", .real(1.5)),
      ("a=-0.5", .real(-0.5)), ("a=1e3", .real(1000)), ("a=007", .text("007")),
      ("a=+49", .text("+49")), ("a=9223372036854775807", .integer(.max)),
      ("a=9223372036854775808", .text("9223372036854775808")), ("a='12'", .text("12")),
      ("a=", .text("")), ("a=''", .text("")), ("a='", .text("'")), ("a=x=y", .text("x=y")),
      ("a=1,5", .text("1,5")), ("a=1e999", .text("1e999")), ("a=.5", .text(".5")),
      ("a=0x10", .text("0x10")), ("a=nan", .text("nan")), ("a=2026-11-20", .text("2026-11-20")),
      ("a=1 ", .text("1 ")), (":a=1", .integer(1)), ("$a=1", .integer(1)), ("a:null", .null),
      ("a=null", .text("null")), ("a=O'Brien", .text("O'Brien")),
    ] as [(String, Value)])
  func parameterValues(word: String, value: Value) throws {
    let parameters = try SQLParameters([SourceText(word)])
    #expect(parameters.names == ["a"])
    for mark in [":", "@", "$", "?"] { #expect(parameters.value(of: "\(mark)a") == value) }
    #expect(parameters.value(of: ":A") == nil)
  }

  @Test("what is not a parameter is refused", arguments: ["a", "=1", "", ":null", "null"])
  func badParameters(word: String) {
    #expect(throws: Diagnostic.self) { try SQLParameters([SourceText(word)]) }
  }

  @Test("a parameter is given once")
  func parameterTwice() {
    #expect(throws: Diagnostic.self) { try SQLParameters([SourceText("a=1"), SourceText(":a=2")]) }
  }

  @Test("flags may be a parameter with a name")
  func flagParameter() throws {
    let parameters = try SQLParameters([SourceText("m=HRM,PLX"), SourceText("n:null")])
    let text = "SELECT has(markers, $m) FROM Sample"
    let sql = try PlainSQL(SourceText(text), schema: Zoo.schema(), parameters: parameters)
    #expect(sql.text == "SELECT ((markers & 6) = 6) FROM Sample")
    #expect(throws: Diagnostics.self) {
      try PlainSQL(
        SourceText("SELECT has(markers, :n)"), schema: Zoo.schema(), parameters: parameters)
    }
  }

  @Test(
    "no text is too wild",
    arguments: [
      String(repeating: "(", count: 900) + "has(markers,'HRM')",
      String(repeating: "SELECT has(", count: 20_000),
      String(repeating: "FROM Sample,", count: 50_000),
      String(repeating: "(SELECT 1 FROM ", count: 900),
      "has(" + String(repeating: "x.", count: 9_000),
      String(repeating: ")", count: 9_000) + "has(markers,'HRM')",
      "\u{FEFF}SELECT has(markers,'HRM')",
      String(repeating: ",", count: 9_000) + "flags(markers)", "$a::b(c) has(markers,'HRM')",
    ])
  func wild(text: String) {
    // Whether it is taken is for SQLite to say; here it must only come to an end.
    _ = try? sql(text)
  }

  @Test("deep brackets are refused, also where SQLite would")
  func depth() {
    let text = "SELECT has(markers, 'HRM'), " + String(repeating: "(", count: 100_000)
    #expect(throws: Diagnostic.self) { try sql(text) }
  }

  @Test("length is bounded, before and after folding")
  func length() {
    let blanks = String(repeating: " ", count: PlainSQL.longest + 1)
    #expect(throws: Diagnostic.self) { try sql("SELECT 1\(blanks)") }
    let calls = String(repeating: "flags(markers),", count: 100_000)
    #expect(throws: Diagnostic.self) { try sql("SELECT \(calls) 1 FROM Sample") }
  }

  @Test("NUL is refused, since SQLite would stop there")
  func nul() {
    #expect(throws: Diagnostic.self) { try sql("SELECT 1\0; DROP TABLE Sample") }
  }
}
