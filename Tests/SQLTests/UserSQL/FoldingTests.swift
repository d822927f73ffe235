import FlagModel
import TestSupport
import Testing

@testable import UserSQL

/// The replacement of the functions of flags before SQLite sees plain SQL. Every text that is
/// folded is also prepared, and folded again, which must change nothing.
@Suite("Folding of plain SQL")
struct FoldingTests {
  private func folded(
    _ text: String, _ schema: Schema? = nil
  ) throws -> String {
    let schema = try schema ?? Zoo.schema()
    let sql = try PlainSQL(SourceText(text), schema: schema, now: testNow)
    #expect(try PlainSQL(SourceText(sql.text), schema: schema).text == sql.text)
    return sql.text
  }

  /// A condition within a query for samples.
  private func condition(_ text: String) throws -> String {
    let before = "SELECT code FROM Sample AS s WHERE "
    let sql = try folded(before + text)
    #expect(try MemoryDatabase(Zoo.schema()).complaint(sql) == nil)
    return String(sql.dropFirst(before.count))
  }

  @Test(
    "a field becomes its bits",
    arguments: [
      ("field(transition, 'core=typed')", "((transition & 255) = 1)"),
      ("field(transition, 'priority=5')", "(((transition >> 16) & 127) = 5)"),
      ("field(mode, 'type=file')", "(nullif(mode & 61440, 0) IS 32768)"),
      ("has(transition, 'CHAIN_END')", "((transition & 536870912) = 536870912)"),
      ("exactly(transition, 'CHAIN_END')", "((transition & 4286643968) = 536870912)"),
      ("field(transition, 'priority') > 3", "((transition >> 16) & 127) > 3"),
      (
        "field(mode, 'type') = 'file'",
        "CASE nullif(mode & 61440, 0) WHEN 4096 THEN 'pipe' WHEN 16384 THEN 'folder' WHEN 32768 THEN "
          + "'file' ELSE '?' || nullif(mode & 61440, 0) END = 'file'"
      ),
      ("transition = stored(transition, 'CHAIN_END|core=typed')", "transition = (536870913)"),
    ])
  func fields(call: String, folded: String) throws {
    let schema = try model(fieldModel)
    let before = "SELECT url FROM Visit WHERE "
    #expect(try self.folded(before + call, schema) == before + folded)
    #expect(try MemoryDatabase(schema).complaint(before + folded) == nil)
  }

  @Test(
    "the masks of many rows are tested as one is",
    arguments: [
      ("has(bit_or(markers), 'HRM')", "((bit_or(markers) & 2) IS 2)"),
      ("none(Bit_And( s.markers ), 'HRM')", "(coalesce(Bit_And(s.markers) & 2, 0) = 0)"),
      ("bit_or(markers)", "bit_or(markers)"),
    ])
  func aggregates(call: String, expected: String) throws {
    let (before, after) = ("SELECT status FROM Sample AS s GROUP BY status HAVING ", " OR count(*)")
    let sql = try folded(before + call + after)
    #expect(sql == before + expected + after)
    #expect(try MemoryDatabase(Zoo.schema()).complaint(sql) == nil)
  }

