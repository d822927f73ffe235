import FlagModel
import TestSupport
import Testing

@testable import Predicates
@testable import Queries
@testable import SQLText

/// Calculations made at random with Ints, decimals and Doubles, and with functions that choose one of
/// their arguments. Their values, and the types of these, are compared with an evaluation in Swift.
@Suite struct MixedNumberTests {
  typealias Patient = Hospital.Patient

  /// The type that the manual gives to a calculation.
  enum Kind: Equatable, Sendable {
    case int
    case decimal(places: Int)
    case real

    /// The type of a value that is one of two.
    func joined(with other: Kind) -> Kind {
      switch (self, other) {
      case (.real, _), (_, .real): .real
      case (.int, .int): .int
      case (.decimal(let a), .decimal(let b)): .decimal(places: max(a, b))
      case (.decimal(let places), .int), (.int, .decimal(let places)): .decimal(places: places)
      }
    }

    /// A value of an engine as a number. A server gives a decimal as its text, and a calculated one in its smallest
    /// units, as a file does.
    func read(_ value: Value) throws -> Value {
      guard case .text(let text) = value else { return value }
      guard case .decimal(let places) = self, text.contains(".") else {
        return .integer(try #require(Int64(text)))
      }
      return .integer(try FixedPoint.units(from: text, places: places))
    }

    /// A value of the type as the engines give it.
    func stored(_ number: Double?) -> Value {
      guard let number else { return .null }
      switch self {
      case .int: return .integer(Int64(number))
      case .decimal(let places): return .integer(Int64(number * Double(powerOfTen(places))))
      case .real: return .real(number)
      }
    }
  }

  /// A calculation as text, its type, and its value. All numbers are multiples of 1/8, so that a Double has
  /// each of them exactly, until a division gives one.
  struct Amount: Sendable {
    let text: String
    let kind: Kind
    let value: @Sendable (Hospital, Patient) -> Double?
  }

  struct Asker {
    var dice: Dice

    private static let attributes: [Amount] = [
      Amount(text: "age", kind: .int) { Double($1.age) },
      Amount(text: "buddy.age", kind: .int) { $0.buddy(of: $1).map { Double($0.age) } },
      Amount(text: "readings.count", kind: .int) { Double($0.readings(of: $1).count) },
      Amount(text: "fee", kind: .decimal(places: 2)) { Double($1.fee) / 100 },
      Amount(text: "rate", kind: .decimal(places: 3)) { $1.rate.map { Double($0) / 1_000 } },
      Amount(text: "weight", kind: .real) { $1.weight },
      Amount(text: "buddy.weight", kind: .real) { $0.buddy(of: $1)?.weight },
      Amount(text: "readings.value.max", kind: .real) { $0.readings(of: $1).map(\.value).max() },
    ]

    /// A typed number is an Int, or with a point a decimal beside a decimal, and else a Double.
    private mutating func literal(beside kind: Kind) -> Amount {
      if dice.isLucky(2) {
        let number = Int64(dice.next() % 3) + 2
        return Amount(text: "\(number)", kind: .int) { _, _ in Double(number) }
      }
      let number = dice.one(of: [0.5, 1.5, 2.25])
      let places = number == 2.25 ? 2 : 1
      let ownKind = if case .decimal = kind { Kind.decimal(places: places) } else { Kind.real }
      return Amount(text: "\(number)", kind: ownKind) { _, _ in number }
    }

    mutating func amount(_ depth: Int) -> Amount {
      guard depth > 0, !dice.isLucky(4) else { return dice.one(of: Self.attributes) }
      let a = amount(depth - 1)
      let b = dice.isLucky(3) ? literal(beside: a.kind) : amount(depth - 1)
      switch dice.next() % 8 {
      case 0: return chosen(a, b)
      case 1: return otherwise(a, b)
      case 2, 3: return extreme(a, b)
      case 4: return single(a)
      default: return calculated(a, b)
      }
    }

    private func otherwise(_ a: Amount, _ b: Amount) -> Amount {
      Amount(text: "(\(a.text) ?? \(b.text))", kind: a.kind.joined(with: b.kind)) {
        a.value($0, $1) ?? b.value($0, $1)
      }
    }

    private mutating func chosen(_ a: Amount, _ b: Amount) -> Amount {
      let condition = dice.one(of: Self.attributes)
      let isPositive = { @Sendable (hospital: Hospital, patient: Patient) in
        (condition.value(hospital, patient) ?? 0) > 0
      }
      let text = dice.one(of: [
        "(\(condition.text) > 0 ? \(a.text) : \(b.text))",
        "TERNARY(\(condition.text) > 0, \(a.text), \(b.text))",
      ])
      return Amount(text: text, kind: a.kind.joined(with: b.kind)) {
        isPositive($0, $1) ? a.value($0, $1) : b.value($0, $1)
      }
    }

    private mutating func extreme(_ a: Amount, _ b: Amount) -> Amount {
      let isLeast = dice.isLucky(2)
      let name = isLeast ? "min" : "max"
      let text = dice.one(of: [
        "\(name)(\(a.text), \(b.text))", "\(name)({\(a.text), \(b.text)})",
      ])
      return Amount(text: text, kind: a.kind.joined(with: b.kind)) { hospital, patient in
        guard let x = a.value(hospital, patient), let y = b.value(hospital, patient) else {
          return nil
        }
        return isLeast ? min(x, y) : max(x, y)
      }
    }

