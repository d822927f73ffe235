import FlagFormats
import FlagModel
import TestSupport
import Testing

/// A column read in bulk means what `insert name=value` makes of the same text.
@Suite struct RecordDecodingTests {
  static let texts: [String] = [
    "0", "1", "-1", "+1", "007", "1.0", "1.5", "-0", "-0.0", "0.1", "1e3", "1E-3", "1.", ".5", "-",
    "--1", "1-", "1,5", "1,000", "1_000", " 12 ", "\t3\n", "0x40", "0X1F", "127", "128", "-128",
    "-129", "300", "999999999999999999", "9223372036854775807", "9223372036854775808",
    "-9223372036854775808", "-9223372036854775809", "18446744073709551615",
    "10000000000000000000000000000000000000000", "9007199254740993", "9007199254740993.0",
    "0.30000000000000004", "123456789012345678.9", "1234567890123456789.5", "12345678901234567890",
    "0.1234567890123456789", "5e-324", "1e308", "1e309", "3.4e38", "3.5e38", "1e40", "nan", "inf",
    "Infinity", "0x1p3", "٣", "12.345", "12.34", "12.3400", "922337203685.477580", "1.0000001",
    "true", "TRUE", "false", "yes", "No", "on", "t", "2",
    "2026-11-20", "2026-11-20T10:30", "2026-11-20 10:30:00", "2026-11-20T10:30:00Z",
    "2026-11-20T10:30:00.250Z", "2026-11-20T10:30:00.123456", "2026-11-20T10:30:00.1234567",
    "2026-11-20T10:30:00.000", "2026-11-20T10:30:00.", "2026-11-20T10:30:00+02:00",
    "2026-11-20T10:30:00 -0330", "2026-02-29", "2024-02-29", "1900-02-29", "2000-02-29",
    "2026-02-30", "2026-13-01", "2026-00-10", "2026-04-31", "0000-01-01", "0001-01-01",
    "99999-01-01", "9999-12-31T23:59:59.999999", "2026-06-30T23:59:60", "2026-01-01T24:00:00",
    "1969-12-31 23:59:59", "20.11.2026", "11/20/2026", "now", "today", "0100-02-28",
    "9b2e4c1a-5d3f-4e6b-8a7c-0f1d2e3b4c5a", "{9B2E4C1A-5D3F-4E6B-8A7C-0F1D2E3B4C5A}",
    "9b2e4c1a-5d3f-4e6b-8a7c-0f1d2e3b4c5", "9b2e4c1a-5d3f-4e6b-8a7c-0f1d2e3b4c5g",
    "9b2e4c1ax5d3f-4e6b-8a7c-0f1d2e3b4c5a", "https://example.org/a?b=c", "/relative", "a b", "é/ü",
    " https://x.org ", "SGVsbG8=", "hex:00ff", "base64:AA==", "0xFF", "a,b", "[\"a\",\"b,c\"]",
    "[1,2]", "[1,", "a,,b",
    "[]", "[ ]", "[ 1 , -2 ]", "[0,-0]", "[00]", "[1,]", "[,1]", "[1 2]", "[1-2]", "[-]", "[128]",
    "[-128]", "[1e2]", "[1.0]", "[\"1\"]", "[true]", "[null]", " [1]", "[1] ", "[1]]", "[[1]]",
    "[9223372036854775808]", "[\"\"]", "[ \"a\" , \"b c\" ]", "[\"a\" \"b\"]", "[\"a]", "[\"a\",]",
    "[\"\\u0041\"]", "[\"\\\"\"]", "[\"é\"]", "[\"a\tb\"]", "[\"\u{7F}\"]", "[a]", "[\"]", "[", "]",
    "[\"]\"]", "[\"a\",1]", "[\t1]", "[1\u{301}]", "[\u{301}]", "HRM", "HRM|PLX", "HRM,PLX", ".HRM",
    "[HRM]", "vitals", "0x40", "HRN",
    "HRM|", "|", "hrm", "measured", ".measured", "Measured", "red", "rot", "blue", "x", "xy",
    "abcd", "abcde", "é", "éé", "🦓🦓🦓🦓🦓", "S-1", "S-12345", "S-", "s-1", "é\u{301}", "\u{FEFF}x",
    "say \"hi\"", "two\nlines", "back\\slash", "\\N", "tab\there", " ", "100", "100.5", "9", "10",
  ]

