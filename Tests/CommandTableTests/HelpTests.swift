import CommandTable
import Foundation
import Testing

@Test func toolHelpListsCommandsByGroup() {
  #expect(
    sample.help().hasPrefix(
      """
      usage: flagdb COMMAND DB [ENTITY] [options]
             flagdb DB [ENTITY] [options]

      keeps typed records in SQLite and speaks in names of flags

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
