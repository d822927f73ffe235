import FlagModel
import Testing

@testable import Migrations

/// The ways in which a new name is said.
@Suite struct RenameSpellingTests {
  private static let old = """
    struct Person { var name: String?; var age: Int? }
    struct M: OptionSet { let rawValue: Int; static let a = M(rawValue: 1) }
    @Model final class T { var author: Person; var note: String?; var m: M = [] }
    """

  @Test(
    arguments: [
      ("note", "remark", ["T.note=remark"]), ("note", "remark", ["T.note=T.remark"]),
      ("class T", "class U", ["T=U", "T.note=U.note"]),
      ("static let a", "static let b", ["M.a=M.b"]),
      ("var author", "var writer", ["T.author=writer"]),
      ("var author", "var writer", ["T.author=T.writer"]),
      ("var author", "var writer", ["T.author.name=writer.name", "T.author.age=T.writer.age"]),
    ])
  func oneNewName(_ before: String, _ after: String, _ renames: [String]) throws {
    let new = Self.old.split(separator: before, omittingEmptySubsequences: false)
      .joined(separator: after)
    let isEntity = before == "class T"
    let decisions = MigrationDecisions(
      renames: (isEntity ? ["T=U"] : renames).compactMap { Rename($0) })
    let result = try migrated(
      Self.old, new, rows: ["INSERT INTO T VALUES (1, 'x', 5, 'y', 1)"], decisions: decisions)
    #expect(result.plan.changes.allSatisfy { $0.kind == .renamed }, "\(result.plan.changes)")
    #expect(result.findings == [])
    #expect(
      try result.database.run("SELECT * FROM \(isEntity ? "U" : "T")")
        == [[.integer(1), .text("x"), .integer(5), .text("y"), .integer(1)]])
  }

  @Test func ownerAndPartAtOnce() throws {
    let new = "@Model final class U { var remark: String? }"
    for text in ["T.note=remark", "T.note=T.remark", "T.note=U.remark"] {
      let decisions = MigrationDecisions(renames: ["T=U", text].compactMap { Rename($0) })
      let plan = try plan("@Model final class T { var note: String? }", new, decisions: decisions)
      #expect(plan.isReady && plan.renames.last == Rename(old: "T.note", new: "remark"), "\(text)")
    }
  }

  @Test(arguments: ["T.author=nobody", "T.nobody=writer", "T.note=T.", "T.note=U.remark"])
  func whatNamesNothing(_ text: String) throws {
    let rename = try #require(Rename(text))
    let plan = try plan(Self.old, Self.old, decisions: MigrationDecisions(renames: [rename]))
    #expect(plan.faults.count == 1 && plan.steps.isEmpty)
  }
}
