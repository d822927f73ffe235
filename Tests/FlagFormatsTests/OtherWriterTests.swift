import FlagFormats
import FlagModel
import Testing

@Suite struct LineWriterTests {
  @Test func records() {
    let rows = Array(Samples.rows[...1])
    #expect(
      written(.line, Samples.columns, rows) == """
             id = 1
           code = S-1
        markers = HRM|PLX
         status = measured
          price = 12.50
          score = 0.1
          taken = 2026-11-20T10:30:00.25Z
             ok = true

             id = 2
           code =\u{20}
        markers = []
         status = received
          price = -0.05
          score = 1e+21
          taken = 2026-11-20T00:00:00Z
             ok = false

        """)
  }

  @Test func hostileNamesAndValues() {
    let columns = [OutputColumn(name: "a\nb"), OutputColumn(name: "日")]
    #expect(
      written(.line, columns, [[.text("x\u{1b}[0m\ny"), .null]]) { $0.nullText = "NULL" } == #"""
        a\nb = x\u{1b}[0m\ny
          日 = NULL

        """#)
  }

  @Test func recordsEndInNUL() {
    #expect(
      written(.line, texts: ["a", "b"]) { $0.recordEnd = .nul } == "text = a\n\0text = b\n\0")
  }
}

@Suite struct MarkdownWriterTests {
  @Test func records() {
    #expect(
      written(.markdown) == #"""
        | id | code | markers | status | price | score | taken | ok |
        | ---: | --- | --- | --- | ---: | ---: | --- | --- |
        | 1 | S-1 | HRM\|PLX | measured | 12.50 | 0.1 | 2026-11-20T10:30:00.25Z | true |
        | 2 |  |  | received | -0.05 | 1e+21 | 2026-11-20T00:00:00Z | false |
        | -3 |  | RAW\|TOP\|0x40 | ?9 |  |  |  |  |

        """#)
  }

  @Test(arguments: [
    ("two\nlines", "two<br>lines"), ("a|b", #"a\|b"#), (#"a\|b"#, #"a\\\|b"#),
    ("<script>", "&lt;script>"), ("&lt;", "&amp;lt;"), ("*bold*", #"\*bold\*"#),
    ("[x](y)", #"\[x](y)"#), ("snake_case", "snake_case"), ("\u{1b}[0m", #"\u{1b}\[0m"#),
    ("a\tb", #"a\tb"#),
  ])
  func cell(_ text: String, _ cell: String) {
    #expect(written(.markdown, texts: [text]) == "| text |\n| --- |\n| \(cell) |\n")
  }
}

@Suite struct NamesWriterTests {
  @Test func records() {
    let columns = Array(Samples.columns[...2])
    #expect(
      written(.names, columns, Samples.rows.map { Array($0[...2]) })
        == "1\tS-1\tHRM|PLX\n2\t\t\n-3\t\tRAW|TOP|0x40\n")
    #expect(
      written(.names, texts: ["a b", "c\nd"]) { $0.recordEnd = .nul } == "a b\0c\nd\0")
  }
}

@Suite struct OutputFormatTests {
  @Test(
    arguments: [
      ("out.csv", .csv), ("a/b.c/out.TSV", .tsv), ("out.json", .json), ("x.ndjson", .ndjson),
      ("x.jsonl", .ndjson), ("README.md", .markdown), ("x.txt", .table), ("x", nil),
      ("x.xlsx", nil),
      ("dir.csv/x", nil), ("", nil),
    ] as [(String, OutputFormat?)])
  func fromTheFileName(_ name: String, _ format: OutputFormat?) {
    #expect(OutputFormat(fileName: name) == format)
  }
}
