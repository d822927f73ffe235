import FlagFormats
import FlagModel
import JSON
import Testing

/// The output is read again by readers of a few lines, made from the descriptions of the
/// formats alone, and must be the same values.
@Suite struct RoundTripTests {
  private static let status = Enumeration(
    name: "Word", rawType: .string,
    cases: [
      .init(name: "a", rawValue: .text("first, or \"none\"")),
      .init(name: "b", rawValue: .text("")),
    ])

  private static let columns: [OutputColumn] = [
    .init(name: "int", type: .integer(.int64)), .init(name: "real", type: .double),
    .init(name: "float", type: .float), .init(name: "cents", type: .decimal(places: 2)),
    .init(name: "fine", type: .decimal(places: 18)),
    .init(name: "units", type: .decimal(places: 6)),
    .init(name: "whole", type: .decimal(places: 0)), .init(name: "text", type: .string),
    .init(name: "date", type: .date), .init(name: "bool", type: .bool),
    .init(name: "flags", type: .flags(Samples.markers)),
    .init(name: "case", type: .enumeration(Samples.status)),
    .init(name: "word", type: .enumeration(status)), .init(name: "data", type: .data),
    .init(name: "list", type: .array(.string)),
    .init(
      name: "lists",
      type: .json(
        .dictionary(
          key: .string,
          value: JSONField(name: "value", declaredType: "[String]", type: .array(.string))))),
  ]

  @Test(arguments: [OutputFormat.csv, .tsv], [false, true])
  func delimited(_ format: OutputFormat, _ isRaw: Bool) throws {
    var random = RandomValues(seed: 7)
    let rows = (0..<400).map { _ in Self.columns.map { random.value(of: $0.type) } }
    let text = Array(written(format, Self.columns, rows) { $0.isRaw = isRaw }.utf8)
    let records = format == .csv ? readCSV(text) : readTSV(text)
    #expect(records.first == Self.columns.map(\.name))
    try #require(records.count == rows.count + 1)
    for (record, row) in zip(records.dropFirst(), rows) {
      try #require(record.count == row.count)
      for ((field, column), value) in zip(zip(record, Self.columns), row) {
        let type = try #require(column.type)
        let back = try field.map { try stored($0, type, isRaw: isRaw) } ?? .null
        #expect(same(back, value), "\(column.name): \(value) as \(field ?? "nothing")")
      }
    }
  }

  /// A text that reads like the one for NULL is not taken for it.
  @Test(
    arguments: [(OutputFormat.csv, InputFormat.csv), (.tsv, .tsv)],
    ["NULL", "é", "x41", "-", "\\N"])
  func nullHasATextOfItsOwn(_ formats: (OutputFormat, InputFormat), _ null: String) throws {
    let model = entity("@Model final class T { var a: String?\n var b: String? }")
    let columns = ["a", "b"].map { OutputColumn(name: $0, type: .string) }
    let texts = [null, "", "NULL", "\\N", "N", "\\", "x\(null)", "\(null)x", "\"", "\t", "\n"]
    for text in texts {
      let bytes = Array(
        written(formats.0, columns, [[.text(text), .null]]) { $0.nullText = null }.utf8)
      var style = InputStyle(format: formats.1)
      style.nullText = null
      let reader = try RecordReader(MemorySource(bytes), named: nil, style)
      var decoder = try RecordDecoder(model, reader, now: .latest)
      var row = StoredRow()
      try #require(try reader.next())
      try decoder.decode(reader, into: &row)
      let found = zip(decoder.fields, row.cells).filter { $0.0.name != "id" }.map {
        row.value(of: $0.1)
      }
      let shown = String(decoding: bytes, as: UTF8.self)
      #expect(found == [.text(text), .null], "\(text) in \(shown)")
    }
  }

