import FlagModel
import Testing

@testable import ModelText

/// The parts of optional structs that belong together.
@Suite struct GroupRuleTests {
  private static let structs = """
    struct Point { var x: Int; var y: Int }
    struct Loose { var a: Int?; var b: Int? }
    struct Size { var note: String?; var width: Int; var height: Int }
    struct Framed { var point: Point?; var loose: Loose; var size: Size }
    struct Kept { var point: Point?; var name: String? }
    struct One { var point: Point? }
    struct Deep { var kept: Kept?; var mark: Int }

    """

  @Test(
    arguments: [
      ("var p: Point", []),
      ("var p: Point?", ["p: p.x p.y /"]),
      ("var p: Loose?", []),
      ("var p: Size?", ["p: p.width p.height / p.note"]),
      (
        "var p: Framed?",
        [
          "p: p.size.width p.size.height / p.point.x p.loose.a p.loose.b p.size.note",
          "p.point: p.point.x p.point.y /",
        ]
      ),
      ("var p: Framed", ["p.point: p.point.x p.point.y /"]),
      // It may be there with any of its parts.
      ("var p: Kept?", ["p.point: p.point.x p.point.y /"]),
      ("var p: One?", ["p.point: p.point.x p.point.y /"]),
      ("var p: One", ["p.point: p.point.x p.point.y /"]),
      // What stands between has no rule of its own.
      (
        "var p: Deep?",
        ["p: p.mark / p.kept.point.x p.kept.name", "p.kept.point: p.kept.point.x p.kept.point.y /"]
      ),
      ("typealias P = Point?; var p: P", ["p: p.x p.y /"]),
    ] as [(String, [String])])
  func rules(_ property: String, _ expected: [String]) throws {
    let schema = try schema(Self.structs + "@Model final class A { \(property) }")
    let found = schema.entities[0].groupRules.map { rule in
      let parts = [rule.required, rule.others].map { $0.map(\.name).joined(separator: " ") }
      return "\(rule.group): \(parts[0]) /\(parts[1].isEmpty ? "" : " ")\(parts[1])"
    }
    #expect(found == expected)
  }

  @Test(
    arguments: [
      ([], nil), (["p.width", "p.height"], nil), (["p.width", "p.height", "p.note"], nil),
      (["p.width"], "'p.height' has no value, though 'p.width' has"),
      (["p.height", "p.note"], "'p.width' has no value, though 'p.height' has"),
      (["p.note"], "'p.width' and 'p.height' have no value, though 'p.note' has"),
    ] as [([Name], String?)])
  func halves(_ given: [Name], _ message: String?) throws {
    let schema = try schema(Self.structs + "@Model final class A { var p: Size? }")
    let rule = try #require(schema.entities[0].groupRules.first)
    #expect(rule.violation { !given.contains($0.name) }?.message == message)
  }
}
