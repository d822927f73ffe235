import FlagModel
import Testing

@testable import Predicates

/// A form that apps write, and another that says the same and is known already.
struct SameCase: CustomTestStringConvertible {
  let construct: String
  let text: String
  let arguments: [String]
  let plain: String

  init(_ construct: String, _ text: String, with arguments: [String] = [], _ plain: String) {
    self.construct = construct
    self.text = text
    self.arguments = arguments
    self.plain = plain
  }

  var testDescription: String { construct }
}

/// Statements of Swift, and forms of NSPredicate that stand in apps.
@Suite("Predicates as apps write them") struct StatementTests {
  static let statements: [SameCase] = [
    .init(
      "if", "{ if $0.age > 10 { $0.isWell == true } else { $0.level == .mid } }",
      "age > 10 ? isWell = true : level = mid"),
    .init(
      "if with return", "{ if $0.age > 10 { return true } else { return $0.age == -7 } }",
      "age > 10 or age = -7"),
    .init(
      "else if",
      "{ if $0.age > 10 { false } else if $0.age == 0 { true } else { $0.age < 0 } }",
      "age <= 0"),
    .init(
      "if that returns, and goes on",
      "{ p in\n if p.age == 30 { return true }\n return p.age < 0 }",
      "age = 30 or age < 0"),
    .init(
      "if let", "{ if let ward = $0.ward { ward.title == \"East\" } else { false } }",
      "ward.title = 'East'"),
    .init(
      "if let of a value", "{ if let weight = $0.weight { weight < 60 } else { true } }",
      "weight < 60 or weight = nil"),
    .init(
      "if let of several",
      "{ if let b = $0.buddy, let w = b.ward, w.beds > 1 { w.title == t } else { false } }",
      with: ["t=East"], "buddy.ward.title = 'East'"),
    .init(
      "the name of if let is unknown to else",
      "{ if let age = $0.weight { age > 0 } else { $0.age == age } }", with: ["age=-7"],
      "weight > 0 or (weight = nil and age = -7)"),
    .init(
      "if let of a variable", "{ if let age { $0.age == age } else { $0.age < 0 } }",
      with: ["age:null"], "age < 0"),
    .init(
      "if let of a variable that is given",
      "{ if let age { $0.age == age } else { $0.age < 0 } }", with: ["age=12"], "age = 12"),
    .init(
      "if as a value", "{ (if $0.age < 0 { 0 } else { $0.age }) == 0 }", "age = 0 or age = -7"),
    .init(
      "a variable before the brace", "{ if s.isEmpty { true } else { $0.name.first == s } }",
      with: ["s=Bob"], "name.first = 'Bob'"),
    .init(
      "a closure before the brace",
      "{ if $0.drugs.contains { $0.price > 5 } { true } else { false } }", "any drugs.price > 5"),
    .init(
      "guard", "{ p in guard let w = p.ward else { return false }\n return w.beds > 4 }",
      "ward.beds > 4"),
    .init(
      "let", "{ let age = $0.age\n let next: Int = age + 1\n return next > 0 && next < 14 }",
      "age + 1 > 0 and age + 1 < 14"),
    .init(
      "let in a closure within", "{ $0.drugs.contains { let p = $0.price; return p > 5 } }",
      "any drugs.price > 5"),
    .init(
      "a name that leads to another record within a closure",
      "{ if let w = $0.ward { $0.drugs.contains { $0.price < w.beds } } else { false } }",
      "drugs[price < ward.beds].count > 0"),
    .init("a sign on a new line", "{ let a = $0.age\n -a > 0 }", "age < 0"),
    .init("let without braces", "let a = age; a = 30 or a = 12", "age = 30 or age = 12"),
    .init(
      "if without braces", "if age > 0 { level = low } else { isWell = true }",
      "age > 0 ? level = low : isWell = true"),
    .init("semicolons", "{ $0.age == 30; };", "age = 30"),
    .init(
      "comments", "{ p in // the first\n p.age /* not /* the */ weight */ == 30 }", "age = 30"),
    .init("the type of what it answers", "{ (p: Patient) -> Bool in p.age == 30 }", "age = 30"),
    .init("brackets of the macro", "#Predicate<Patient>({ $0.age == 30 })", "age = 30"),
    .init("keyPath", #"{ $0[keyPath: \.age] == 30 }"#, "age = 30"),
    .init(
      "keyPath through another", #"{ $0[keyPath: \Patient.ward]?.beds == 4 }"#, "ward.beds = 4"),
    .init(
      "keyPath that is given", "{ $0[keyPath: path] == 30 }", with: [#"path=\.age"#], "age = 30"),
    .init("nil as a type", "{ $0.weight == nil as Double? }", "weight = nil"),
    .init("a value as an optional", "{ ($0.age as Int?) == 30 }", "age = 30"),
    .init(
      "what a value that is missing rules out", "{ age != nil && $0.age > age! || $0.age < 0 }",
      with: ["age:null"], "age < 0"),
    .init(
      "what a value that is missing answers",
      "{ age == nil && $0.age < 0 || age != nil && $0.age > age! }",
      with: ["age:null"], "age < 0"),
    .init(
      "what a missing value answers at once",
      "{ $0.age < 0 && (age == nil || $0.age > age!) }", with: ["age:null"], "age < 0"),
    .init(
      "what if let rules out", "{ if let age, $0.age > age { true } else { $0.age < 0 } }",
      with: ["age:null"], "age < 0"),
    .init(
      "a text that if let unwraps",
      "{ if let last = $0.name.last { last == t } else { $0.age == -7 } }",
      with: ["t=nil"], "name.last = nil and age = -7"),
    .init("persistentModelID", "{ $0.persistentModelID == id }", with: ["id=2"], "id = 2"),
    .init(
      "persistentModelID of another", "{ $0.ward?.persistentModelID == id }", with: ["id=1"],
      "ward.id = 1"),
    .init(
      "persistentModelID among some", "{ ids.contains($0.persistentModelID) }",
      with: ["ids=[1, 3]"], "id in {1, 3}"),
    .init("objectID", "objectID == %@", with: ["3"], "id = 3"),
    .init("many records == nil", "{ $0.readings == nil }", "readings is empty"),
    .init("many records != nil", "{ $0.readings != nil }", "readings is not empty"),
    .init(
      "many records ?? []", "{ ($0.readings ?? []).contains { $0.value > 95 } }",
      "any readings.value > 95"),
    .init("many records?.count ?? 0", "{ ($0.readings?.count ?? 0) > 1 }", "readings.count > 1"),
  ]

  static let formats: [SameCase] = [
    .init("a Bool for %d", "isWell = %d", with: ["true"], "isWell = true"),
    .init("a Bool alone", "!%@ || isWell = true", with: ["true"], "isWell = true"),
    .init(
      "%K within a path", "ANY %K.%K > %d", with: ["readings", "value", "95"],
      "any readings.value > 95"),
    .init(
      "%K of a variable", "SUBQUERY(%K, $r, $r.%K > 95).@count > 0", with: ["readings", "value"],
      "any readings.value > 95"),
    .init(
      "ANY of records CONTAINS", "ANY drugs CONTAINS %@", with: ["Iron"], "drugs contains 'Iron'"),
    .init("options after a blank", "name.first == [c] 'ANN'", "name.first ==[c] 'ANN'"),
    .init(
      "CONTAINS [cd]", "name.last CONTAINS [cd] %@", with: ["oz"], "name.last contains[cd] 'oz'"),
    .init("[cdl]", "name.last CONTAINS[cdl] 'oz'", "name.last contains[cd] 'oz'"),
    .init("BETWEEN a pair", "age BETWEEN %@", with: ["{0, 12}"], "age between {0, 12}"),
    .init("BETWEEN a pair without braces", "age BETWEEN %@", with: ["0,12"], "age between {0, 12}"),
    .init("BETWEEN a range", "age BETWEEN $range", with: ["range=0...12"], "age in 0...12"),
    .init("given.contains", "%@.contains(age)", with: ["[12, 30]"], "age in {12, 30}"),
    .init("given.isEmpty", "%@.isEmpty or age = 30", with: ["x"], "age = 30"),
    .init("YES of a number", "ward.beds == YES or age = 30", "ward.beds = 1 or age = 30"),
    .init("an enum and its raw value", "level == 5", "level = mid"),
    .init(
      "an enum and a raw value that is given", "level IN %@", with: ["1,9"], "level in {low, high}"),
    .init("%d beside an enum", "level != %d", with: ["5"], "level != mid"),
    .init("flags and a number", "marks == 3", "marks is exactly (a, b)"),
    .init(
      "flags and a number that is given", "marks == %@", with: ["3"], "marks is exactly (a, b)"),
    .init("flags masked > 0", "(marks & 6) > 0", "marks has any (b, c)"),
    .init("0 < flags masked", "0 < (marks & 6)", "marks has any (b, c)"),
    .init("has a number", "marks has 3", "marks has (a, b)"),
    .init("has an octal number", "marks has 0o100", "marks has 0x40"),
    .init("the highest bit in decimal", "marks has 9223372036854775808", "marks has top"),
    .init("has a, b", "marks has a, b", "marks has (a, b)"),
    .init(
      "has a, b in a closure", "readings.contains { $0.mark has a, b }",
      "readings.contains { $0.mark has (a, b) }"),
    .init("has a, b in the whole", "{ $0.marks has a, b }", "{ $0.marks has (a, b) }"),
    .init("has a|b", "marks has a|b and age = 30", "marks has (a, b) and age = 30"),
    .init("has a list of Swift", "marks has [.a, .b]", "marks has (a, b)"),
  ]

  private func predicate(_ text: String, _ arguments: [String] = []) throws -> Predicate {
    let schema = try Clinic.schema()
    let names = PredicateArguments.names(in: SourceText(text))
    var given = try PredicateArguments(arguments, for: names)
    let syntax = try PredicateSyntax.parse(SourceText(text), arguments: &given)
    return try PredicateChecker(schema.declared("Patient"), in: schema, now: testNow).check(syntax)
  }

  /// Both find the same, and so do the opposite, what is printed, and what `--explain` says.
  @Test(arguments: statements + formats) func same(_ one: SameCase) throws {
    let schema = try Clinic.schema()
    let patient = try schema.declared("Patient")
    let database = try Clinic.database()
    func keys(_ predicate: Predicate) throws -> [Int64] {
      try database.keys(of: patient, where: predicate)
    }
    let wanted = try keys(predicate(one.plain))
    #expect(!wanted.isEmpty && wanted.count < 5, "the plain form tells nothing")
    let found = try predicate(one.text, one.arguments)
    #expect(try keys(found) == wanted)
    #expect(try keys(.not(found)) == (1...5).filter { !wanted.contains($0) })
    let spelled = found.spelled(of: patient, in: schema)
    #expect(try keys(predicate(spelled)) == wanted, "\(spelled)")
  }

  /// What is printed of a tree is read as the same tree.
  @Test(arguments: statements.filter { $0.arguments.isEmpty }) func printed(_ one: SameCase) throws
  {
    let syntax = try PredicateSyntax.parse(SourceText(one.text))
    #expect(try PredicateSyntax.parse(SourceText(syntax.printed)) == syntax, "\(syntax.printed)")
  }

  @Test(arguments: [
    ("{ if $0.age > 1 { true } }", "expected 'else', found '}'"),
    ("{ if $0.age > 1 { false }\n true }", "expected 'else', found 'true'"),
    ("{ guard $0.age > 1; return true }", "expected 'else', found ';'"),
    ("{ if case .low = $0.level { true } else { false } }", "'case' is not supported"),
    ("{ let a: = 3; a > 1 }", "expected a type after ':', found '='"),
    ("{ if $0.age > 1 { 1 } else { 2 } }", "'1' is not a condition"),
    ("{ $0.age == 1 } /* ", "a comment opens here and is not closed"),
    ("#Predicate<Ward> { $0.name == 1 }", "the closure is for 'Ward', and the query for 'Patient'"),
    ("{ (w: Ward) in w.name == 1 }", "the closure is for 'Ward', and the query for 'Patient'"),
    ("#Predicate<Wards> { $0.age == 1 }", "'Wards' is not an entity of the model"),
    ("level = 2", "level: expected the raw value of a case of 'Level', found '2'"),
    ("marks > 0", "flags have no order"),
    ("(marks & 9223372036854775808) > 0", "flags have no order"),
    ("marks has a and b", "'b' is a flag, not a condition"),
    ("name.first <[l] 'Ann'", "the option 'l' of a comparison is not supported"),
    ("{ other.evaluate($0) }", "'other' is a variable of the app"),
    ("{ s.isEmpty || $0.age == 1 }", "'s' is a variable of the app"),
  ]) func refused(_ text: String, _ message: String) throws {
    let error = #expect(throws: Diagnostic.self) { try predicate(text) }
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
  }

  /// An alias of an entity, its last name and its module are names of it.
  @Test(arguments: ["Item", "Shop.Item", "Thing", "App.Thing", "App.Shop.Item"])
  func namesOfEntities(_ name: String) throws {
    let schema = try model(
      """
      enum Shop { @Model class Item { var price: Int = 0 } }
      @Model class Other { var price: Int = 0 }
      typealias Thing = Shop.Item
      """)
    let text = "#Predicate<\(name)> { $0.price == 1 }"
    _ = try Predicate(text, of: "Item", in: schema)
    let error = #expect(throws: Diagnostic.self) { try Predicate(text, of: "Other", in: schema) }
    #expect(error?.message == "the closure is for 'Item', and the query for 'Other'")
  }

  /// A name that only the app knows is noted.
  @Test func namesOfTheApp() throws {
    let schema = try Clinic.schema()
    let patient = try schema.declared("Patient")
    let syntax = try PredicateSyntax.parse(SourceText("#Predicate<ActiveCase> { $0.age == 1 }"))
    _ = try PredicateChecker(patient, in: schema, now: testNow).check(syntax)
    #expect(
      syntax.note(asking: patient, in: schema)?.message
        == "the model has no type 'ActiveCase': 'Patient' is used instead")
    let known = try PredicateSyntax.parse(SourceText("#Predicate<Patient> { $0.age == 1 }"))
    #expect(known.note(asking: patient, in: schema) == nil)
  }

  // MARK: Limits

  private func message(_ text: String) -> String {
    do {
      _ = try predicate(text)
      return ""
    } catch {
      return (error as? Diagnostic)?.message ?? "\(error)"
    }
  }

  @Test func tenThousandChoices() {
    let opened = String(repeating: "if $0.age > 1 { ", count: 10_000)
    #expect(message("{ \(opened)").contains("nested more than 100 deep"))
    let others = String(repeating: "if $0.age > 1 { true } else ", count: 10_000)
    #expect(message("{ \(others){ false } }").contains("nested more than 100 deep"))
  }

  @Test func tenThousandNames() {
    let names = (0..<10_000).map { "let a\($0) = $0.age;" }.joined(separator: " ")
    #expect(message("{ \(names) a1 > 1 }").contains("nested more than 100 deep"))
  }

  /// Each name stands for twice the one before.
  @Test func namesThatGrow() {
    let names = (1...40).map { "let a\($0) = a\($0 - 1) + a\($0 - 1);" }.joined(separator: " ")
    #expect(
      message("{ let a0 = $0.age; \(names) a40 > 1 }")
        == "the declared names expand to too much code")
  }

  /// A condition of a choice appears twice in tests that an index can serve; within one another that
  /// would be twice as long each.
  @Test func choicesOfChoices() throws {
    let text = (0..<9).reduce("age = 1") { text, number in
      "(\(text)) ? age = 12 : age = \(number < 8 ? number : 30)"
    }
    let predicate = try predicate(text)
    #expect(predicate.testCount < 100)
    #expect(
      try Clinic.database().keys(of: Clinic.schema().declared("Patient"), where: predicate) == [1])
  }
}