  @Test(arguments: [OutputFormat.json, .ndjson], [false, true])
  func json(_ format: OutputFormat, _ guardsTerminal: Bool) throws {
    var random = RandomValues(seed: 11)
    let rows = (0..<400).map { _ in Self.columns.map { random.value(of: $0.type) } }
    let text = written(format, Self.columns, rows) { $0.guardsTerminal = guardsTerminal }
    let lines = text.utf8.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    let records = (format == .json ? Array(lines.dropFirst().dropLast()) : lines).map {
      $0.hasSuffix(",") ? String($0.dropLast()) : $0
    }
    if format == .json { _ = try JSONValue(reading: text.utf8) }
    try #require(records.count == rows.count)
    for (record, row) in zip(records, rows) {
      guard case .object(let members) = try JSONValue(reading: record.utf8) else {
        Issue.record("no object: \(record)")
        continue
      }
      for ((member, column), value) in zip(zip(members, Self.columns), row) {
        #expect(member.key == column.name)
        let type = try #require(column.type)
        let back = try stored(member.value, type)
        #expect(same(back, value), "\(column.name): \(value)")
      }
    }
  }

  /// Text as it is: flagdb lets no NUL in, but finds it where others have put it.
  private func stored(_ field: String, _ type: AttributeType, isRaw: Bool) throws -> Value {
    if type == .string { return .text(field) }
    return try isRaw ? type.rawValue(from: field) : type.value(from: field)
  }

  private func stored(_ json: JSONValue, _ type: AttributeType) throws -> Value {
    switch (json, type) {
    case (.null, _): .null
    case (.string(let text), .string): .text(text)
    default: try type.value(from: json)
    }
  }

  /// Swift's own `==` takes two spellings of an accent for one text.
  private func same(_ a: Value, _ b: Value) -> Bool {
    if case .text(let a) = a, case .text(let b) = b { return a.utf8.elementsEqual(b.utf8) }
    return a == b
  }

