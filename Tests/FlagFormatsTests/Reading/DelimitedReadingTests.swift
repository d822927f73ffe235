import FlagFormats
import FlagModel
import Testing

@Suite struct DelimitedReadingTests {
  static let csv: [(String, [String])] = [
    ("a,b\n1,2\n", ["2| a=1 b=2"]),
    ("a,b\r\n1,2\r\n", ["2| a=1 b=2"]),
    ("a,b\n1,2", ["2| a=1 b=2"]),
    ("a,b\n1,", ["2| a=1 b="]),
    ("a,b\r\n1,2\r", ["2| a=1 b=2"]),
    ("\u{FEFF}a,b\n1,2\n", ["2| a=1 b=2"]),
    ("a,b\n\n1,2\n\r\n3,4\n\n", ["3| a=1 b=2", "5| a=3 b=4"]),
    ("a\n\n1\n", ["2| a=", "3| a=1"]),
    ("a,b\n\"x\ny\",2\nz,3\n", ["2| a='x\ny' b=2", "4| a=z b=3"]),
    ("a,b\n\"x\r\ny\",2\n", ["2| a='x\r\ny' b=2"]),
    ("a,b\n\"\",\n", ["2| a='' b="]),
    ("a,b\n\"say \"\"hi\"\"\",\"\"\"\"\n", ["2| a='say \"hi\"' b='\"'"]),
    ("a,b\n5\" pipe,x\"y\"\n", ["2| a=5\" pipe b=x\"y\""]),
    ("a,b\n é ,日本語🦓\n", ["2| a= é  b=日本語🦓"]),
    ("a,b\n\"é\",\"日本,語🦓\"\n", ["2| a='é' b='日本,語🦓'"]),
    ("a,b\n\u{1}\t,\u{7F}\n", ["2| a=\u{1}\t b=\u{7F}"]),
    ("a,b\n", []),
    ("a,b", []),
    ("\"a,1\",b\n1,2\n", ["2| a,1=1 b=2"]),
    // What is wrong.
    ("", ["1:1: expected a header, found nothing (end)"]),
    ("\n\n", ["3:1: expected a header, found nothing (end)"]),
    (
      "a,b\n1\n1,2,3\n4,5\n",
      ["2:1: expected 2 fields, found 1", "3:1: expected 2 fields, found 3", "4| a=4 b=5"]
    ),
    (
      "a,b\n1,\"x\"y\n4,5\n",
      ["2:6: expected a delimiter after the closing quote, found 'y'", "3| a=4 b=5"]
    ),
    (
      "a,b\n\"x\" ,2\n4,5\n",
      ["2:4: expected a delimiter after the closing quote, found ' '", "3| a=4 b=5"]
    ),
    (
      "a,b\n1,\"x\n4,5\n",
      ["2:3: expected a quote that closes this one, found the end", "3| a=4 b=5"]
    ),
    ("a,b\n1,\"x", ["2:3: expected a quote that closes this one, found the end"]),
    (
      "a,b\n1,x\0y\n\"\0\",\n4,5\n",
      [
        "2:4: expected text, found the character NUL",
        "3:2: expected text, found the character NUL",
        "4| a=4 b=5",
      ]
    ),
    (
      "a,b\n1,x\ry\n4,5\n",
      ["2:4: expected a line end as LF or CRLF, found a CR alone", "3| a=4 b=5"]
    ),
    ("a,b\r1,2\r3,4\r", ["1:4: expected a line end as LF or CRLF, found a CR alone (end)"]),
    ("a;b\n1;2\n", ["1:1: expected several columns, found one with ';' (end)"]),
    ("a\tb\n1\t2\n", ["1:1: expected several columns, found one with tabs (end)"]),
  ]

  @Test(arguments: csv.indices)
  func readsCSV(_ index: Int) {
    let (text, expected) = Self.csv[index]
    #expect(outcomes(text, .csv) == expected)
  }

  static let tsv: [(String, [String])] = [
    ("a\tb\n1\t2\n", ["2| a=1 b=2"]),
    ("a\tb\n\\N\t\\\\N\n", ["2| a=NULL b='\\N'"]),
    ("a\tb\n\t\"x\"\n", ["2| a= b=\"x\""]),
    ("a\tb\nx\\ty\\nz\\r\\\\\t1,2\r\n", ["2| a='x\ty\nz\r\\' b=1,2"]),
    ("a\tb\nC:\\dir\tx\n1\t2\n", ["2:3: unknown escape '\\d'", "3| a=1 b=2"]),
    ("a\tb\n\\x4EULL\t\\é\n", ["2| a='NULL' b='é'"]),
    ("a\tb\nx\\x4A\\xa\t\n1\t2\n", ["2:6: unknown escape '\\x'", "3| a=1 b=2"]),
    ("a\tb\n\\x00\t\n\\x80\t\n", ["2:1: unknown escape '\\x'", "3:1: unknown escape '\\x'"]),
    ("a\tb\n\\x4", ["2:1: unknown escape '\\x'"]),
    ("a\tb\nx\t\\", ["2:3: unknown escape '\\'"]),
    ("a\tb\n1\n", ["2:1: expected 2 fields, found 1"]),
  ]

