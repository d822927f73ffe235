import FlagModel
import Testing

@testable import Predicates

/// Apple's predicate format strings and Swift's expressions, construct by construct.
@Suite("What predicates are made of") struct ConformanceTests {
  private func predicate(_ one: ConformanceCase, negated: Bool = false) throws -> Predicate {
    let schema = try Clinic.schema()
    let text = negated ? "not (\(one.text))" : one.text
    let syntax = try PredicateSyntax.parse(text, with: one.arguments)
    return try PredicateChecker(schema.declared("Patient"), in: schema, now: testNow).check(syntax)
  }

  /// The SQL, the records, all others for the opposite, and the same records for what --explain
  /// says was understood.
  private func check(_ one: ConformanceCase) throws {
    let schema = try Clinic.schema()
    let patient = try schema.declared("Patient")
    let database = try Clinic.database()
    let predicate = try predicate(one)
    #expect(predicate.sql().shown == one.sql)
    #expect(try database.keys(of: patient, where: predicate) == one.keys)
    let others = (1...5).filter { !one.keys.contains($0) }
    #expect(try database.keys(of: patient, where: self.predicate(one, negated: true)) == others)
    let spelled = predicate.spelled(of: patient, in: schema)
    let understood = try Predicate(spelled, of: "Patient", in: schema)
    #expect(try database.keys(of: patient, where: understood) == one.keys, "\(spelled)")
  }

  @Test(arguments: ConformanceTable.comparisons + ConformanceTable.constants)
  func comparisons(_ one: ConformanceCase) throws { try check(one) }

  @Test(arguments: ConformanceTable.compounds + ConformanceTable.texts)
  func compoundsAndTexts(_ one: ConformanceCase) throws { try check(one) }

  @Test(arguments: ConformanceTable.calculations + ConformanceTable.arguments)
  func calculations(_ one: ConformanceCase) throws { try check(one) }

  @Test(arguments: ConformanceTable.collections + ConformanceTable.functions)
  func collectionsAndFunctions(_ one: ConformanceCase) throws { try check(one) }

  @Test(
    arguments: ConformanceTable.swiftValues + ConformanceTable.swiftFlags
      + ConformanceTable.swiftCollections)
  func swift(_ one: ConformanceCase) throws { try check(one) }

  @Test(
    arguments: ConformanceTable.arrays + ConformanceTable.parts + ConformanceTable.chains
      + ConformanceTable.pasted
      + ConformanceTable.dates)
  func swiftOfApps(_ one: ConformanceCase) throws { try check(one) }

  /// The whole of a `#Predicate`, or its closure, says what stands in it.
  @Test(arguments: [
    ("#Predicate<Patient> { $0.age == 30 }", "SELF.age == 30"),
    ("#Predicate { $0.age == 30 }", "SELF.age == 30"), ("{ $0.age == 30 }", "SELF.age == 30"),
    ("#Predicate<Patient> { patient in patient.age == 30 }", "SELF.age == 30"),
    ("{ (patient: Patient) in return patient.age == 30 }", "SELF.age == 30"),
    ("{ (patient) in (patient.age) == 30 }", "SELF.age == 30"),
    (
      "#Predicate { p in p.readings.contains { $0.value > p.weight } }",
      "SELF.readings.contains { $0.value > SELF.weight }"
    ),
    (
      "#Predicate { p in p.drugs.contains { p in p.price > 1 } }",
      "SELF.drugs.contains { p in p.price > 1 }"
    ),
    ("{ a = 1 } = { b = 2 }", "[a = 1] = [b = 2]"), ("#Predicate < 5", "`Predicate` < 5"),
  ])
  func enclosed(_ text: String, _ plain: String) throws {
    let syntax = try PredicateSyntax.parse(SourceText(text))
    #expect(try syntax == PredicateSyntax.parse(SourceText(plain)), "\(syntax.printed)")
    #expect(try PredicateSyntax.parse(SourceText(syntax.printed)) == syntax)
  }

  @Test(arguments: ConformanceTable.own)
  func own(_ one: ConformanceCase) throws { try check(one) }

  /// A name, never a plain error of syntax.
  @Test(arguments: UnsupportedTable.all)
  func unsupported(_ one: UnsupportedCase) throws {
    let error = #expect(throws: Diagnostic.self) {
      try Predicate(one.text, of: "Patient", in: Clinic.schema())
    }
    #expect(error?.message == one.message)
  }
}
