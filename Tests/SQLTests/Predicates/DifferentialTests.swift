import FlagModel
import Foundation
import TestSupport
import Testing

@testable import PostgreSQLText
@testable import Predicates
@testable import Queries
@testable import SQLText

/// Predicates made at random are answered twice: by SQLite, and by an evaluation in Swift of
/// decoded records that knows nothing of SQL.
@Suite struct DifferentialTests {
  typealias Patient = Hospital.Patient
  typealias Reading = Hospital.Reading

  /// A predicate as text, and what it means.
  struct Question {
    let text: String
    let isTrue: (Hospital, Patient) -> Bool
  }

  /// A whole number as text, and what it is; nil for none, and beyond 64 bits.
  struct Number {
    let text: String
    let value: (Hospital, Patient) -> Int64?
  }

  /// A value as text, and what it is.
  struct Subject<Value>: Sendable {
    let text: String
    let value: @Sendable (Hospital, Patient) -> Value

    init(_ text: String, _ value: @escaping @Sendable (Hospital, Patient) -> Value) {
      self.text = text
      self.value = value
    }
  }

  /// Makes questions.
  struct Asker {
    var dice: Dice

    private static let reals: [Subject<Double?>] = [
      .init("weight") { $1.weight },
      .init("readings.value.max") { $0.readings(of: $1).map(\.value).max() },
      .init("readings.map(\\.value).min()") { $0.readings(of: $1).map(\.value).min() },
      .init("buddy.weight * 2") { $0.buddy(of: $1)?.weight.map { $0 * 2 } },
      .init("weight + 0.5") { $1.weight.map { $0 + 0.5 } },
    ]

    private static let masks: [Subject<UInt64?>] = [
      .init("marks") { $1.marks }, .init("wanted") { $1.wanted },
      .init("buddy.marks") { $0.buddy(of: $1)?.marks },
      .init("buddy.wanted") { $0.buddy(of: $1)?.wanted },
    ]

    private static let texts: [Subject<String?>] = [
      .init("name.first") { $1.first }, .init("name.last") { $1.last },
      .init("buddy.name.last") { $0.buddy(of: $1)?.last },
    ]

    private static let gaps: [Subject<Bool>] = [
      .init("ward") { $1.ward == nil }, .init("weight") { $1.weight == nil },
      .init("buddy.ward.title") { hospital, patient in
        hospital.buddy(of: patient).flatMap(hospital.ward(of:)) == nil
      },
      .init("name.last") { $1.last == nil }, .init("isWell") { $1.isWell == nil },
    ]

    // MARK: Numbers

    mutating func number(_ depth: Int) -> Number {
      guard depth > 0, !dice.isLucky(3) else { return plainNumber() }
      let (a, b) = (number(depth - 1), number(depth - 1))
      let sign = dice.one(of: ["+", "-", "*", "/", "%", "&", "|", "^", "??"])
      return Number(text: "(\(a.text) \(sign) \(b.text))") { hospital, patient in
        let (x, y) = (a.value(hospital, patient), b.value(hospital, patient))
        if sign == "??" { return x ?? y }
        guard let x, let y else { return nil }
        return Self.calculate(x, sign, y)
      }
    }

    private static func calculate(_ x: Int64, _ sign: String, _ y: Int64) -> Int64? {
      func checked(_ result: (partialValue: Int64, overflow: Bool)) -> Int64? {
        result.overflow ? nil : result.partialValue
      }
      switch sign {
      case "+": return checked(x.addingReportingOverflow(y))
      case "-": return checked(x.subtractingReportingOverflow(y))
      case "*": return checked(x.multipliedReportingOverflow(by: y))
      case "/": return checked(x.dividedReportingOverflow(by: y))
      case "%": return y == -1 ? 0 : checked(x.remainderReportingOverflow(dividingBy: y))
      case "&": return x & y
      case "|": return x | y
      default: return x ^ y
      }
    }

    private mutating func plainNumber() -> Number {
      switch dice.next() % 9 {
      case 0: return Number(text: "ward.beds") { $0.ward(of: $1)?.beds }
      case 1: return Number(text: "buddy.age") { $0.buddy(of: $1)?.age }
      case 2:
        let text = dice.one(of: ["readings.count", "readings.@count", "count(readings)"])
        return Number(text: text) { Int64($0.readings(of: $1).count) }
      case 3:
        return Number(
          text: dice.one(of: ["readings.map { $0.count }.max()", "readings.@max.count"])
        ) {
          $0.readings(of: $1).map(\.count).max()
        }
      case 4:
        let text = dice.one(of: ["readings.@sum.count", "readings.map { $0.count }.sum()"])
        return Number(text: text) { $0.readings(of: $1).map(\.count).reduce(0, +) }
      case 5:
        let limit = Hospital.number(&dice)
        let text = dice.one(of: [
          "readings.filter { $0.count > \(limit) }.count", "readings[count > \(limit)].count",
          "SUBQUERY(readings, $r, $r.count > \(limit)).@count",
        ])
        return Number(text: text) { hospital, patient in
          Int64(hospital.readings(of: patient).count { $0.count > limit })
        }
      case 6:
        let number = Hospital.number(&dice)
        // Constants are worked out before, and their faults are errors: let them be none.
        return Number(text: "(age * 0 + \(number))") { _, patient in
          patient.age.multipliedReportingOverflow(by: 0).partialValue + number
        }
      default: return Number(text: "age") { $1.age }
      }
    }

