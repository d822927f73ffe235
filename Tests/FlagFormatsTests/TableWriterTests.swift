import FlagFormats
import FlagModel
import PlainText
import Testing

@Suite struct TableWriterTests {
  @Test func everyKindOfColumn() {
    #expect(
      written(.table) == """
        id  code  markers       status    price  score  taken                    ok
        ──  ────  ────────────  ────────  ─────  ─────  ───────────────────────  ─────
         1  S-1   HRM|PLX       measured  12.50    0.1  2026-11-20T10:30:00.25Z  true
         2        []            received  -0.05  1e+21  2026-11-20T00:00:00Z     false
        -3        RAW|TOP|0x40  ?9

        """)
  }

  @Test func asciiRawWithoutHeader() {
    #expect(
      written(.table) {
        $0.isRaw = true
        $0.showsHeader = false
        $0.nullText = "-"
      } == """
         1  S-1                     6  1  1250    0.1  2026-11-20 10:30:00.25  1
         2                          0  0    -5  1e+21  2026-11-20 00:00:00     0
        -3  -    -9223372036854775743  9     -      -  -                       -

        """)
    #expect(written(.table, texts: ["ab"]) { $0.usesUnicode = false } == "text\n----\nab\n")
  }

  @Test func fitsTheTerminal() {
    #expect(
      written(.table) { $0.width = 60 } == """
        id  code  markers  status    price  score  taken       ok
        ──  ────  ───────  ────────  ─────  ─────  ──────────  ─────
         1  S-1   HRM|PLX  measured  12.50    0.1  2026-11-2…  true
         2        []       received  -0.05  1e+21  2026-11-2…  false
        -3        RAW|+2   ?9

        """)
  }

  private static let visits = [
    OutputColumn(name: "id", type: .integer(.int64)),
    OutputColumn(name: "taken", type: .date),
    OutputColumn(name: "note", type: .string),
    OutputColumn(name: "markers", type: .flags(Samples.markers)),
    OutputColumn(name: "measurements", type: .integer(.int64)),
  ]
  private static let visit: [Value] = [
    .integer(1_234_567_890), .text("2026-11-20 00:00:00"),
    .text("seen after the long run"), .integer(7), .integer(12),
  ]

  @Test(arguments: [
    (80, "1234567890  2026-11-20T00:00:00Z  seen after the lon…  RAW|HRM|PLX            12"),
    (69, "1234567890  2026-11-20T00:00:00Z  seen af…  RAW|HRM|PLX            12"),
    (66, "1234567890  2026-11-20T00:00:00Z  seen afte…  all − TOP         12"),
    (58, "1234567890  2026-11-20T00:00:00Z  seen af…  RAW|+2      12"),
    (50, "1234567890  2026-11-20T00:00:00Z  see…  3 f…    12"),
    (48, "12345678…  2026-11…  seen af…  RAW|+2         12"),
  ])
  func textGivesWayBeforeFlagsAndThoseBeforeFigures(_ width: Int, _ row: String) {
    let text = written(.table, Self.visits, [Self.visit]) { $0.width = width }
    #expect(text.split(separator: "\n")[2] == row)
    for line in text.split(separator: "\n") { #expect(displayWidth(of: String(line)) <= width) }
  }

  /// Forty flags and one combination of four of them.
  private static let many = FlagSet(
    name: "Many", rawType: .int64,
    flags: (0..<40).map { Flag(name: Name("FLAG_\($0)"), mask: 1 << UInt64($0)) },
    combinations: [Flag(name: "first", mask: 0b1111)])

  @Test(
    "a long set is said in short",
    arguments: [
      (0xFF_FFFF_FFFF, "all"), (0xFF_FFFF_FFDF, "all − FLAG_5"), (0xFF_FFFF_FFF0, "all − first"),
      (0xFF_FFFF_FFEF, "all − FLAG_4"), (0x2F, "first|FLAG_5"), (0b101, "FLAG_0|FLAG_2"),
      (0x55_5555_5555, "FLAG_0|FLAG_2|+18"), (0, "[]"),
      (0x1FF_FFFF_FFFF, "first|FLAG_4|+36"), (0b1011_0001, "FLAG_0|FLAG_4|+2"),
    ] as [(Int64, String)])
  func wideSets(mask: Int64, shown: String) {
    let columns = [
      OutputColumn(name: "id", type: .integer(.int)),
      OutputColumn(name: "set", type: .flags(Self.many)),
    ]
    let rows: [[Value]] = [[.integer(1), .integer(mask)], [.integer(2), .null]]
    let text = written(.table, columns, rows) { $0.width = 26 }
    #expect(text.split(separator: "\n").suffix(2) == [" 1  \(shown)", " 2"])
    let ascii = written(.table, columns, rows) { ($0.width, $0.usesUnicode) = (26, false) }
    #expect(ascii.contains(" 1  \(shown.replacing("−", with: "-"))\n"))
    let whole = written(.table, columns, rows)
    #expect(mask == 0 || whole.contains(Self.many.text(of: UInt64(mask))))
  }

  /// Names of one survey, which begin alike.
  private static let survey = FlagSet(
    name: "Survey", rawType: .int64,
    flags: ["HIZ", "CAP", "SKIRT", "FIRST_CAP", "FIRST_SKIRT"].enumerated().map { bit, name in
      Flag(name: Name("SDSS_TARGET_QSO_\(name)"), mask: 1 << UInt64(bit))
    })

  @Test(
    "names with a long common beginning stay different",
    arguments: [
      (80, "SDSS_TARGET_QSO_HIZ|SDSS_TARGET_QSO_CAP|SDSS_TARGET_QSO_SKIRT"),
      (40, "SD…HIZ|SD…CAP|SD…SKIRT"), (22, "SD…HIZ|SD…CAP|SD…SKIRT"), (21, "SD…HIZ|SD…CAP|+1"),
      (12, "SD…HIZ|+2"),
      (8, "3 flags"),
    ])
  func commonBeginnings(width: Int, shown: String) {
    let columns = [OutputColumn(name: "set", type: .flags(Self.survey))]
    let text = written(.table, columns, [[.integer(7)]]) { $0.width = width }
    #expect(text.split(separator: "\n").last ?? "" == shown)
    #expect(!text.contains("0x"))
  }

  @Test("a name that does not fit loses its middle, if it stays different")
  func middle() {
    let names = [
      "observationWasInterrupted", "observationWasRepeated", "observationWasRejected", "x",
    ]
    let flags = names.enumerated().map { Flag(name: Name($1), mask: 1 << UInt64($0)) }
    let columns = [
      OutputColumn(name: "set", type: .flags(FlagSet(name: "S", rawType: .int64, flags: flags)))
    ]
    func shown(_ mask: Int64, _ width: Int) -> [Substring] {
      Array(
        written(.table, columns, [[.integer(mask)]]) { $0.width = width }
          .split(separator: "\n").suffix(1))
    }
    #expect(shown(1, 16) == ["obser…nterrupted"])
    #expect(shown(3, 16) == ["obse…errupted|+1"])
    #expect(shown(2, 10) == ["obs…peated"] && shown(4, 10) == ["obs…jected"])
  }

  @Test func longTextsOfNoTypeGiveWayToNumbers() {
    let columns = [OutputColumn(name: "sum(units)"), OutputColumn(name: "group_concat(note)")]
    let rows: [[Value]] = [[.integer(1_000_000_000_000), .text("one, two, three, four, five")]]
    let text = written(.table, columns, rows) { $0.width = 30 }
    #expect(text.hasSuffix("1000000000000  one, two, thre…\n"))
  }

  @Test(arguments: Array(1...120))
  func isNeverWiderThanTheTerminal(_ width: Int) {
    let text = written(.table) { $0.width = width }
    guard !text.contains(" = ") else {
      #expect(width < 8 * 4 + 7 * 2)  // columns of four, with gaps
      return
    }
    for line in text.split(separator: "\n") {
      #expect(displayWidth(of: String(line)) <= width)
      #expect(!line.hasSuffix(" "))
    }
  }

  @Test func isLinesWhereNothingFits() {
    let columns = (1...9).map { OutputColumn(name: "column\($0)", type: .string) }
    let row = (1...9).map { Value.text("value \($0)") }
    let text = written(.table, columns, [row, row]) { $0.width = 40 }
    #expect(text.hasPrefix("column1 = value 1\ncolumn2 = value 2\n"))
    #expect(text == written(.line, columns, [row, row]))
  }

  @Test func wideCharactersStandInColumns() {
    let columns = [OutputColumn(name: "a", type: .string), OutputColumn(name: "b", type: .string)]
    let texts = ["日本語", "🦓", "e\u{301}", "👨‍👩‍👧‍👦", "plain", "🇩🇪🇫🇷"]
    #expect(
      written(.table, columns, texts.map { [.text($0), .text("x")] }) == """
        a       b
        ──────  ─
        日本語  x
        🦓      x
        e\u{301}       x
        👨‍👩‍👧‍👦      x
        plain   x
        🇩🇪🇫🇷    x

        """)
  }

  @Test func hostileCellsAreShown() {
    #expect(
      written(.table, texts: ["\u{1b}[2J", "a\nb", "\u{202e}abc", "\u{9b}1m", "x\ry", "\u{7}"])
        == #"""
        text
        ───────────
        \u{1b}[2J
        a\nb
        \u{202e}abc
        \u{9b}1m
        x\ry
        \u{7}

        """#)
    let columns = [OutputColumn(name: "\u{1b}]0;x\u{7}", type: .string)]
    #expect(written(.table, columns, [[.null]]).hasPrefix(#"\u{1b}]0;x\u{7}"#))
  }

  @Test func coloursHeaderAndNull() {
    let columns = [OutputColumn(name: "a", type: .string)]
    let text = written(.table, columns, [[.text("x")], [.null]]) {
      $0.usesColour = true
      $0.nullText = "null"
    }
    #expect(
      text == "\u{1b}[1ma\u{1b}[0m\n\u{1b}[2m────\u{1b}[0m\nx\n\u{1b}[2mnull\u{1b}[0m\n")
  }

  @Test func numbersOfUnknownTypeStandOnTheRight() {
    let columns = [OutputColumn(name: "count()"), OutputColumn(name: "mixed")]
    let rows: [[Value]] = [
      [.integer(5), .integer(1)], [.real(12.5), .text("two")], [.null, .null],
    ]
    #expect(
      written(.table, columns, rows) == """
        count()  mixed
        ───────  ─────
              5  1
           12.5  two


        """)
  }

  @Test func rowsAfterTheSampleUseWhatRoomIsLeft() {
    let columns = [OutputColumn(name: "a", type: .string), OutputColumn(name: "b", type: .string)]
    let rows: [[Value]] =
      Array(repeating: [.text("x"), .text("y")], count: 500)
      + [[.text("abcdefgh"), .text("rest")], [.text("abc"), .text("tail")]]
    let lines = written(.table, columns, rows) { $0.width = 10 }.split(separator: "\n")
    #expect(lines[2] == "x  y")
    // Six columns are left beside "x  y"; the first cell takes what it needs of them.
    #expect(lines[502] == "abcdef…  …")
    #expect(lines[503] == "abc  tail")
    let wide = written(.table, columns, rows).split(separator: "\n")
    #expect(wide[502] == "abcdefgh  rest")
  }

  @Test func withoutRowsThereIsAHeader() {
    #expect(written(.table, [OutputColumn(name: "a")], []) == "a\n─\n")
  }

  @Test func recordsEndInNUL() {
    #expect(
      written(.table, texts: ["a", "b"]) {
        $0.showsHeader = false
        $0.recordEnd = .nul
      } == "a\0b\0")
  }
}
