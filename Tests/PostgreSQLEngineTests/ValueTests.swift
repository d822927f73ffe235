import Engines
import FlagModel
import SQLText
import TestServer
import Testing

@testable import PostgreSQLEngine

@Suite("Values on a server") struct ValueTests {
  /// A value, its type there, and what comes back if it is not the same.
  struct Trip: CustomTestStringConvertible {
    let type: String
    let value: Value
    let back: Value

    init(_ type: String, _ value: Value, _ back: Value? = nil) {
      self.type = type
      self.value = value
      self.back = back ?? value
    }

    var testDescription: String { "\(type) \(value)" }
  }

  static let texts = [
    "", " ", "'", "\"", "\\", "\\x41", "\t\n\r\u{8}\u{7f}", "NULL", "\\N", "\\.", "a\nb\\.\nc",
    "{a,b}",
    "é", "e\u{301}", "👩‍👩‍👧", "\u{FEFF}x", "\u{10FFFF}", "$1", "%s", "'; DROP TABLE t; --",
    String(repeating: "ab\u{1F600}", count: 50_000),
  ]

  static let numbers: [Trip] = [
    .init("bigint", .integer(.max)), .init("bigint", .integer(.min)), .init("bigint", .integer(-1)),
    .init("bigint", .integer(Int64(bitPattern: 1 << 63 | 1))), .init("bigint", .null),
    .init("smallint", .integer(-32768)), .init("integer", .integer(2_147_483_647)),
    .init("boolean", .text("1"), .integer(1)), .init("boolean", .text("no"), .integer(0)),
    .init("boolean", .null), .init("oid", .text("4294967295"), .integer(4_294_967_295)),
    .init("float8", .real(0.1)), .init("float8", .real(-0.0)), .init("float8", .real(1e308)),
    .init("float8", .real(.leastNonzeroMagnitude)), .init("float8", .real(.infinity)),
    .init("float8", .real(1 / 3)), .init("float8", .integer(3), .real(3)),
    .init("float4", .real(Double(Float(0.1))), .real(0.1)),
    .init("numeric(10,2)", .text("10.50"), .real(10.5)),
    .init("numeric(10,2)", .text("1000"), .real(1000)),
    .init("numeric(18,0)", .text("123456789012345678"), .integer(123_456_789_012_345_678)),
    .init("numeric(20,2)", .text("123456789012345678.90"), .text("123456789012345678.90")),
    .init("numeric", .text("9223372036854775807"), .integer(.max)),
    .init("numeric", .text("-9223372036854775808"), .integer(.min)),
    .init("numeric", .text("9223372036854775808"), .text("9223372036854775808")),
    .init("numeric", .text("12345678901234567.89"), .text("12345678901234567.89")),
    .init("numeric", .text("1e20"), .real(1e20)),
    .init("numeric", .text("0.25"), .real(0.25)), .init("numeric", .text("0"), .integer(0)),
    .init("numeric", .text("0.00"), .real(0)),
    .init("numeric", .text("Infinity"), .real(.infinity)),
    .init("numeric", .text("-1e309"), .text("-1" + String(repeating: "0", count: 309))),
    .init("numeric", .text("1e-325"), .text("0." + String(repeating: "0", count: 324) + "1")),
  ]

