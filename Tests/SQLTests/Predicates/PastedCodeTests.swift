import FlagModel
import Testing

@testable import Predicates
@testable import SQLText

/// Predicates as they stand in the code of an app, with what is around them.
@Suite struct PastedCodeTests {
  private func predicate(_ text: String, _ given: [String]) throws -> Predicate {
    let schema = try Clinic.schema()
    let source = SourceText(text)
    var arguments = try PredicateArguments(given, for: PredicateArguments.names(in: source))
    let syntax = try PredicateSyntax.parse(source, arguments: &arguments)
    #expect(arguments.unused == nil)
    return try PredicateChecker(schema.declared("Patient"), in: schema, now: testNow).check(syntax)
  }

  @Test(
    "code means what is in it",
    arguments: [
      ("let p = #Predicate<Patient> { $0.age > 5 }", [], "age > 5"),
      ("let p: Predicate<Patient> = #Predicate { $0.age > 5 };", [], "age > 5"),
      ("private static let p = #Predicate<Patient> { patient in patient.age > 5 }", [], "age > 5"),
      ("FetchDescriptor<Patient>(predicate: #Predicate { $0.age > 5 })", [], "age > 5"),
      (
        "let d = FetchDescriptor(predicate: #Predicate<Patient> { $0.age > 5 }, "
          + "sortBy: [SortDescriptor(\\.age, order: .reverse)])", [], "age > 5"
      ),
      (
        "let p = #Predicate<Patient> { $0.age > 5 }\nvar d = FetchDescriptor(predicate: p)", [],
        "age > 5"
      ),
      ("NSPredicate(format: \"age > 5\")", [], "age > 5"),
      ("let p = NSPredicate(format: \"age > %d\", 5)", [], "age > 5"),
      (
        "NSPredicate(format: \"age > %d AND %K == %@\", limit, \"name.first\", \"Ann\")",
        ["limit=5"],
        "age > 5 and name.first == 'Ann'"
      ),
      ("NSPredicate(format: \"age IN %@\", [1, 2])", [], "age in {1, 2}"),
      (
        "NSPredicate(format: \"%K > %@\", #keyPath(Patient.age), NSNumber(value: 5))", [], "age > 5"
      ),
      (
        "NSPredicate(format: \"name.first == \\\"Ann\\\" && age > %ld\", argumentArray: [5])", [],
        "name.first == 'Ann' and age > 5"
      ),
      (
        "NSPredicate(format: \"seen > %@\", start as NSDate)", ["start=2026-11-20"],
        "seen > 2026-11-20"
      ),
      ("NSPredicate(value: true)", [], "true"),
      (
        "let many = #Expression<[Reading], Int> { readings in readings.filter { $0.value >= 90 }.count }\n"
          + "let p = #Predicate<Patient> { many.evaluate($0.readings) > 1 }",
        [], "readings.filter { $0.value >= 90 }.count > 1"
      ),
      (
        "let many = #Expression<[Reading], Int> { $0.filter { $0.value >= 90 }.count };"
          + "#Predicate<Patient> { patient in many.evaluate(patient.readings) > 1 }",
        [], "readings.filter { $0.value >= 90 }.count > 1"
      ),
      (
        "let sum = #Expression<Int, Int, Int> { a, b in a + b }; "
          + "{ sum.evaluate($0.age, sum.evaluate(1, $0.age)) > 5 }",
        [], "age + (1 + age) > 5"
      ),
      (
        "let above = #Expression<Reading, Bool> { $0.count > limit }; "
          + "#Predicate<Patient> { $0.readings.contains { above.evaluate($0) } }",
        ["limit=5"], "readings.contains { $0.count > 5 }"
      ),
      (
        "let twice = #Expression<Int, Int> { $0 * 2 }; twice.evaluate(age) > 5", [], "age * 2 > 5"
      ),
    ] as [(String, [String], String)])
  func pasted(_ code: String, _ given: [String], _ plain: String) throws {
    let found = try predicate(code, given).sql()
    #expect(found == (try predicate(plain, []).sql()), "\(code)")
  }

  @Test(
    "code that cannot be read says where",
    arguments: [
      ("FetchDescriptor<Patient>(sortBy: [])", "the FetchDescriptor has no predicate"),
      (
        "FetchDescriptor<Ward>(predicate: #Predicate { $0.age > 5 })",
        "the closure is for 'Ward', and the query for 'Patient'"
      ),
      ("NSPredicate(format: \"age > %d\")", "the format has no value for '%d'"),
      ("NSPredicate(format: \"age > 5\", 6)", "the format takes no value for '6'"),
      ("NSPredicate(format: text)", "expected a text after 'format:'"),
      (
        "let a = #Expression<Int, Int> { n in n }; { a.evaluate(1, 2) > 1 }",
        "'a' takes 1 value, found 2"
      ),
    ])
  func refused(_ code: String, _ message: String) throws {
    let error = #expect(throws: Diagnostic.self) { _ = try predicate(code, []) }
    #expect(error?.message == message)
  }

  @Test("an expression of the model is evaluated as one of Swift")
  func expressionsOfTheModel() throws {
    let schema = try model(
      """
      @Model final class Item {
        var n: Int = 0
        @Expression("n * 2") var twice: Int
        @Expression("n > $limit", parameters: "limit") var above: Bool
      }
      """)
    for (text, plain) in [
      ("{ twice.evaluate($0) > 5 }", "n * 2 > 5"), ("twice.evaluate(SELF) > 5", "n * 2 > 5"),
      ("{ above.evaluate(3) }", "n > 3"), ("above.evaluate(3)", "n > 3"),
    ] {
      let found = try Predicate(text, of: "Item", in: schema).sql()
      #expect(found == (try Predicate(plain, of: "Item", in: schema).sql()), "\(text)")
    }
  }
}
