import FlagModel
import Testing

@testable import ModelText

/// The scopes of a model refer to each other in all directions.
@Suite("Scopes") struct ScopeTests {
  @Test(
    "go when the model was read",
    arguments: [
      "struct A: Entity { var n: B; struct B { var m: C; struct C: OptionSet { let rawValue: Int } } }",
      "@Model class A { typealias Me = A; var other: Me?; var all: [A] = [] }",
      "@Model class A { var n = 1 }; @Model class B: A { var m = 2 }",
      "extension Other { struct B { var x: Int } }; struct A: Entity { var b: Other.B }",
      "struct A: Entity { var d: Decimal; var r: Range<Date> }",
      "struct A: Entity { var wrong: Nothing }",
    ])
  func release(text: String) {
    weak var inner: Scope?
    weak var root: Scope?
    func read() {
      var problems = DiagnosticList()
      let checker = Checker(parseDeclarations(of: [SourceText(text)], &problems), isStored: false)
      _ = checker.check()
      inner = checker.tree.all.last
      root = checker.tree.model
      #expect(inner != nil)
    }
    read()
    #expect(inner == nil && root == nil)
  }
}