  @Test(
    "a test becomes a mask",
    arguments: [
      ("has(markers, 'HRM')", "((markers & 2) = 2)"),
      ("has(markers, 'HRM,PLX')", "((markers & 6) = 6)"),
      ("has(markers,'HRM','PLX')", "((markers & 6) = 6)"),
      ("has(markers, ' .HRM | PLX ')", "((markers & 6) = 6)"),
      ("has(markers, 'vitals')", "((markers & 6) = 6)"),
      ("has(markers, 'RAW,0x40')", "((markers & 65) = 65)"),
      ("any(markers, 'HRM,PLX')", "((markers & 6) != 0)"),
      ("none(markers, 'HRM,PLX')", "((markers & 6) = 0)"),
      ("exactly(markers, 'HRM,PLX')", "(markers = 6)"),
      ("not_all(markers, 'HRM,PLX')", "((markers & 6) != 6)"),
      ("HAS (MARKERS , 'HRM')", "((MARKERS & 2) = 2)"),
      ("has(s.markers, 'HRM')", "((s.markers & 2) = 2)"),
      ("has(S . \"markers\", 'HRM')", "((S . \"markers\" & 2) = 2)"),
      ("has(`markers`, 'HRM')", "((`markers` & 2) = 2)"),
      ("has([markers], 'HRM')", "(([markers] & 2) = 2)"),
      ("has(/* , */ markers -- )\n, 'HRM')", "((markers & 2) = 2)"),
      ("not has(markers, 'HRM') or 1", "not ((markers & 2) = 2) or 1"),
      ("status = stored(status, 'measured')", "status = (1)"),
      ("markers | stored(markers, 'HRM,PLX') > 0", "markers | (6) > 0"),
      ("price > stored(s.price, '-12.5')", "price > (-12500000)"),
      ("taken < stored(taken, 'now')", "taken < ('2026-11-20 12:00:00')"),
      ("code = stored(code, 'it''s')", "code = ('it''s')"),
    ])
  func tests(text: String, expected: String) throws {
    #expect(try condition(text) == expected)
  }

  @Test(
    "what only looks like a call is left alone",
    arguments: [
      "code = 'has(markers, ''HRM'')'",
      "code = \"code\" -- has(markers, 'HRM')\n",
      "code = /* has(markers, 'HRM') */ 'x'",
      "code = :has",
      "code = $has(markers)",
      "EXISTS (SELECT 1 AS has)",
      "code IN (SELECT [code] FROM `Sample`)",
      "x'00' = x'00' AND 1e5 > .5 AND 0x1F = 31",
    ])
  func untouched(text: String) throws {
    #expect(try condition(text) == text)
  }

  @Test(
    "a column is looked for in the tables that are read where it stands",
    arguments: [
      ("SELECT 1 FROM Cat, Dog WHERE has(Dog.bits, 'D')", "((Dog.bits & 8) = 8)"),
      ("SELECT 1 FROM Cat c JOIN Dog d ON has(d.bits, 'D')", "((d.bits & 8) = 8)"),
      ("SELECT 1 FROM Cat AS Dog WHERE has(Dog.bits, 'C')", "((Dog.bits & 1) = 1)"),
      ("SELECT has(bits, 'C') FROM Cat", "((bits & 1) = 1)"),
      (
        "SELECT 1 FROM Cat WHERE EXISTS (SELECT 1 FROM Dog WHERE has(bits, 'D'))",
        "((bits & 8) = 8)"
      ),
      ("SELECT 1 FROM Cat WHERE id IN (SELECT id FROM Dog) AND has(bits, 'C')", "((bits & 1) = 1)"),
      (
        "SELECT 1 FROM Cat c WHERE EXISTS (SELECT 1 FROM Dog d WHERE has(c.bits, 'C'))",
        "((c.bits & 1) = 1)"
      ),
      ("SELECT 1 FROM Cat UNION SELECT 2 FROM Dog WHERE has(bits, 'D')", "((bits & 8) = 8)"),
      ("SELECT 1 FROM (Cat JOIN Dog) WHERE has(main.Cat.bits, 'C')", "((main.Cat.bits & 1) = 1)"),
      ("SELECT 1 FROM Cat; SELECT 1 FROM Dog WHERE has(bits, 'D')", "((bits & 8) = 8)"),
      ("UPDATE Cat SET bits = 0 WHERE has(bits, 'C')", "((bits & 1) = 1)"),
      ("UPDATE OR IGNORE Dog SET bits = 0 WHERE has(bits, 'D')", "((bits & 8) = 8)"),
      ("DELETE FROM Dog WHERE has(bits, 'D')", "((bits & 8) = 8)"),
      ("INSERT INTO Dog (bits) SELECT bits FROM Cat WHERE has(bits, 'C')", "((bits & 1) = 1)"),
      ("INSERT INTO Dog (bits) VALUES (8) RETURNING has(bits, 'D')", "((bits & 8) = 8)"),
      ("SELECT 1 FROM Cat WHERE has(own, 'C')", "((own & 1) IS 1)"),
      (
        "WITH q AS (SELECT own AS o, own FROM Cat) SELECT 1 FROM q WHERE has(q.own, 'C')",
        "((q.own & 1) IS 1)"
      ),
      (
        "SELECT 1 FROM (SELECT own FROM Cat) AS q WHERE none(own, 'C')",
        "(coalesce(own & 1, 0) = 0)"
      ),
      (
        "WITH Dog(bits) AS (SELECT bits FROM Cat) SELECT has(bits, 'C') FROM Dog",
        "((bits & 1) = 1)"
      ),
      (
        "WITH RECURSIVE q(bits) AS (SELECT bits FROM Dog UNION SELECT bits FROM q WHERE has(q.bits, 'D')) "
          + "SELECT 1 FROM q",
        "((q.bits & 8) = 8)"
      ),
      ("SELECT has(q.bits, 'C') FROM (SELECT bits FROM Cat) q", "((q.bits & 1) = 1)"),
      ("SELECT has(bits, 'D') FROM (SELECT bits FROM Dog)", "((bits & 8) = 8)"),
      (
        "WITH a AS (SELECT bits FROM Dog), b AS (SELECT * FROM (SELECT * FROM a) x) "
          + "SELECT has(bits, 'D') FROM b",
        "((bits & 8) = 8)"
      ),
      (
        "SELECT has(bits, 'D') FROM Dog d JOIN (SELECT own FROM Cat) c ON has(own, 'C')",
        "((bits & 8) = 8)"
      ),
      ("SELECT 1 FROM cat WHERE any(OWN, 'C')", "(coalesce(OWN & 1, 0) != 0)"),
      ("SELECT 1 FROM Cat WHERE not_all(own, 'C')", "((own & 1) IS NOT 1)"),
      ("SELECT 1 FROM Cat WHERE exactly(own, 'C')", "(own IS 1)"),
    ])
  func scopes(text: String, expected: String) throws {
    let sql = try folded(text, Self.pets())
    #expect(sql.contains(expected), "\(sql)")
    let database = try MemoryDatabase(Self.pets())
    for statement in sql.split(separator: ";") {
      #expect(database.complaint(String(statement)) == nil, "\(sql)")
    }
  }