  @Test(arguments: everything.attributes.map(\.name))
  func meansTheSameAsInsert(_ name: Name) throws {
    let attribute = try #require(everything.attribute(named: name))
    for text in Self.texts {
      let quoted = "\"" + text.replacing("\"", with: "\"\"") + "\""
      expectSame(attribute, text, "\(name)\n\(quoted)\n", .csv)
      let escaped = text.replacing("\\", with: "\\\\").replacing("\t", with: "\\t")
        .replacing("\n", with: "\\n")
      expectSame(attribute, text, "\(name)\n\(escaped)\n", .tsv)
    }
  }

  @Test(arguments: ["int", "double", "price", "cents", "score", "rank", "float"])
  func readsAnyNumberAsInsertDoes(_ name: Name) throws {
    let attribute = try #require(everything.attribute(named: name))
    var dice = SystemRandomNumberGenerator()
    for _ in 0..<Campaign.size(150, all: 1_000) {
      let double = Double(bitPattern: dice.next())
      let texts = [
        "\(Double.random(in: -1000...1000, using: &dice))", "\(double)",
        "\(Int64(bitPattern: dice.next()) >> Int64.random(in: 0..<64, using: &dice))",
        digits(&dice) + "." + digits(&dice), "-0." + digits(&dice),
      ]
      for text in texts { expectSame(attribute, text, "\(name)\n\(text)\n", .csv) }
    }
  }

  private func digits(_ dice: inout SystemRandomNumberGenerator) -> String {
    (0..<Int.random(in: 1...12, using: &dice)).map { _ in
      String(Int.random(in: 0...9, using: &dice))
    }.joined()
  }

