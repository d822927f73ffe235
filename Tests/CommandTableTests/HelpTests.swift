import Foundation
import Testing

@testable import CommandTable

@Test func toolHelpListsCommandsByGroup() {
  #expect(
    sample.help().hasPrefix(
      """
      usage: flagdb COMMAND DB [ENTITY] [options]
             flagdb DB [ENTITY] [options]

      query and edit bitmasks in SQLite and PostgreSQL by the names of their flags

      making:
        new            creates a database; refuses to touch an existing file
        define         adds to the model without a model file
        generate       writes Swift, or another language, from a model

      records:

      """))
  #expect(!sample.help().contains("complete "))
}

@Test func commandHelpAlignsAndWraps() throws {
  let query = try #require(sample.command(named: "query"))
  #expect(
    sample.help(for: query, width: 60).contains(
      """
      output:
            --sort ATTRIBUTES
                              order by these attributes
        -l, --limit N         stop after that many records,
                              however many more there are and
                              whatever they hold

      """))
  #expect(
    sample.help(for: query).contains(
      """
        -l, --limit N          stop after that many records, however many more there
                               are and whatever they hold
        -c, --count            print how many there are
            --format FORMAT    print in this format: table, csv, json

      """))
}

@Test func formsHaveTheirOwnUsage() throws {
  let define = try #require(sample.command(named: "define"))
  #expect(
    sample.help(for: define).hasPrefix(
      """
      usage: flagdb define DB flags NAME FLAG... [options]
             flagdb define DB attribute ENTITY NAME:TYPE [options]

      """))
}

@Test func optionalArgumentsAreNested() throws {
  let stats = try #require(sample.command(named: "stats"))
  #expect(
    sample.help(for: stats).hasPrefix("usage: flagdb stats DB [ENTITY [ATTRIBUTE...]] [options]\n"))
}

@Test(arguments: [1, 40, 60, 80, 200]) func helpFitsItsWidth(width: Int) {
  for page in [sample.help(width: width)]
    + sample.commands.map({ sample.help(for: $0, width: width) })
  {
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      #expect(line.count <= max(width, 40))
      #expect(line.last != " ")
      #expect(!line.contains("`"))
    }
    #expect(page.last == "\n" && !page.hasSuffix("\n\n"))
  }
}

@Test func shortHelpOfLittleIsTheWhole() throws {
  let stats = try #require(sample.command(named: "stats"))
  #expect(sample.help(for: stats, .short) == sample.help(for: stats))
  #expect(sample.help(for: stats, .whole) == sample.help(for: stats))
}

/// A command with more options than a screen has lines.
private var long: CommandDescription {
  let options = (1...30).map { number in
    OptionDescription(
      name: "option-\(number)", short: number == 7 ? "o" : nil,
      value: number.isMultiple(of: 7) ? OptionValue(placeholder: "VALUE OF IT") : nil,
      group: number < 10 ? "first" : "second", help: "does something that takes a line")
  }
  return CommandDescription(
    name: "long", summary: "does much",
    arguments: [ArgumentDescription(name: "FILE", help: "what it takes")],
    options: options,
    manual: CommandManual(
      examples: """
            $ xyzzy long a.txt
            x
            $ xyzzy long a.txt
            > xyzzy long b.txt
            $ xyzzy long aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa \\
            > bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
            $ xyzzy long 'c | 2>.txt' 2>&1 | tr a-z A-Z
            $ cat d.txt | xyzzy long
        """))
}

@Test func shortHelpNamesTheOptions() {
  let tool = ToolDescription(
    name: "xyzzy", version: "1", date: "2026-11-20", summary: "is long", commands: [long])
  #expect(
    tool.help(for: long, .short) == """
      usage: xyzzy long FILE [options]

      does much

      options:
        first           --option-1, --option-2, --option-3, --option-4, --option-5,
                        --option-6, -o|--option-7 VALUE OF IT, --option-8, --option-9
        second          --option-10, --option-11, --option-12, --option-13,
                        --option-14 VALUE OF IT, --option-15, --option-16,
                        --option-17, --option-18, --option-19, --option-20,
                        --option-21 VALUE OF IT, --option-22, --option-23,
                        --option-24, --option-25, --option-26, --option-27,
                        --option-28 VALUE OF IT, --option-29, --option-30
        common options  -h|--help

      for example:
        xyzzy long a.txt
        xyzzy long 'c | 2>.txt'
        cat d.txt | xyzzy long

      see 'xyzzy long --help' for what they do

      """)
}

@Test(arguments: [1, 40, 80, 200]) func shortHelpFitsItsWidth(width: Int) {
  for line in sample.help(for: long, .short, width: width).split(separator: "\n") {
    #expect(line.count <= max(width, 40) && line.last != " " && !line.contains("\u{A0}"))
  }
}