    // MARK: Questions

    mutating func question(_ depth: Int) -> Question {
      if depth > 0, !dice.isLucky(3) { return connected(depth - 1) }
      switch dice.next() % 12 {
      case 0, 1: return numbers()
      case 2: return flags()
      case 3, 4: return text()
      case 5: return real()
      case 6, 7: return many()
      case 8: return followers()
      case 9: return membership()
      case 10: return decimals()
      default: return missing()
      }
    }

    private mutating func connected(_ depth: Int) -> Question {
      let (a, b) = (question(depth), question(depth))
      switch dice.next() % 4 {
      case 0:
        return Question(text: "\(dice.one(of: ["not", "!"])) (\(a.text))") { !a.isTrue($0, $1) }
      case 1:
        return Question(text: "(\(a.text)) \(dice.one(of: ["and", "&&"])) (\(b.text))") {
          a.isTrue($0, $1) && b.isTrue($0, $1)
        }
      case 2:
        return Question(text: "(\(a.text)) \(dice.one(of: ["or", "||"])) (\(b.text))") {
          a.isTrue($0, $1) || b.isTrue($0, $1)
        }
      default:
        let c = question(0)
        return Question(text: "((\(a.text)) ? (\(b.text)) : (\(c.text)))") {
          a.isTrue($0, $1) ? b.isTrue($0, $1) : c.isTrue($0, $1)
        }
      }
    }

    static func compare<T: Comparable>(_ a: T?, _ comparison: Comparison, _ b: T?) -> Bool {
      switch comparison {
      case .equal: return a == b
      case .unequal: return a != b
      default: break
      }
      guard let a, let b else { return false }
      switch comparison {
      case .less: return a < b
      case .lessOrEqual: return a <= b
      case .greater: return a > b
      default: return a >= b
      }
    }

    private mutating func numbers() -> Question {
      let (a, b) = (number(2), number(1))
      let comparison = dice.one(of: Comparison.allCases)
      return Question(text: "\(a.text) \(comparison.rawValue) \(b.text)") {
        Self.compare(a.value($0, $1), comparison, b.value($0, $1))
      }
    }

    private mutating func real() -> Question {
      let limit = Double(Hospital.number(&dice)) / 2
      let comparison = dice.one(of: Comparison.allCases)
      let subject = dice.one(of: Self.reals)
      let (text, value) = (subject.text, subject.value)
      return Question(text: "\(text) \(comparison.rawValue) \(limit)") {
        Self.compare(value($0, $1), comparison, limit)
      }
    }

    private mutating func decimals() -> Question {
      let comparison = dice.one(of: Comparison.allCases)
      let units = Hospital.number(&dice) * 50
      let literal = FixedPoint.text(of: units, places: 2)
      switch dice.next() % 3 {
      case 0:
        return Question(text: "fee \(comparison.rawValue) \(literal)") {
          Self.compare($1.fee, comparison, units)
        }
      case 1:
        return Question(text: "fee \(comparison.rawValue) rate") {
          Self.compare($1.fee * 10, comparison, $1.rate)
        }
      default:
        return Question(text: "fee + rate \(comparison.rawValue) \(literal)") { _, patient in
          Self.compare(patient.rate.map { $0 + patient.fee * 10 }, comparison, units * 10)
        }
      }
    }

    private static let flags: [(String, UInt64)] = [
      ("a", 1), ("b", 2), ("c", 4), ("top", 1 << 63), ("both", 3), ("0x8", 8),
    ]