    private mutating func single(_ a: Amount) -> Amount {
      switch dice.next() % 4 {
      case 0: return Amount(text: "(-\(a.text))", kind: a.kind) { a.value($0, $1).map { -$0 } }
      case 1: return Amount(text: "abs(\(a.text))", kind: a.kind) { a.value($0, $1).map(abs) }
      case 2:
        // An Int has no fraction.
        let kind: Kind = a.kind == .int ? .int : .real
        return Amount(text: "floor(\(a.text))", kind: kind) {
          a.value($0, $1)?.rounded(.down)
        }
      default: return Amount(text: "Double(\(a.text))", kind: .real, value: a.value)
      }
    }

    private mutating func calculated(_ a: Amount, _ b: Amount) -> Amount {
      let joined = a.kind.joined(with: b.kind)
      let signs = joined == .real ? ["+", "-", "*", "/"] : ["+", "-", "*", "/", "%"]
      let sign = dice.one(of: signs)
      var kind = joined
      if sign == "/", joined != .int { kind = .real }
      if sign == "*", case .decimal = a.kind, case .decimal = b.kind { kind = .real }
      let isSum = sign == "+" && dice.isLucky(2)
      let text = isSum ? "sum(\(a.text), \(b.text))" : "(\(a.text) \(sign) \(b.text))"
      let isWhole = joined == .int
      return Amount(text: text, kind: kind) { hospital, patient in
        guard let x = a.value(hospital, patient), let y = b.value(hospital, patient) else {
          return nil
        }
        switch sign {
        case "+": return x + y
        case "-": return x - y
        case "*": return x * y
        case "%": return y == 0 ? nil : x.truncatingRemainder(dividingBy: y)
        default:
          if y == 0 { return nil }
          return isWhole ? (x / y).rounded(.towardZero) : x / y
        }
      }
    }

    mutating func question() -> DifferentialTests.Question {
      let (a, b) = (amount(2), amount(1))
      let comparison = dice.one(of: Comparison.allCases)
      switch dice.next() % 3 {
      case 0:
        let c = amount(1)
        return .init(text: "\(a.text) between {\(b.text), \(c.text)}") { hospital, patient in
          guard let x = a.value(hospital, patient), let y = b.value(hospital, patient),
            let z = c.value(hospital, patient)
          else { return false }
          return x >= y && x <= z
        }
      case 1:
        let number = literal(beside: a.kind)
        return .init(text: "\(a.text) \(comparison.rawValue) \(number.text)") {
          DifferentialTests.Asker.compare(a.value($0, $1), comparison, number.value($0, $1))
        }
      default:
        return .init(text: "\(a.text) \(comparison.rawValue) \(b.text)") {
          DifferentialTests.Asker.compare(a.value($0, $1), comparison, b.value($0, $1))
        }
      }
    }
  }

  private let schema: Schema
  private let patient: Entity

  init() throws {
    schema = try Clinic.schema()
    patient = try schema.declared("Patient")
  }

  private func query(_ columns: String, groups: String? = nil) throws -> Query {
    let request = AnswerRequest(
      columns: [SourceText(columns)], groups: groups.map { [SourceText($0)] } ?? [])
    return try request.query(of: patient, in: schema, now: testNow)
  }

  /// Asks an engine for values of all records, for their groups, and for the records that match.
  private func check(
    _ seed: UInt64, _ asker: inout Asker, _ hospital: Hospital, _ run: (SQLText) throws -> [[Value]]
  ) throws {
    for _ in 0..<120 {
      let amount = asker.amount(3)
      let expected = hospital.patients.map { amount.kind.stored(amount.value(hospital, $0)) }
      let values = try run(query("id, \(amount.text) as asked").sql).map {
        try amount.kind.read($0[1])
      }
      try #require(values == expected, "seed \(seed): \(amount.text)")
      let groups = try run(query("\(amount.text), count()", groups: amount.text).sql)
      let counts = Dictionary(expected.map { ($0, 1) }, uniquingKeysWith: +)
      let found = Dictionary(
        uniqueKeysWithValues: try groups.map { (try amount.kind.read($0[0]), $0[1]) })
      try #require(
        found == counts.mapValues { .integer(Int64($0)) }, "seed \(seed): groups of \(amount.text)")
      let question = asker.question()
      let predicate = try Predicate(question.text, of: "Patient", in: schema)
      let matching = Query(patient, columns: [.key(of: patient)], predicate: predicate)
      let keys = hospital.patients.filter { question.isTrue(hospital, $0) }
        .map { Value.integer($0.id) }
      try #require(run(matching.sql).map { $0[0] } == keys, "seed \(seed): \(question.text)")
    }
  }

  @Test func agreeWithSwift() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed of the mixed numbers: \(seed)")
    var asker = Asker(dice: Dice(seed: seed))
    for _ in 0..<8 {
      let hospital = Hospital(&asker.dice, hasExtremes: false)
      let database = try hospital.database()
      try check(seed, &asker, hospital) { try database.run($0) }
    }
  }

  @Test func agreeOnAServer() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed of the mixed numbers on a server: \(seed)")
    var asker = Asker(dice: Dice(seed: seed))
    for _ in 0..<3 {
      let hospital = Hospital(&asker.dice, hasExtremes: false)
      let database = try ServerDatabase(schema, recordsOf: hospital.database())
      try check(seed, &asker, hospital) { try database.run($0) }
    }
  }
}
