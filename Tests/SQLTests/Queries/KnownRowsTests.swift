import FlagModel
import SQLText
import Testing

@Suite struct KnownRowsTests {
  private let row: [Value] = [.text("it's \"q\"\n"), .integer(.min), .null]

  @Test func fewRowsAreValues() {
    let sql = "\(rows: [row, row])" as SQLText
    let written = sql.written(in: SQLiteDialect())
    #expect(
      written.text
        == "VALUES (?, 0x8000000000000000, NULL), (?, 0x8000000000000000, NULL)")
    #expect(written.bindings == [row[0], row[0]])
    #expect(
      sql.script(in: SQLiteDialect()).hasPrefix(
        "VALUES ('it''s \"q\"\n', 0x8000000000000000, NULL), ('it''s"))
  }

  @Test func manyRowsAreOneText() {
    let sql = "\(rows: Array(repeating: row, count: 101))" as SQLText
    let written = sql.written(in: SQLiteDialect())
    #expect(
      written.text
        == "SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), "
        + "json_extract(value, '$[2]') FROM json_each(?)")
    let text = #"["it's \"q\"\n",-9223372036854775808,null]"#
    #expect(
      written.bindings == [
        .text("[\(Array(repeating: text, count: 101).joined(separator: ","))]")
      ])
  }

  @Test(arguments: [Value.real(0.1), .blob([1]), .text("a\0b")])
  func valuesThatJSONChangesAreBound(_ value: Value) {
    let sql = "\(rows: Array(repeating: [value, .integer(1)], count: 101))" as SQLText
    let written = sql.written(in: SQLiteDialect())
    #expect(written.text.hasPrefix("VALUES (?, 1), (?, 1), "))
    #expect(written.bindings == Array(repeating: value, count: 101))
  }
}