    private mutating func flags() -> Question {
      let chosen = (0...dice.next() % 2).map { _ in dice.one(of: Self.flags) }
      let mask = chosen.reduce(UInt64(0)) { $0 | $1.1 }
      let words = chosen.map(\.0).joined(separator: ", ")
      let dotted = chosen.map { $0.0 == "0x8" ? "0x8" : ".\($0.0)" }.joined(separator: ", ")
      let subject = dice.one(of: Self.masks)
      let (name, value) = (subject.text, subject.value)
      func asked(_ texts: [String], _ test: @escaping (UInt64) -> Bool, ofNone: Bool = false)
        -> Question
      {
        Question(text: dice.one(of: texts)) { value($0, $1).map(test) ?? ofNone }
      }
      let bits = Int64(bitPattern: mask)
      switch dice.next() % 6 {
      case 0:
        return asked(
          [
            "\(name) has all (\(words))", "\(name).isSuperset(of: [\(dotted)])",
            "(\(name) & \(bits)) = \(bits)",
          ], { $0 & mask == mask })
      case 1: return asked(["\(name) has any (\(words))"], { $0 & mask != 0 })
      case 2:
        if dice.isLucky(2) {
          return asked(["\(name).isDisjoint(with: [\(dotted)])"], { $0 & mask == 0 })
        }
        return asked(["\(name) lacks (\(words))"], { $0 & mask == 0 }, ofNone: true)
      case 3:
        return asked(["\(name) is exactly (\(words))", "\(name) == [\(dotted)]"], { $0 == mask })
      case 4:
        return asked(["\(name) has not all (\(words))"], { $0 & mask != mask }, ofNone: true)
      default:
        let count = Int(dice.next() % 4)
        return asked(
          ["\(name).count = \(count)"],
          { ($0 & (7 | 1 << 63)).nonzeroBitCount == count })
      }
    }

    private mutating func text() -> Question {
      let subject = dice.one(of: Self.texts)
      let (name, value) = (subject.text, subject.value)
      let other = dice.one(of: Hospital.names)
      let options = dice.one(of: ["", "", "[c]", "[d]", "[cd]"])
      func fold(_ text: String) -> String {
        var folding: String.CompareOptions = []
        if options.contains("c") { folding.insert(.caseInsensitive) }
        if options.contains("d") { folding.insert(.diacriticInsensitive) }
        return folding.isEmpty ? text : text.folding(options: folding, locale: nil)
      }
      func asked(_ verb: String, _ test: @escaping (String, String) -> Bool) -> Question {
        Question(text: "\(name) \(verb)\(options) '\(other)'") { hospital, patient in
          value(hospital, patient).map { test(fold($0), fold(other)) } ?? false
        }
      }
      switch dice.next() % 5 {
      case 0: return asked("contains", { $1.isEmpty || $0.contains($1) })
      case 1: return asked("beginswith", { $0.hasPrefix($1) })
      case 2: return asked("endswith", { $0.hasSuffix($1) })
      case 3: return asked("like", { Self.isLike(Array($0), Array($1)) })
      default:
        let comparison = dice.one(of: [Comparison.equal, .unequal])
        return Question(text: "\(name) \(comparison.rawValue)\(options) '\(other)'") {
          Self.compare(value($0, $1).map(fold), comparison, fold(other))
        }
      }
    }

    private static func isLike(_ text: [Character], _ pattern: [Character]) -> Bool {
      guard let first = pattern.first else { return text.isEmpty }
      let rest = Array(pattern.dropFirst())
      if first == "*" {
        return (0...text.count).contains { isLike(Array(text.dropFirst($0)), rest) }
      }
      guard let letter = text.first, first == "?" || first == letter else { return false }
      return isLike(Array(text.dropFirst()), rest)
    }

    private mutating func many() -> Question {
      let limit = Double(Hospital.number(&dice)) / 2
      let comparison = dice.one(of: Comparison.allCases)
      let test = "value \(comparison.rawValue) \(limit)"
      let holds: (Reading) -> Bool = { Self.compare($0.value, comparison, limit) }
      switch dice.next() % 5 {
      case 0:
        let text = dice.one(of: [
          "ANY readings.\(test)", "SOME readings.\(test)", "readings.contains { $0.\(test) }",
          "SUBQUERY(readings, $x, $x.\(test)).@count != 0", "!readings[\(test)].isEmpty",
        ])
        return Question(text: text) { $0.readings(of: $1).contains(where: holds) }
      case 1:
        let text = dice.one(of: ["ALL readings.\(test)", "readings.allSatisfy { $0.\(test) }"])
        return Question(text: text) { $0.readings(of: $1).allSatisfy(holds) }
      case 2:
        return Question(text: "NONE readings.\(test)") {
          !$0.readings(of: $1).contains(where: holds)
        }
      case 3:
        return Question(text: "readings.contains { $0.\(test) && $0.count < age }") {
          hospital, patient in
          hospital.readings(of: patient).contains { holds($0) && $0.count < patient.age }
        }
      default:
        let tag = dice.one(of: Hospital.names)
        let text = dice.one(of: [
          "tags contains '\(tag)'", "'\(tag)' in tags", "ANY tags = '\(tag)'",
        ])
        return Question(text: text) { $1.tags.contains(tag) }
      }
    }