  private func expectSame(
    _ attribute: Attribute, _ text: String, _ input: String, _ format: InputFormat
  ) {
    let wanted = Result { try attribute.value(from: text, now: .latest) }
    let found = Result {
      try values(input, format, of: everything, isPartial: true)[attribute.name] ?? .null
    }
    switch (wanted, found) {
    case (.success(let wanted), .success(let found)):
      #expect(isSame(wanted, found), "'\(text)' for \(attribute.name): \(found), not \(wanted)")
    case (.failure(let wanted as ValueError), .failure(let found as InputError)):
      #expect(found.message == wanted.message)
      // Only a file has its dates in a form that an option names.
      if attribute.type != .date { #expect(found.hint == wanted.hint) }
      #expect(found.line == 2 && found.column == 1)
    default: Issue.record("'\(text)' for \(attribute.name): \(found), not \(wanted)")
    }
  }

  static let json: [(String, Value)] = [
    (#"{"bool": true}"#, .integer(1)),
    (#"{"int": 9007199254740993}"#, .integer(9_007_199_254_740_993)),
    (#"{"double": 0.1}"#, .real(0.1)), (#"{"double": 1e3}"#, .real(1000)),
    (#"{"price": "12.5"}"#, .integer(12_500_000)), (#"{"price": 12.5}"#, .integer(12_500_000)),
    (#"{"text": "a\u00e9\n"}"#, .text("aé\n")), (#"{"note": null}"#, .null),
    (#"{"note": ""}"#, .text("")), (#"{"date": "2026-11-20"}"#, .text("2026-11-20 00:00:00")),
    (#"{"tags": ["a", "b\""]}"#, .text(#"["a","b\""]"#)), (#"{"numbers": [1, 2]}"#, .text("[1,2]")),
    (#"{"markers": ["RAW", "HRM"]}"#, .integer(3)), (#"{"markers": []}"#, .integer(0)),
    (#"{"markers": "RAW|HRM"}"#, .integer(3)), (#"{"markers": ["PLX"]}"#, .integer(.min)),
    (#"{"status": "measured"}"#, .integer(2)), (#"{"colour": "red"}"#, .text("rot")),
    (#"{"author": {"name": "x"}}"#, .text("x")), (#"{"author.name": "x"}"#, .text("x")),
    (#"{"author_name": "x"}"#, .text("x")), (#"{"data": "AA=="}"#, .blob([0])),
  ]

  @Test(arguments: json.indices)
  func readsJSON(_ index: Int) throws {
    let (text, expected) = Self.json[index]
    let all = try values(text, .json, of: everything, isPartial: true)
    let given = all.filter { $0.value != .null && $0.value != .integer(0) }
    #expect(given.isEmpty || given.values.contains { isSame($0, expected) }, "\(all)")
    #expect(all.values.contains { isSame($0, expected) })
  }

  static let wrongJSON: [(String, String)] = [
    (#"{"bool": "true"}"#, "1:10: bool: expected true or false, found a text"),
    (#"{"bool": 1}"#, "1:10: bool: expected true or false, found a number"),
    (#"{"int": "1"}"#, "1:9: int: expected a whole number, found a text"),
    (#"{"int": 1.5}"#, "1:9: int: expected a whole number, found '1.5'"),
    (#"{"text": 1}"#, "1:10: text: expected a text, found a number"),
    (#"{"text": null}"#, "1:10: text must have a value"),
    (
      #"{"text": "\u0000"}"#,
      #"1:10: text: expected a text without the character NUL, found '\0'"#
    ),
    (#"{"date": 1}"#, "1:10: date: expected a date as a text, found a number"),
    (
      #"{"markers": {"a": 1}}"#,
      "1:13: markers: expected the names of flags of 'Markers', found an object"
    ),
    (#"{"markers": 6.5}"#, "1:13: markers: '6.5' is not a flag of 'Markers'"),
    (
      #"{"markers": [null]}"#, "1:13: markers: expected the names of flags of 'Markers', found null"
    ),
    (#"{"author": "x"}"#, "1:12: author: expected an object, found a text"),
    (#"{"author": {"nam": "x"}}"#, "1:20: the column 'author.nam' has no attribute"),
    (#"{"score": 101}"#, "1:11: score must be in 0...100, found 101"),
    (#"{"x": 1}"#, "1:7: the column 'x' has no attribute"),
    (
      #"{"author": {"name": "x"}, "author_name": "y"}"#,
      "1:42: the column 'author.name' appears twice"
    ),
  ]

  @Test(arguments: wrongJSON.indices)
  func refusesJSON(_ index: Int) throws {
    let (text, expected) = Self.wrongJSON[index]
    do {
      let found = try values(text, .json, of: everything, isPartial: true)
      Issue.record("\(found)")
    } catch let error as InputError {
      #expect(shown(error) == expected)
    }
  }

  static let numberedDates: [(NumberedDates, String, String?)] = [
    (.epoch, "0", "1970-01-01 00:00:00"), (.epoch, "-1.5", "1969-12-31 23:59:58.5"),
    (.epoch, "1700000000", "2023-11-14 22:13:20"), (.epoch, "2026-11-20", "2026-11-20 00:00:00"),
    (.epoch, "1.7e9", "2023-11-14 22:13:20"), (.epoch, "999999999999", nil), (.epoch, "soon", nil),
    (.milliseconds, "1700000000250", "2023-11-14 22:13:20.25"),
    (.milliseconds, "1700000000000.5", "2023-11-14 22:13:20.0005"),
    (.microseconds, "1700000000000001", "2023-11-14 22:13:20.000001"),
    (.nanoseconds, "1700000000000001999", "2023-11-14 22:13:20.000001"),
    (.reference, "700000000.123456789", "2023-03-08 20:26:40.123457"),
    (.reference, "-978307200", "1970-01-01 00:00:00"),
    (.referenceNanoseconds, "700000000123456999", "2023-03-08 20:26:40.123456"),
    (.webkit, "13344473600000001", "2023-11-14 22:13:20.000001"),
    (.filetime, "133444736000000019", "2023-11-14 22:13:20.000001"),
    (.julian, "2460263.4259259258", "2023-11-14 22:13:20"),
    (.julian, "2451545", "2000-01-01 12:00:00"),
  ]

  @Test(arguments: numberedDates.indices)
  func readsNumbersAsDates(_ index: Int) throws {
    let (dates, text, stored) = Self.numberedDates[index]
    let csv = try? values("date\n\(text)\n", .csv, of: everything, dates: dates, isPartial: true)
    #expect(csv?["date"] == stored.map { .text($0) })
  }

  @Test func readsNumbersOfJSONAsDates() throws {
    let json = try values(
      "{\"date\": 1700000000}", .json, of: everything, dates: .epoch, isPartial: true)
    #expect(json["date"] == .text("2023-11-14 22:13:20"))
    #expect(throws: InputError.self) {
      try values("date\n1700000000\n", .csv, of: everything, isPartial: true)
    }
  }

  static let formsOfNumbers: [(String, NumberedDates)] = [
    ("1700000000", .epoch), ("1700000000250", .milliseconds), ("1700000000000001", .microseconds),
    ("1700000000000001999", .nanoseconds),
  ]

  @Test(arguments: formsOfNumbers)
  func saysHowNumbersAreDates(_ number: String, _ form: NumberedDates) {
    for (text, format) in [
      ("date\n\(number)\n", InputFormat.csv), ("{\"date\": \(number)}", .json),
    ] {
      let error = #expect(throws: InputError.self) {
        try values(text, format, of: everything, isPartial: true)
      }
      let hint = "hint: --dates \(form.rawValue) reads such numbers as dates"
      #expect(error?.rendered().contains(hint) == true)
    }
  }

  @Test func tellsNullFromEmptyText() throws {
    #expect(try values("note,small\n,\n", .csv, of: everything, isPartial: true)["note"] == .null)
    #expect(try values("note\n\"\"\n", .csv, of: everything, isPartial: true)["note"] == .text(""))
    #expect(try values("small\n\"\"\n", .csv, of: everything, isPartial: true)["small"] == .null)
    #expect(try values("note\n\\N\n", .tsv, of: everything, isPartial: true)["note"] == .null)
    #expect(
      try values("note\tsmall\n\t\n", .tsv, of: everything, isPartial: true)["note"] == .text(""))
    #expect(
      try values("text,rank\n,1\n", .csv, of: everything, isPartial: true)["text"] == .text(""))
    #expect(throws: InputError.self) {
      try values("text\tint\n\\N\t1\n", .tsv, of: everything, isPartial: true)
    }
    #expect(throws: InputError.self) {
      try values("int,text\n,x\n", .csv, of: everything, isPartial: true)
    }
  }

  @Test func takesRawValues() throws {
    let found = try values(
      "markers,status,price\n3,3,-5\n", .csv, of: everything, isRaw: true, isPartial: true)
    #expect(found["markers"] == .integer(3))
    #expect(found["status"] == .integer(3))
    #expect(found["price"] == .integer(-5))
  }

  /// The empty text may be what a case is stored as, and is no NULL then.
  @Test func takesTheEmptyTextForARawValue() throws {
    let word = entity(
      "enum Word: String { case some, none = \"\" }\n@Model final class T { var word: Word? }")
    #expect(try values("word\n\"\"\n", .csv, of: word, isRaw: true)["word"] == .text(""))
    #expect(try values("word\n\n", .csv, of: word, isRaw: true)["word"] == .null)
    #expect(try values("word\n\n", .tsv, of: word, isRaw: true)["word"] == .text(""))
    #expect(try values("word\n\"\"\n", .csv, of: word)["word"] == .null)
  }

  /// The facts about a record that remain when others were read after it.
  @Test(arguments: [
    (InputFormat.csv, "text,rank\n\"a\nb\",1\nc,2\n", "3:4"),
    (.tsv, "text\trank\na\t1\nc\t2\n", "2:3"),
    (.json, "[{\"rank\": 1, \"text\": \"a\"},\n {\"text\": \"b\", \"rank\": 2}]", "1:11"),
    (.ndjson, "{\"text\": \"a\",\n \"rank\": 1} {\"rank\": 2}", "2:10"),
  ])
  func placesFieldsOfPastRecords(_ format: InputFormat, _ text: String, _ place: String) throws {
    let reader = try RecordReader(
      MemorySource(Array(text.utf8)), named: nil, InputStyle(format: format))
    var decoder = try RecordDecoder(everything, reader, isPartial: true, now: .latest)
    var (past, row) = (PastRecord(), StoredRow())
    try #require(try reader.next())
    try decoder.decode(reader, into: &row)
    past.keep(reader)
    let field = decoder.fields.firstIndex { $0.name == "rank" }
    let direct = decoder.error("x", inField: field, from: reader)
    while try reader.next() { try decoder.decode(reader, into: &row) }
    let later = decoder.error("x", inField: field, of: past, from: reader)
    #expect(shown(later) == "\(place): x")
    #expect(later == direct)
  }
}

/// Equal, texts byte for byte, zeros by sign.
func isSame(_ a: Value, _ b: Value) -> Bool {
  switch (a, b) {
  case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
  case (.real(let a), .real(let b)): a.bitPattern == b.bitPattern
  default: a == b
  }
}
