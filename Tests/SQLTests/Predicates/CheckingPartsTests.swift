import FlagModel
import Testing

@testable import Predicates
@testable import SQLText

/// The parts of the checker, each alone with an environment: none needs the walk over the syntax.
@Suite struct CheckingPartsTests {
  private let environment: Environment

  init() throws {
    let schema = try Clinic.schema()
    environment = Environment(try schema.declared("Patient"), in: schema, now: testNow)
  }

  /// An attribute of the patient that is asked, as a predicate finds it.
  private func operand(_ name: Name) throws -> Operand {
    guard case .operand(let operand)? = property(name) else { throw Missing(name: name) }
    return operand
  }

  private func property(_ name: Name) -> Checked? {
    let path = RecordPath(start: environment.root, entity: environment.entity)
    return environment.property(name, of: path, PredicateSyntax(.name(name), at: place))
  }

  private var place: SourcePlace { SourcePlace(SourceText("x"), 0..<1) }

  private func literal(_ text: String) throws -> PredicateSyntax {
    try PredicateSyntax.parse(SourceText(text))
  }

  private struct Missing: Error { let name: Name }

  // MARK: Names in scope

  @Test func propertiesOfARecord() throws {
    func found(_ name: Name) -> String {
      switch property(name) {
      case .operand(let operand)?: operand.declaredType
      case .record(let path)?: "\(path.entity.name)"
      case .records(_, let entity)?: "[\(entity.name)]"
      case .group(_, let prefix, _)?: "\(prefix).…"
      default: "nothing"
      }
    }
    let names: [Name] = ["id", "age", "name.first", "ward", "readings", "name", "nam", "Age"]
    #expect(
      names.map(found) == [
        "key", "Int", "String", "Ward", "[Reading]", "name.…", "nothing", "nothing",
      ])
  }

  @Test func eachLinkLeadsToARecordOfItsOwn() throws {
    var numbers: [Int] = []
    for _ in 0..<2 {
      guard case .records(let records, _)? = property("readings") else { continue }
      numbers += records.links.map(\.to.number)
    }
    #expect(numbers == [1, 2])
  }

  // MARK: Literals

  @Test(arguments: [
    ("age", "30", Value.integer(30)), ("age", "1.5", .real(1.5)), ("weight", "30", .integer(30)),
    ("fee", "10.5", .integer(1050)), ("isWell", "true", .integer(1)),
    ("name.first", "'Ann'", .text("Ann")), ("seen", "2026-11-20", .text("2026-11-20 00:00:00")),
    ("seen", "now - 1h", .text("2026-11-20 11:00:00")), ("level", ".high", .integer(9)),
    ("level", "mid", .integer(5)), ("id", "7", .integer(7)), ("tags", "['a']", .text(#"["a"]"#)),
  ])
  func whatIsStoredForALiteral(_ name: String, _ text: String, _ value: Value) throws {
    let stored = try environment.literals.value(literal(text), for: operand(Name(name)))
    #expect(stored == value)
  }

  @Test(arguments: [
    ("age", "'x'", "'age' (Int) cannot be compared with a text"),
    ("level", ".hihg", "'hihg' is not a case of level"),
    ("id", "'x'", "'id' is a key: expected a whole number, found a text"),
    ("tags", "[nil]", "'tags' cannot contain nil"),
    ("seen", "2026-13-01", "seen: expected a month from 1 to 12, found 13 in '2026-13-01'"),
  ])
  func whatNothingStores(_ name: String, _ text: String, _ message: String) throws {
    let error = #expect(throws: Diagnostic.self) {
      try environment.literals.value(literal(text), for: operand(Name(name)))
    }
    #expect(error?.message == message)
  }

  // MARK: Arithmetic

  /// The type of what is calculated, and whether there may be nothing.
  @Test(arguments: [
    ("age", Operator.add, "age", "Int"), ("age", .divide, "weight", "Double"),
    ("fee", .add, "rate", "Decimal"), ("fee", .multiply, "age", "Decimal"),
    ("fee", .multiply, "rate", "Double"), ("seen", .subtract, "seen", "duration"),
    ("name.first", .add, "name.last", "String"), ("marks", .bitAnd, "wanted", "Mark"),
    ("age", .power, "age", "Double"), ("age", .bitOr, "age", "Int"),
  ])
  func whatIsCalculated(
    _ left: String, _ sign: Operator, _ right: String, _ type: String
  ) throws {
    let sides = try [left, right].map {
      Side(.operand(try operand(Name($0))), PredicateSyntax(.name(Name($0)), at: place))
    }
    let found = try environment.arithmetic.calculate(sign, sides[0], sides[1], sides[0].syntax)
    guard case .operand(let operand) = found else { throw Missing(name: Name(left)) }
    #expect(operand.declaredType == type)
  }

  @Test(arguments: [
    ("fee", Operator.bitAnd, "fee"), ("seen", .add, "seen"), ("age", .add, "name.first"),
    ("marks", .multiply, "marks"), ("isWell", .multiply, "age"),
  ])
  func whatCannotBeCalculated(_ left: String, _ sign: Operator, _ right: String) throws {
    let sides = try [left, right].map {
      Side(.operand(try operand(Name($0))), PredicateSyntax(.name(Name($0)), at: place))
    }
    let error = #expect(throws: Diagnostic.self) {
      try environment.arithmetic.calculate(sign, sides[0], sides[1], sides[0].syntax)
    }
    #expect(error?.message.contains("'\(sign.rawValue)' cannot be applied to") == true)
  }

  // MARK: Comparisons

  @Test(arguments: [
    ("age", "weight", true), ("fee", "rate", true), ("fee", "weight", true), ("age", "seen", false),
    ("name.first", "name.last", true), ("name.first", "age", false), ("marks", "wanted", true),
    ("level", "age", false), ("seen", "seen", true),
  ])
  func whatCanBeCompared(_ left: String, _ right: String, _ isAlike: Bool) throws {
    let terms = try environment.comparisons.alike(operand(Name(left)), operand(Name(right)))
    #expect((terms != nil) == isAlike)
    let mirrored = try environment.comparisons.alike(operand(Name(right)), operand(Name(left)))
    #expect(mirrored?.0 == terms?.1 && mirrored?.1 == terms?.0)
  }

  @Test(arguments: [
    ("marks", "flags have no order"), ("tags", "'tags' ([String]) has no order"),
    ("isWell", "'isWell' (Bool) has no order"),
  ])
  func whatHasNoOrder(_ name: String, _ message: String) throws {
    let error = #expect(throws: Diagnostic.self) {
      try environment.comparisons.requireOrder(operand(Name(name)))
    }
    #expect(error?.message == message)
  }

  // MARK: Flags and collections

  @Test(
    arguments: [
      (".a", 1), ("[.a, .c]", 5), ("both", 3), ("a | b", 3), ("0x40", 64), ("[]", 0),
      ("Mark.both", 3),
    ] as [(String, UInt64)])
  func masks(_ text: String, _ mask: UInt64) throws {
    let flags = environment.flags
    let set = try flags.set(of: operand("marks"), naming: [], at: place)
    #expect(try flags.mask(flags.expression(literal(text)), of: "marks", set) == mask)
  }

  @Test(arguments: [
    (Aggregate.sum, "Int", true), (.average, "Double", true), (.max, "Int", true),
    (.count, "Int", true), (.first, "Int", true),
  ])
  func aggregates(_ aggregate: Aggregate, _ type: String, _ isOptional: Bool) throws {
    guard case .values(let values) = try elements(of: "doses") else { return }
    let whole = try literal("doses")
    let operand = try environment.collections.checked(aggregate, of: values, whole)
    #expect(operand.declaredType == type && operand.term.isOptional == isOptional)
  }

  @Test func sumsAreOfNumbers() throws {
    guard case .values(let values) = try elements(of: "tags") else { return }
    let error = #expect(throws: Diagnostic.self) {
      try environment.collections.checked(.sum, of: values, literal("tags"))
    }
    #expect(error?.message == "'tags' (String) has no sum")
  }

  private func elements(of name: Name) throws -> Checked {
    let elements = try environment.collections.several(
      .operand(operand(name)), PredicateSyntax(.name(name), at: place))
    try #require(elements.isSeveral)
    return elements
  }
}