  @Test(
    "what is wrong is said with its place",
    arguments: [
      ("has(markers, 'HRM,HRN')", "HRN", "'HRN' is not a flag of markers", "did you mean 'HRM'?"),
      ("has(markers, 'HRM,')", "", "expected a flag, found nothing", nil),
      ("has(markers, '')", "", "expected a flag, found nothing", nil),
      (
        "has(markers, '2')", "2", "'2' is not a flag of markers",
        "BIOMarker has RAW, HRM, PLX, vitals"
      ),
      ("has(code, 'HRM')", "code", "'code' (String) holds no flags", nil),
      ("has(s.code, 'HRM')", "s.code", "'s.code' (String) holds no flags", nil),
      (
        "has(s.marker, 'HRM')", "s.marker", "'s.marker' is not an attribute of Sample",
        "did you mean 'markers'?"
      ),
      (
        "has(marker, 'HRM')", "marker", "no attribute of flags is named 'marker'",
        "did you mean 'markers'?"
      ),
      ("has(id, 'HRM')", "id", "no attribute of flags is named 'id'", nil),
      ("stored(x, 'HRM')", "x", "no attribute is named 'x'", nil),
      (
        "stored(status, 'measurd')", "'measurd'", "'measurd' is not a case of 'Status'",
        "did you mean 'measured'?"
      ),
      (
        "has(markers, HRM)", "HRM", "expected a text, found HRM",
        "write it as in has(markers, 'HRM,PLX')"
      ),
      (
        "has(markers, \"HRM\")", "\"HRM\"", "expected a text, found \"HRM\"",
        "write it as in has(markers, 'HRM,PLX')"
      ),
      (
        "has(markers, 6)", "6", "expected a text, found '6'",
        "write it as in has(markers, 'HRM,PLX')"
      ),
      (
        "has(markers & 6, 'HRM')", "&", "expected a column, found '&'",
        "write it as in has(markers, 'HRM,PLX')"
      ),
      (
        "has('HRM', markers)", "'HRM'", "expected a column, found ''HRM''",
        "write it as in has(markers, 'HRM,PLX')"
      ),
      ("has()", ")", "expected a column, found ')'", "write it as in has(markers, 'HRM,PLX')"),
      ("has(", "", "expected a column, found the end", "write it as in has(markers, 'HRM,PLX')"),
      (
        "has(markers, 'HRM'", "", "expected a comma or ')', found the end",
        "write it as in has(markers, 'HRM,PLX')"
      ),
      (
        "has(markers, 'HRM' 'PLX')", "'PLX'", "expected a comma or ')', found ''PLX''",
        "write it as in has(markers, 'HRM,PLX')"
      ),
      (
        "any(markers)", "any", "any() expects a column and flags",
        "write it as in any(markers, 'HRM,PLX')"
      ),
      (
        "flags(markers, 'HRM')", "'HRM'", "flags() takes no more arguments",
        "write it as in flags(markers)"
      ),
      (
        "stored(status)", "stored", "stored() expects a column and a value",
        "write it as in stored(status, 'measured')"
      ),
      ("has(markers, :m)", ":m", "expected a text for ':m'", nil),
      ("has(markers, ?)", "?", "expected a text for '?'", nil),
      ("code = 'x", "'", "a quote opens here and is not closed", nil),
      ("code = [x", "[", "a quote opens here and is not closed", nil),
    ] as [(String, String, String, String?)])
  func mistakes(text: String, marked: String, message: String, hint: String?) throws {
    let found = mistakes(in: "SELECT 1 FROM Sample s WHERE \(text)")
    #expect(found.map(\.message) == [message])
    #expect(found.map(\.hint?.text) == [hint])
    #expect(found.map { $0.place.map { $0.source.text($0.range) } } == [marked])
  }

