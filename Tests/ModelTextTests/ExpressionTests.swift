import FlagModel
import ModelText
import Testing

/// `@Expression`: names for calculations, as a model says them.
@Suite struct ExpressionTests {
  private func read(_ text: String) -> ModelReading {
    readModel([SourceText(name: "model.swift", text)])
  }

  @Test func reading() throws {
    let text = #"""
      struct Mark: OptionSet {
        let rawValue: Int
        static let a = Mark(rawValue: 1)
      }
      @Model final class Thing {
        var size: Int
        /// What is left of it.
        @Expression("\"a\" + code\n", parameters: "x", "y") public var rest: String?
        @Expression("size > 1") var isLarge: Bool
        @Expression("marks") var `in`: Mark
      }
      """#
    let schema = try #require(read(text).schema)
    let thing = try #require(schema.entity(named: "Thing"))
    #expect(
      thing.expressions == [
        NamedExpression(
          name: "rest", parameters: ["x", "y"], text: "\"a\" + code\n", declaredType: "String?",
          summary: "What is left of it."),
        NamedExpression(name: "isLarge", text: "size > 1", declaredType: "Bool"),
        NamedExpression(name: "in", text: "marks", declaredType: "Mark"),
      ])
    #expect(thing.attributes.map(\.name) == ["size"], "an expression is not a column")
    #expect(thing.expression(named: "isLarge")?.text == "size > 1")

    let again = read(schema.swiftSource)
    #expect(again.diagnostics.isEmpty)
    #expect(again.schema == schema, "\(schema.swiftSource)")
  }

  @Test(arguments: [
    (#"@Expression("1") var x = 1"#, "'x' needs a type"),
    ("@Expression var x: Int", "expected the expression as a string"),
    ("@Expression(1 + 1) var x: Int", "expected the expression as a string"),
    (#"@Expression("1", limit: "x") var x: Int"#, "expected the expression as a string"),
    (#"@Expression("1") var x: Nothing"#, "unknown type 'Nothing'"),
    (#"@Expression("1") var x: [Thing]"#, "an expression must have a single value"),
    (#"@Expression("1") var size: Int"#, "'size' is declared twice"),
    (#"@Expression("1") var x: Int; @Expression("2") var x: Int"#, "'x' is declared twice"),
  ])
  func faults(_ line: String, _ message: String) {
    let reading = read("@Model final class Thing {\n  var size: Int\n  \(line)\n}")
    #expect(reading.schema == nil)
    #expect(reading.diagnostics.map(\.message) == [message])
  }

  @Test func structsHaveNone() {
    let reading = read(
      """
      struct Name { var first: String; var last: String; @Expression("first") var x: String }
      @Model final class Thing { var name: Name }
      """)
    #expect(reading.diagnostics.map(\.message) == ["the struct 'Name' cannot have an expression"])
  }
}
