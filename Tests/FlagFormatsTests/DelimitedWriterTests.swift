import FlagFormats
import FlagModel
import Testing

@Suite struct DelimitedWriterTests {
  @Test func csv() {
    #expect(
      written(.csv) == """
        id,code,markers,status,price,score,taken,ok
        1,S-1,HRM|PLX,measured,12.50,0.1,2026-11-20T10:30:00.25Z,true
        2,"","",received,-0.05,1e+21,2026-11-20T00:00:00Z,false
        -3,,RAW|TOP|0x40,?9,,,,

        """)
  }

  @Test func rawCSV() {
    #expect(
      written(.csv) { $0.isRaw = true } == """
        id,code,markers,status,price,score,taken,ok
        1,S-1,6,1,1250,0.1,2026-11-20 10:30:00.25,1
        2,"",0,0,-5,1e+21,2026-11-20 00:00:00,0
        -3,,-9223372036854775743,9,,,,

        """)
  }

  @Test func tsv() {
    #expect(
      written(.tsv) == """
        id\tcode\tmarkers\tstatus\tprice\tscore\ttaken\tok
        1\tS-1\tHRM|PLX\tmeasured\t12.50\t0.1\t2026-11-20T10:30:00.25Z\ttrue
        2\t\t\treceived\t-0.05\t1e+21\t2026-11-20T00:00:00Z\tfalse
        -3\t\\N\tRAW|TOP|0x40\t?9\t\\N\t\\N\t\\N\t\\N

        """)
  }

  @Test(arguments: [
    ("plain", "plain"),
    ("", #""""#),
    ("a,b", #""a,b""#),
    (#"say "so""#, #""say ""so""""#),
    ("two\nlines", "\"two\nlines\""),
    ("a\rb", "\"a\rb\""),
    (" blanks ", " blanks "),
    ("=1+1", "=1+1"),
    ("tab\there", "tab\there"),
    ("\u{1b}[31m", "\u{1b}[31m"),
    ("日本語", "日本語"),
  ])
  func csvField(_ text: String, _ field: String) {
    #expect(written(.csv, texts: [text]) == "text\n\(field)\n")
  }

  @Test(arguments: [
    ("plain", "plain"), ("", ""), ("a\tb", #"a\tb"#), ("two\nlines", #"two\nlines"#),
    ("a\r\nb", #"a\r\nb"#), (#"C:\new"#, #"C:\\new"#), (#"\N"#, #"\\N"#), (#""q""#, #""q""#),
  ])
  func tsvField(_ text: String, _ field: String) {
    #expect(written(.tsv, texts: [text]) == "text\n\(field)\n")
  }

  @Test func textForNull() {
    let columns = [OutputColumn(name: "a", type: .string), OutputColumn(name: "n")]
    let rows: [[Value]] = [
      [.null, .null], [.text("NULL"), .integer(1)], [.text(""), .text("x")],
    ]
    #expect(
      written(.csv, columns, rows) { $0.nullText = "NULL" } == """
        a,n
        NULL,NULL
        "NULL",1
        "",x

        """)
    // A number that reads like it is told apart too.
    #expect(
      written(.csv, columns, [[.null, .integer(0)]]) { $0.nullText = "0" } == "a,n\n0,\"0\"\n")
  }

  @Test func formulasAreDisarmedOnlyOnDemandAndOnlyInTexts() {
    let columns = [OutputColumn(name: "a", type: .string), OutputColumn(name: "n")]
    let rows: [[Value]] = [
      [.text("=1+1"), .integer(-5)], [.text("@x"), .real(-0.5)], [.text("-"), .null],
      [.text("\t="), .text("+1")],
    ]
    #expect(
      written(.csv, columns, rows) { $0.disarmsFormulas = true }
        == "a,n\n'=1+1,-5\n'@x,-0.5\n'-,\n'\t=,'+1\n")
    #expect(written(.csv, columns, rows) == "a,n\n=1+1,-5\n@x,-0.5\n-,\n\t=,+1\n")
  }

  @Test func headerAndRecordEnd() {
    let names = [OutputColumn(name: "a,b"), OutputColumn(name: "c")]
    let rows: [[Value]] = [[.integer(1), .integer(2)]]
    #expect(written(.csv, names, rows) == "\"a,b\",c\n1,2\n")
    #expect(
      written(.csv, names, rows) {
        $0.showsHeader = false
        $0.recordEnd = .nul
      } == "1,2\0")
  }

  @Test func extremes() {
    let column = [OutputColumn(name: "n")]
    let rows: [[Value]] = [
      [.integer(.max)], [.integer(.min)], [.integer(9_007_199_254_740_993)],
      [.real(.leastNonzeroMagnitude)],
      [.real(0.1 + 0.2)], [.real(-0.0)], [.real(.infinity)], [.blob([0, 255, 16])],
    ]
    #expect(
      written(.csv, column, rows) == """
        n
        9223372036854775807
        -9223372036854775808
        9007199254740993
        5e-324
        0.30000000000000004
        -0.0
        inf
        AP8Q

        """)
  }

  @Test(arguments: [
    "2026-11-20 10:30:00", "2026-11-20 10:30:00.5", "2026-11-20 10:30:00.500000", "2026-11-20",
    "2024-02-29 00:00:00", "2026-02-30 00:00:00", "2026-13-01 00:00:00", "2026-11-20 24:00:00",
    "0000-01-01 00:00:00", "2026-11-20T10:30:00", "2026-11-20 10:30:6", "some day", "",
    "2026-1x-20 10:30:00", "2026-11-20 10:60:00", "9999-12-31 23:59:59",
  ])
  func dates(_ stored: String) {
    let text = AttributeType.date.text(of: .text(stored))
    let column = OutputColumn(name: "d", type: .date)
    #expect(written(.csv, [column], [[.text(stored)]]) == "d\n\(text.isEmpty ? "\"\"" : text)\n")
    #expect(written(.ndjson, [column], [[.text(stored)]]) == "{\"d\":\"\(text)\"}\n")
  }

  @Test func onATerminalNothingDrivesIt() {
    let text = "\u{1b}]0;x\u{7}\u{9b}31m\u{202e}\rA"
    let shown = #"\u{1b}]0;x\u{7}\u{9b}31m\u{202e}\rA"#
    #expect(written(.csv, texts: [text]) { $0.guardsTerminal = true } == "text\n\(shown)\n")
    #expect(written(.tsv, texts: [text]) { $0.guardsTerminal = true } == "text\n\(shown)\n")
    #expect(written(.names, texts: [text]) { $0.guardsTerminal = true } == "\(shown)\n")
  }

  @Test(arguments: [OutputFormat.csv, .tsv])
  func fieldsAreFinishedWithoutACopyOfWhatIsBeforeThem(_ format: OutputFormat) {
    let writer = makeWriter(format: format, columns: [OutputColumn(name: "text", type: .string)])
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1 << 16)
    let place = bytes.withUnsafeBufferPointer { $0.baseAddress }
    for _ in 1...10 {
      writer.write(StoredRow([.text("\"a\",\tb\\\r\n\"")]), into: &bytes)
      #expect(bytes.withUnsafeBufferPointer { $0.baseAddress } == place)
    }
  }

  @Test(arguments: [OutputFormat.csv, .tsv, .names, .table, .line, .markdown])
  func theTextForNullDoesNotDriveATerminal(_ format: OutputFormat) {
    let shown = written(format, [OutputColumn(name: "a")], [[.null]]) {
      $0.nullText = "\u{1b}[31mnone"
      $0.guardsTerminal = true
    }
    #expect(!shown.contains("\u{1b}") && shown.contains("31mnone"))
  }
}