  @Test("every mistake is told, up to a number")
  func allMistakes() {
    let calls = repeatElement("has(code, 'x')", count: 50)
    #expect(mistakes(in: "SELECT has(x, 'a'), any(markers) FROM Sample").count == 2)
    #expect(mistakes(in: "SELECT \(calls.joined(separator: ",")) FROM Sample").count == 20)
  }

  @Test(
    "tables that differ in a column must be named",
    arguments: [
      ("SELECT 1 FROM Cat, Dog WHERE has(bits, 'C')", "say which, as in Cat.bits"),
      (
        "SELECT has(q.bits, 'C') FROM (SELECT bits FROM Cat UNION SELECT bits FROM Dog) q",
        "move the call into the subquery or view, where the column is Cat.bits"
      ),
      (
        "SELECT has(bits, 'C') FROM some_view",
        "move the call into the subquery or view, where the column is Cat.bits"
      ),
    ])
  func ambiguous(text: String, hint: String) throws {
    let found = mistakes(in: text, try Self.pets())
    #expect(found.map(\.hint?.text) == [hint])
  }

  @Test("names that are spelled out already are not flags")
  func namedView() {
    let found = mistakes(in: "SELECT 1 FROM Sample_named WHERE has(markers, 'HRM')")
    #expect(found.map(\.message) == ["'markers' of Sample_named is spelled out already"])
    #expect(found.map(\.hint?.text) == ["take it from Sample"])
  }

  private func mistakes(in text: String, _ schema: Schema? = nil) -> [Diagnostic] {
    do {
      let sql = try PlainSQL(SourceText(text), schema: try schema ?? Zoo.schema())
      Issue.record("folded: \(sql.text)")
      return []
    } catch let error as Diagnostic {
      return [error]
    } catch {
      return (error as? Diagnostics)?.all ?? []
    }
  }

  /// Two entities whose flags have the same column and other names.
  private static func pets() throws -> Schema {
    try model(
      """
      struct CatBits: OptionSet { let rawValue: Int; static let C = CatBits(rawValue: 1) }
      struct DogBits: OptionSet { let rawValue: Int; static let D = DogBits(rawValue: 8) }
      @Model final class Cat { var bits: CatBits = []; var own: CatBits? }
      @Model final class Dog { var bits: DogBits = [] }
      """)
  }
}