  @Test(arguments: [
    0, 0.5, -0.5, 1, 100, 0.1, 0.001, 0.0001, 0.000123, 0.999999, 0.9999999, 123_456.789_012,
    999_999_999.999_999, 1e9, 1e15, 1e16, 1e22, 1e-7, .leastNonzeroMagnitude, 1.7e308,
    0.1 + 0.2, 2.0 / 3, 4.35, 1.005, -0.0, 65.4321, 33.33, .infinity, -.infinity, .nan,
  ])
  func realsAreTheShortestThatReadTheSame(_ number: Double) {
    #expect(
      written(.csv, [OutputColumn(name: "n")], [[.real(number)]]) == "n\n\(number.description)\n")
  }

  @Test func decimalRealsOfEveryLengthAreTheShortest() {
    var random = RandomValues(seed: 3)
    let powers = (0..<16).map { (0..<$0).reduce(1.0) { power, _ in power * 10 } }
    for _ in 0..<20_000 {
      let digits = Double(Int64(bitPattern: random.next()) % 1_000_000_000_000_000)
      let scale = powers[Int(random.next() % 8)]
      let number = (digits / powers[Int(random.next() % 16)]).rounded() / scale
      let text = written(.names, [OutputColumn(name: "n")], [[.real(number)]])
      #expect(text == "\(number.description)\n")
    }
  }

  @Test(arguments: 0...18)
  func decimalsAreAsTheTypeShowsThem(_ places: Int) {
    var random = RandomValues(seed: UInt64(places))
    let type = AttributeType.decimal(places: places)
    let edges: [Int64] = [0, 1, -1, 5, -50, 100, 1_000_000, -1_500_000, .max, .min]
    let drawn = (0..<200).map { _ in Int64(bitPattern: random.next()) >> Int64(random.next() % 64) }
    for units in edges + drawn {
      let text = written(.names, [OutputColumn(name: "n", type: type)], [[.integer(units)]])
      #expect(text == "\(type.text(of: .integer(units)))\n")
    }
  }

  @Test func daysAreTakenForDatesWhereTheyExist() {
    let column = OutputColumn(name: "d", type: .date)
    for year in ["0000", "0001", "1900", "2000", "2023", "2024", "9999"] {
      for month in 0...13 {
        for day in 0...32 {
          let stored = "\(year)-\(two(month))-\(two(day)) 23:59:59.5"
          let text = AttributeType.date.text(of: .text(stored))
          #expect(written(.names, [column], [[.text(stored)]]) == "\(text)\n")
        }
      }
    }
  }

  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  @Test func everyByteOfADateIsLookedAt() {
    let column = OutputColumn(name: "d", type: .date)
    let date = Array("2026-11-20 10:30:00.25".utf8)
    for index in date.indices {
      for byte in UInt8(0x01)...0x7F {
        var changed = date
        changed[index] = byte
        let stored = String(decoding: changed, as: UTF8.self)
        let text = AttributeType.date.text(of: .text(stored))
        #expect(written(.names, [column], [[.text(stored)]]) == "\(text)\n")
      }
    }
  }

  /// A foreign client may have stored any bytes as a text.
  @Test(arguments: OutputFormat.allCases)
  func whatIsNoUTF8IsReplaced(_ format: OutputFormat) {
    var row = StoredRow()
    row.bytes = Array("before\u{E9},".utf8) + [0xFF, 0xC3, 0x28, 0xED, 0xA0, 0x80]
    row.cells = [.text(0..<row.bytes.count)]
    let writer = makeWriter(format: format, columns: [OutputColumn(name: "text", type: .string)])
    var bytes: [UInt8] = []
    writer.begin(into: &bytes)
    writer.write(row, into: &bytes)
    writer.end(into: &bytes)
    #expect(String(validating: bytes, as: UTF8.self)?.contains("before\u{E9},\u{FFFD}") == true)
  }

  @Test func namesAreRememberedWhateverTheyAre() {
    let flags = (0..<40).map { Flag(name: "F\($0)", mask: 1 << UInt64($0)) }
    let set = FlagSet(name: "Many", rawType: .int64, flags: flags)
    let type = AttributeType.flags(set)
    var random = RandomValues(seed: 5)
    let values = (0..<3_000).map { _ in Int64(random.next() % (1 << 40)) }
    let rows = (values + values).map { [Value.integer($0)] }
    let expected = rows.map { "\(type.text(of: $0[0]))\n" }.joined()
    #expect(written(.names, [OutputColumn(name: "f", type: type)], rows) == expected)
  }
}

// MARK: Readers

/// RFC 4180; a field without a character is NULL, unless it has quotes.
private func readCSV(_ bytes: [UInt8]) -> [[String?]] {
  let quote = UInt8(ascii: "\"")
  var records: [[String?]] = []
  var record: [String?] = []
  var at = 0
  while at < bytes.count {
    var field: [UInt8]?
    if bytes[at] == quote {
      var text: [UInt8] = []
      at += 1
      while bytes[at] != quote || bytes[at + 1] == quote {
        if bytes[at] == quote { at += 1 }
        text.append(bytes[at])
        at += 1
      }
      at += 1
      field = text
    } else {
      let end = bytes[at...].firstIndex { $0 == UInt8(ascii: ",") || $0 == 0x0A } ?? bytes.count
      field = at == end ? nil : Array(bytes[at..<end])
      at = end
    }
    record.append(field.map { String(decoding: $0, as: UTF8.self) })
    if bytes[at] == 0x0A {
      records.append(record)
      record = []
    }
    at += 1
  }
  return records
}

/// A line is a record, a tab ends a field, `\N` is NULL.
private func readTSV(_ bytes: [UInt8]) -> [[String?]] {
  bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast().map { line in
    line.split(separator: 0x09, omittingEmptySubsequences: false).map { field in
      if Array(field) == Array("\\N".utf8) { return nil }
      var text: [UInt8] = []
      var rest = field
      while let byte = rest.popFirst() {
        switch byte == UInt8(ascii: "\\") ? rest.popFirst() : nil {
        case nil: text.append(byte)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case let itself?: text.append(itself)
        }
      }
      return String(decoding: text, as: UTF8.self)
    }
  }
}