  @Test(arguments: tsv.indices)
  func readsTSV(_ index: Int) {
    let (text, expected) = Self.tsv[index]
    #expect(outcomes(text, .tsv) == expected)
  }

  /// Lines of tsv with escapes are the same however few bytes come at a time.
  @Test(arguments: [1, 2, 3, 5])
  func readsEscapesInPieces(_ chunk: Int) {
    let text = "a\tb\n\\x4EULL\t\\é\\x7f\n\\\\x\t\\N\n"
    #expect(
      outcomes(text, .tsv, chunk: chunk) == ["2| a='NULL' b='é\u{7F}'", "3| a='\\x' b=NULL"])
  }

  @Test(arguments: [";", "|", "\t", ":", " "] as [Unicode.Scalar])
  func takesAnyDelimiter(_ delimiter: Unicode.Scalar) {
    var style = InputStyle(format: .csv)
    style.delimiter = UInt8(ascii: delimiter)
    let text = "a,b\n\"x,,y\",z\n".replacing(",", with: String(delimiter))
    let field = "x,,y".replacing(",", with: String(delimiter))
    #expect(outcomes(Array(text.utf8), style) == ["2| a='\(field)' b=z"])
  }

  @Test func namesColumnsOfAnInputWithoutHeader() {
    var style = InputStyle(format: .csv)
    style.columnNames = ["x", "y"]
    #expect(outcomes(Array("1,2\n".utf8), style) == ["1| x=1 y=2"])
    #expect(outcomes([], style) == [])
  }

  static let bytes: [([UInt8], String)] = [
    ([0x61, 0x0A, 0xFF], "2:1: expected text in UTF-8, found another byte at offset 2"),
    ([0x61, 0x0A, 0xC0, 0xAF], "2:1: expected text in UTF-8, found another byte at offset 2"),
    (
      [0x61, 0x0A, 0x62, 0xED, 0xA0, 0x80],
      "2:2: expected text in UTF-8, found another byte at offset 3"
    ),
    (
      [0x61, 0x0A, 0x22, 0xE9, 0x22], "2:2: expected text in UTF-8, found another byte at offset 3"
    ),
    ([0x61, 0x0A, 0xE2, 0x82], "2:1: expected text in UTF-8, found another byte at offset 2"),
    ([0xFF, 0xFE, 0x61, 0], ": expected text in UTF-8, found UTF-16 (end)"),
    ([0x61, 0, 0x2C, 0], ": expected text in UTF-8, found UTF-16 (end)"),
    ([0, 0x61, 0, 0x2C], ": expected text in UTF-8, found UTF-16 (end)"),
    ([0x1F, 0x8B, 8, 0], ": expected text, found a gzip file (end)"),
  ]

  @Test(arguments: bytes.indices)
  func refusesWhatIsNoText(_ index: Int) {
    let (bytes, expected) = Self.bytes[index]
    #expect(outcomes(bytes, InputStyle(format: .csv)).first == expected)
    #expect(outcomes(bytes, InputStyle(format: .csv), chunk: 1).first == expected)
  }

  @Test func boundsARecord() {
    var style = InputStyle(format: .csv)
    style.chunk = 16
    style.recordLimit = 1 << 20
    let text = "a,b\nx,\"" + String(repeating: "y\n", count: 1 << 20)
    #expect(
      outcomes(Array(text.utf8), style)
        == ["2:3: expected a record of at most 1 MB, found more (end)"])
    style.format = .json
    #expect(
      outcomes(Array("[\n{\"a\": [\(text.dropFirst(6))".utf8), style)
        == ["2:8: expected a quote that closes this text, found the end of the line (end)"])
  }

  @Test func takesLongFieldsAndManyColumns() {
    let field = String(repeating: "x", count: 5_000_000)
    #expect(outcomes("a,b\n\(field),\"\(field)\"\n", .csv) == ["2| a=\(field) b='\(field)'"])
    let names = (0..<10_000).map { "c\($0)" }
    let values = names.indices.map(String.init)
    let text = names.joined(separator: ",") + "\n" + values.joined(separator: ",")
    let expected = zip(names, values).map { "\($0)=\($1)" }.joined(separator: " ")
    #expect(outcomes(text, .csv) == ["2| " + expected])
  }

  static let guesses: [(String, InputFormat)] = [
    ("a,b\n", .csv), ("a\tb\n", .tsv), ("a\tb,c\n", .csv), (" [\n", .json), ("{\n\"a\": 1}", .json),
    ("{\"a\": 1}\n{", .ndjson), ("", .csv), ("\u{FEFF}[]", .json),
  ]

  @Test(arguments: guesses)
  func guessesTheFormat(_ text: String, _ format: InputFormat) throws {
    let reader = try? RecordReader(MemorySource(Array(text.utf8)), named: nil)
    #expect((reader?.format ?? .csv) == format)
  }
}