  static let others: [Trip] = [
    .init("bytea", .blob([])), .init("bytea", .blob(Array(0...255))), .init("bytea", .null),
    .init("bytea", .blob([UInt8](repeating: 0xFF, count: 100_000))),
    .init("timestamptz", .text("2026-11-20 10:00:00")),
    .init("timestamptz", .text("2026-11-20 10:00:00.000001")),
    .init("timestamptz", .text("2026-11-20 10:00:00.5+05:45"), .text("2026-11-20 04:15:00.5")),
    .init("timestamptz", .text("0001-01-01 00:00:00")),
    .init("timestamptz", .text("9999-12-31 23:59:59.999999")),
    .init("timestamptz", .text("infinity")),
    .init("timestamptz", .text("0044-03-15 12:00:00 BC"), .text("0044-03-15 12:00:00+00 BC")),
    .init("timestamp", .text("2026-11-20 10:00:00.25")), .init("date", .text("2026-02-28")),
    .init("interval", .text("1 day 2 hours"), .text("P1DT2H")),
    .init(
      "uuid", .text("E621E1F8-C36C-495A-93FC-0C247A3E6E5F")),
    .init("json", .text(#"{"b": 1,  "a":"x y"}"#)),
    .init(
      "jsonb", .text(#"{"b": [1, "x \" y", null], "a": {"c": 1.50}}"#),
      .text(#"{"a":{"c":1.50},"b":[1,"x \" y",null]}"#)),
    .init("text[]", .text("{}"), .text("[]")),
    .init(
      "text[]", .text(#"{a,"b c",NULL,"NULL","q\"\\","é,{}"}"#),
      .text(#"["a","b c",null,"NULL","q\"\\","é,{}"]"#)),
    .init(
      "bigint[]", .text("{1,-9223372036854775808,NULL}"), .text("[1,-9223372036854775808,null]")),
    .init("int[]", .text("{{1,2},{3,4}}"), .text("[[1,2],[3,4]]")),
    .init("int[]", .text("[0:1]={5,6}"), .text("[5,6]")),
    .init("float8[]", .text("{0.5,NaN,-Infinity}"), .text(#"[0.5,"NaN","-Infinity"]"#)),
    .init("boolean[]", .text("{t,f}"), .text("[true,false]")),
    .init(
      "uuid[]", .text("{e621e1f8-c36c-495a-93fc-0c247a3e6e5f}"),
      .text(#"["E621E1F8-C36C-495A-93FC-0C247A3E6E5F"]"#)),
    .init(
      "timestamptz[]", .text(#"{"2026-11-20 10:00:00+00"}"#), .text(#"["2026-11-20T10:00:00Z"]"#)),
    .init("jsonb[]", .text(#"{"{\"a\": 1}"}"#), .text(#"[{"a":1}]"#)),
    .init("json[]", .text(#"{"{\"a\":1}"}"#), .text(#"[{"a":1}]"#)),
    .init("bytea[]", .text(#"{"\\x00ff"}"#), .text(#"["\\x00ff"]"#)),
    .init("char(3)", .text("ab"), .text("ab ")), .init("xml", .text("<a>é</a>")),
    .init("inet", .text("::1")), .init("bit(3)", .text("101")), .init("int4range", .text("[1,3)")),
  ]

  /// Sent once and sent to a prepared statement, read alone and as a row.
  private func check(_ trip: Trip, _ schema: TestSchema) throws {
    let table = "t\(UInt32.random(in: .min ... .max))"
    try schema.run("CREATE TABLE \(table) (id bigint GENERATED ALWAYS AS IDENTITY, v \(trip.type))")
    let insert = schema.connection.prepare(
      SQLStatement(text: "INSERT INTO \(table) (v) VALUES ($1)", bindings: [trip.value]))
    for _ in 0..<3 { try insert.runAgain() }
    let found = try schema.run("SELECT v FROM \(table) ORDER BY id")
    #expect(found == [[trip.back], [trip.back], [trip.back]])
    let sql = SQLStatement(text: "SELECT v, $1::bigint FROM \(table)", bindings: [.integer(7)])
    let selects = [schema.connection.prepare(sql), schema.connection.prepareToRead(sql)]
    var row = StoredRow()
    for select in selects {
      for _ in 0..<3 {
        #expect(try select.step())
        select.copy(into: &row)
        #expect(value(of: row.cells[0], in: row) == trip.back)
        #expect(select.value(at: 0) == trip.back)
        #expect(row.cells[1] == .integer(7))
      }
      #expect(try !select.step())
    }
  }

  private func value(of cell: StoredRow.Cell, in row: StoredRow) -> Value {
    switch cell {
    case .null: .null
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    case .text(let range): .text(String(decoding: row.bytes[range], as: UTF8.self))
    case .blob(let range): .blob(Array(row.bytes[range]))
    }
  }

  @Test func thereAndBack() throws {
    let schema = try TestSchema()
    for trip in Self.numbers + Self.others { try check(trip, schema) }
    for text in Self.texts { try check(Trip("text", .text(text)), schema) }
  }

  @Test func numbersThatAreNone() throws {
    let schema = try TestSchema()
    guard case .real(let number)? = try schema.run("SELECT 'NaN'::float8")[0].first else {
      Issue.record("NaN is a number of a server")
      return
    }
    #expect(number.isNaN)
  }

  /// A text would end at the NUL, and nobody would be told.
  @Test func aTextWithNUL() throws {
    let schema = try TestSchema()
    let error = #expect(throws: EngineError.self) {
      try schema.run("SELECT $1::text", .text("a\0b"))
    }
    #expect(error?.meaning == .unfitValue)
    #expect(try schema.run("SELECT 1") == [[.integer(1)]])
  }

  @Test func allBits() throws {
    let schema = try TestSchema()
    try schema.run("CREATE TABLE t (m bigint)")
    for bit in 0..<64 {
      try schema.run("INSERT INTO t VALUES ($1)", .integer(Int64(bitPattern: 1 << UInt64(bit))))
    }
    for bit in 0..<64 {
      let mask = Value.integer(Int64(bitPattern: 1 << UInt64(bit)))
      #expect(try schema.run("SELECT m FROM t WHERE m & $1 = $1", mask) == [[mask]])
    }
  }
}
