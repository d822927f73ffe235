import FlagModel
import Testing

@testable import Migrations
@testable import SQLText

/// Flags and cases wherever a value can have them: in arrays, sets, dictionaries, structs and cases, where
/// they may be null and where not. Each gets other numbers or another name, in a file and on a server.
@Suite("Migrations of elements") struct ElementMigrationTests {
  /// A type of which others are made.
  enum Element: String, CaseIterable {
    case number = "Number"
    case word = "Word"
    case mark = "Mark"

    /// The stored form of the first case or flag, before and after it moves.
    var stored: (before: String, after: String) {
      switch self {
      case .number: ("1", "2")
      case .word: ("\"Q\"", "\"R\"")
      case .mark: ("1", "16")
      }
    }

    static let model = """
      enum Number: Int { case a = 1, b = 2 }
      enum Word: String { case a = "Q", b }
      struct Mark: OptionSet { let rawValue: Int; static let a = Mark(rawValue: 1), b = Mark(rawValue: 2) }
      """
    static let moved = """
      enum Number: Int { case a = 2, b = 1 }
      enum Word: String { case a = "R", b }
      struct Mark: OptionSet { let rawValue: Int; static let a = Mark(rawValue: 16), b = Mark(rawValue: 1) }
      """
    static let renamed = model.replacing("case a", with: "case z").replacing("let a", with: "let z")
  }

  /// A type made of elements `E`, and a value in which `#` is one of them.
  struct Container: CustomTestStringConvertible {
    let type: String
    let value: String
    var isKeyed = false
    var testDescription: String { type }
  }

  static let containers = [
    Container(type: "[E]", value: "[#,#]"), Container(type: "[E?]", value: "[#,null,#]"),
    Container(type: "[E?]?", value: "[null]"), Container(type: "Set<E?>", value: "[#,null]"),
    Container(type: "[[E]]", value: "[[#],[]]"), Container(type: "[[E?]]", value: "[[#,null],[]]"),
    Container(type: "[[E]?]", value: "[[#],null,[]]"),
    Container(type: "[[E?]?]", value: "[[null,#],null]"),
    Container(type: "[String: E]", value: "{\"k\":#}"),
    Container(type: "[String: E?]", value: "{\"k\":#,\"l\":null}"),
    Container(type: "[Int: [E?]]", value: "{\"7\":[#,null]}"),
    Container(type: "[E: Int]", value: "[#,7]", isKeyed: true),
    Container(type: "[Part]", value: part), Container(type: "[Part?]", value: "[null,\(one)]"),
    Container(type: "[[Part]?]", value: "[\(part),null]"),
    Container(type: "[String: Part]", value: "{\"k\":\(one)}"),
    Container(type: "Choice", value: "{\"one\":{\"e\":#,\"all\":[null,#]}}"),
    Container(type: "Choice?", value: "{\"none\":{}}"),
    Container(type: "[Choice?]", value: "[null,{\"one\":{\"e\":#,\"all\":[]}}]"),
  ]

  private static let one = "{\"z\":#,\"all\":[null,#],\"a\":1}"
  private static let part = "[\(one),{\"z\":#,\"e\":#,\"all\":[],\"a\":2}]"

  private static func text(_ types: String, _ container: Container, of element: Element) -> String {
    """
    \(types)
    struct Part: Codable { var z: E; var e: E?; var all: [E?]; var a: Int }
    enum Choice: Codable { case none, one(e: E, all: [E?]) }
    @Model final class T { var x: \(container.type) }
    """.replacing("E", with: element.rawValue)
  }

  private func migrate(
    _ container: Container, of element: Element, to types: String, _ renames: [Rename] = []
  ) throws -> (result: Migrated, stored: String) {
    let value = container.value.replacing("#", with: element.stored.before)
    let result = try migrated(
      Self.text(Element.model, container, of: element), Self.text(types, container, of: element),
      rows: ["INSERT INTO T (x) VALUES ('\(value)')"],
      decisions: MigrationDecisions(renames: renames))
    guard case .text(let stored)? = try result.database.run("SELECT x FROM T").first?.first else {
      return (result, "")
    }
    return (result, stored)
  }

  @Test(arguments: containers, Element.allCases)
  func numbersChange(_ container: Container, of element: Element) throws {
    if container.isKeyed && element == .mark { return }
    let (result, stored) = try migrate(container, of: element, to: Element.moved)
    #expect(stored == container.value.replacing("#", with: element.stored.after))
    #expect(!result.findings.contains { $0.hasPrefix("loss") }, "\(result.findings)")
  }

  @Test(arguments: containers, Element.allCases)
  func namesChange(_ container: Container, of element: Element) throws {
    if container.isKeyed && element == .mark { return }
    let renames = Element.allCases.map { Rename(old: "\($0.rawValue).a", new: "z") }
    let (result, stored) = try migrate(container, of: element, to: Element.renamed, renames)
    #expect(stored == container.value.replacing("#", with: element.stored.before))
    #expect(result.findings == [])
    #expect(!result.plan.changes.contains { $0.path == "T.x" }, "\(result.plan.changes)")
  }

  /// A name that a removed case had is not the old case.
  @Test func aNameIsTakenOver() throws {
    let (old, new) = ("enum N: Int { case a = 1, b = 2 }", "enum N: Int { case b = 1 }")
    let entity = "@Model final class T { var x: [String: N]? }"
    let result = try migrated(
      "\(old)\n\(entity)", "\(new)\n\(entity)",
      rows: ["INSERT INTO T (x) VALUES ('{\"k\":1}'), ('{\"k\":2}')"],
      decisions: MigrationDecisions(renames: [Rename(old: "N.a", new: "b")], drops: ["N.b"]))
    #expect(try result.database.run("SELECT x FROM T") == [[.text("{\"k\":1}")], [.null]])
    #expect(
      result.findings == [
        "loss: 1 record of T has a x that cannot become a [String: N]? without loss"
      ])
  }

  @Test func nullsGo() throws {
    let result = try migrated(
      "@Model final class T { var x: [Int?] }", "@Model final class T { var x: Set<Int> }",
      rows: ["INSERT INTO T (x) VALUES ('[3,null,1]'), ('[3,1]')"])
    #expect(try result.database.run("SELECT x FROM T") == [[.text("[1,3]")], [.text("[1,3]")]])
    #expect(
      result.findings == ["loss: 1 record of T has a x that cannot become a Set<Int> without loss"])
  }

  @Test func aCaseThatGoesBecomesNull() throws {
    let entity = "@Model final class T { var x: [N?] }"
    let result = try migrated(
      "enum N: Int { case a, b }\n\(entity)", "enum N: Int { case a }\n\(entity)",
      rows: ["INSERT INTO T (x) VALUES ('[1,null,0]')"],
      decisions: MigrationDecisions(drops: ["N.b"]))
    #expect(try result.database.run("SELECT x FROM T") == [[.text("[null,null,0]")]])
    #expect(result.findings == ["loss: 1 record of T has cases in x that are removed: b"])
  }
}