    private mutating func followers() -> Question {
      let inner = question(0)
      switch dice.next() % 3 {
      case 0:
        return Question(text: "!followers[\(inner.text)].isEmpty") { hospital, patient in
          hospital.followers(of: patient).contains { inner.isTrue(hospital, $0) }
        }
      case 1:
        let comparison = dice.one(of: Comparison.allCases)
        return Question(text: "ANY followers.ward.beds \(comparison.rawValue) age") {
          hospital, patient in
          // Who lies in no ward has no beds to ask for.
          hospital.followers(of: patient).compactMap { hospital.ward(of: $0)?.beds }
            .contains { Self.compare($0, comparison, patient.age) }
        }
      default:
        return Question(
          text: "followers.filter { f in f.readings.contains { $0.count = f.age } }.count > 0"
        ) { hospital, patient in
          hospital.followers(of: patient).contains { follower in
            hospital.readings(of: follower).contains { $0.count == follower.age }
          }
        }
      }
    }

    private mutating func membership() -> Question {
      let numbers = (0..<dice.next() % 4).map { _ in Hospital.number(&dice) }
      let list = numbers.map(String.init).joined(separator: ", ")
      let subject = plainNumber()
      if dice.isLucky(2) {
        let isNegated = dice.isLucky(2)
        return Question(text: "\(subject.text) \(isNegated ? "not " : "")in {\(list)}") {
          (subject.value($0, $1).map(numbers.contains) ?? false) != isNegated
        }
      }
      let (lower, upper) = (Hospital.number(&dice), Hospital.number(&dice))
      let dots = dice.one(of: ["...", "..<"])
      return Question(text: "\(subject.text) in \(lower)\(dots)\(upper)") { hospital, patient in
        guard let value = subject.value(hospital, patient) else { return false }
        return value >= lower && (dots == "..." ? value <= upper : value < upper)
      }
    }

    private mutating func missing() -> Question {
      let subject = dice.one(of: Self.gaps)
      let (name, isMissing) = (subject.text, subject.value)
      switch dice.next() % 4 {
      case 0: return Question(text: "\(name) is nil", isTrue: isMissing)
      case 1: return Question(text: "\(name) != nil") { !isMissing($0, $1) }
      case 2:
        let title = "W\(dice.next() % 3)"
        let text = dice.one(of: ["ward = '\(title)'", "ward.title == '\(title)'"])
        return Question(text: text) { $0.ward(of: $1)?.title == title }
      default:
        return dice.isLucky(2)
          ? Question(text: "isWell") { $1.isWell == true }
          : Question(text: "(isWell ?? true) == buddy.isWell") { hospital, patient in
            (patient.isWell ?? true) == hospital.buddy(of: patient)?.isWell
          }
      }
    }
  }

  @Test func agreesWithSwift() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed of the generated questions: \(seed)")
    var asker = Asker(dice: Dice(seed: seed))
    let schema = try Clinic.schema()
    let entity = try schema.declared("Patient")
    for _ in 0..<20 {
      let hospital = Hospital(&asker.dice)
      let database = try hospital.database()
      for _ in 0..<250 {
        let question = asker.question(3)
        do {
          let predicate = try Predicate(question.text, of: "Patient", in: schema)
          let query = Query(entity, columns: [.key(of: entity)], predicate: predicate)
          let found = try database.run(query.sql).map { $0[0] }
          let expected = hospital.patients.filter { question.isTrue(hospital, $0) }
            .map { Value.integer($0.id) }
          try #require(found == expected, "seed \(seed): \(question.text)\n\(query.sql.shown)")
        } catch let error as Diagnostic {
          Issue.record("seed \(seed): \(question.text)\n\(error.rendered())")
          return
        }
      }
    }
  }

  /// The same on a server. Its whole numbers may leave the 64 bits and come back, which those of the
  /// evaluation do not, so that none comes near them.
  @Test func agreesOnAServer() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed of the questions to a server: \(seed)")
    var asker = Asker(dice: Dice(seed: seed))
    let schema = try Clinic.schema()
    let entity = try schema.declared("Patient")
    for _ in 0..<5 {
      let hospital = Hospital(&asker.dice, hasExtremes: false)
      let database = try ServerDatabase(schema, recordsOf: hospital.database())
      for _ in 0..<200 {
        let question = asker.question(3)
        let predicate = try Predicate(question.text, of: "Patient", in: schema)
        let query = Query(entity, columns: [.key(of: entity)], predicate: predicate)
        let found = try database.run(query.sql).map { $0[0] }
        let expected = hospital.patients.filter { question.isTrue(hospital, $0) }
          .map { Value.integer($0.id) }
        let sql = query.sql.shown(in: PostgreSQLDialect())
        try #require(found == expected, "seed \(seed): \(question.text)\n\(sql)")
      }
    }
  }
}
