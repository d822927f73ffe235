import Testing

@testable import CommandTable

@Suite("Prose")
struct ProseTests {
  static let cases: [(text: Prose, blocks: [ProseBlock])] = [
    ("", []),
    ("one\ntwo", [.paragraph("one two")]),
    ("one\n\n\ntwo", [.paragraph("one"), .paragraph("two")]),
    ("# One\n## Two\nthree", [.heading("One"), .subheading("Two"), .paragraph("three")]),
    ("#one -- two", [.paragraph("#one -- two")]),
    ("- one\n  more\n- two\nthree", [.list(["one more", "two"]), .paragraph("three")]),
    ("- one\n\n- two", [.list(["one"]), .list(["two"])]),
    (
      "one two\n: 1\n  2\nthree\n: 3\n\nend",
      [.definitions([Definition("one two", "1 2"), Definition("three", "3")]), .paragraph("end")]
    ),
    ("| a | `b || c` |\n| d | e |", [.table(header: ["a", "`b || c`"], rows: [["d", "e"]])]),
    (
      "one:\n    a\n      b\n\n    c\n\ntwo",
      [.paragraph("one:"), .code("a\n  b\n\nc"), .paragraph("two")]
    ),
    (
      Prose("    a\n{{b}}\n    c", inserts: ["b": [.subheading("b")]]),
      [.code("a"), .subheading("b"), .code("c")]
    ),
    (
      "one\n```sh\n# a\n\n    b\n```\ntwo",
      [.paragraph("one"), .code("# a\n\n    b"), .paragraph("two")]
    ),
    (
      "One.\n    $ a\n    b\n\n    c\n    $ d",
      [
        .example(Example(shows: "One.", command: "a", output: "b\n\nc")),
        .example(Example(shows: "", command: "d")),
      ]
    ),
    (
      "One.\n\n    $ a \\\n    > b\n    >\n    > c\n    d\n    > e",
      [.paragraph("One."), .example(Example(shows: "", command: "a b\n\nc", output: "d\n> e"))]
    ),
  ]

  @Test("has a block for each mark", arguments: cases.indices)
  func read(index: Int) {
    #expect(Self.cases[index].text.blocks == Self.cases[index].blocks)
  }
}
