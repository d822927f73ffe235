import FlagModel
import TestSupport
import Testing

@testable import Predicates
@testable import Queries
@testable import SQLText

/// Predicates and records made at random, answered by SQLite and by an evaluation in Swift that
/// knows nothing of SQL: a test of nil is true or false as it is in Swift.
@Suite struct NullSemanticsTests {
  private typealias Record = [Name: Value]

  /// A predicate that can be written as text and answered for a record.
  private indirect enum Question {
    case flags(Name, FlagTest, [Flag])
    case compare(Name, Comparison, Value)
    case columns(Name, Comparison, Name)
    case among(Name, [Int64], isNegated: Bool)
    case range(Name, Int64, Int64, includesUpper: Bool)
    case isNil(Name, isNegated: Bool)
    case not(Question)
    case all([Question])
    case any([Question])

    var text: String {
      switch self {
      case .flags(let name, let test, let flags):
        let list = "(\(flags.map(\.name).joined(separator: ", ")))"
        return switch test {
        case .has: "\(name) has all \(list)"
        case .any: "\(name) has any \(list)"
        case .none: "\(name) lacks \(list)"
        case .exactly: "\(name) is exactly \(list)"
        case .notAll: "not \(name) has \(list)"
        }
      case .compare(let name, let comparison, let value):
        return "\(name) \(comparison.rawValue) \(AttributeType.double.rawText(of: value))"
      case .columns(let left, let comparison, let right):
        return "\(left) \(comparison.rawValue) \(right)"
      case .among(let name, let values, let isNegated):
        let list = values.map(String.init).joined(separator: ", ")
        return "\(name) \(isNegated ? "not " : "")in {\(list)}"
      case .range(let name, let lower, let upper, let includesUpper):
        return "\(name) in \(lower)\(includesUpper ? "..." : "..<")\(upper)"
      case .isNil(let name, let isNegated):
        return "\(name) is \(isNegated ? "not " : "")nil"
      case .not(let question): return "not (\(question.text))"
      case .all(let parts): return parts.map { "(\($0.text))" }.joined(separator: " and ")
      case .any(let parts): return parts.map { "(\($0.text))" }.joined(separator: " || ")
      }
    }

    func isTrue(of record: Record) -> Bool {
      switch self {
      case .flags(let name, let test, let flags):
        return Self.isTrue(test, flags, of: record[name] ?? .null)
      case .compare(let name, let comparison, let value):
        return Self.compare(record[name] ?? .null, comparison, value)
      case .columns(let left, let comparison, let right):
        return Self.compare(record[left] ?? .null, comparison, record[right] ?? .null)
      case .among(let name, let values, let isNegated):
        let isThere = values.contains { Self.compare(record[name] ?? .null, .equal, .integer($0)) }
        return isThere != isNegated
      case .range(let name, let lower, let upper, let includesUpper):
        let value = record[name] ?? .null
        return Self.compare(value, .greaterOrEqual, .integer(lower))
          && Self.compare(value, includesUpper ? .lessOrEqual : .less, .integer(upper))
      case .isNil(let name, let isNegated): return (record[name] == .null) != isNegated
      case .not(let question): return !question.isTrue(of: record)
      case .all(let parts): return parts.allSatisfy { $0.isTrue(of: record) }
      case .any(let parts): return parts.contains { $0.isTrue(of: record) }
      }
    }

    private static func isTrue(_ test: FlagTest, _ flags: [Flag], of value: Value) -> Bool {
      guard case .integer(let stored) = value else { return test == .none || test == .notAll }
      // The bits that are asked for, one by one, of the number as it is stored.
      let bits = UInt64(bitPattern: stored)
      let asked = flags.reduce(UInt64(0)) { $0 | $1.mask }
      let found = (0..<64).count { asked >> UInt64($0) & 1 == 1 && bits >> UInt64($0) & 1 == 1 }
      switch test {
      case .has: return found == asked.nonzeroBitCount
      case .any: return found > 0
      case .none: return found == 0
      case .notAll: return found < asked.nonzeroBitCount
      // An `Int8` has eight bits, however many the number has that is stored for it.
      case .exactly:
        return bits == asked || Int8(exactly: stored).map { UInt64(UInt8(bitPattern: $0)) } == asked
      }
    }

    /// As Swift compares optionals of numbers, exactly.
    private static func compare(_ left: Value, _ comparison: Comparison, _ right: Value) -> Bool {
      let order: Int
      switch (left, right) {
      case (.null, .null): return comparison == .equal
      case (.null, _), (_, .null): return comparison == .unequal
      case (.integer(let a), .integer(let b)): order = a < b ? -1 : a > b ? 1 : 0
      case (.integer(let a), .real(let b)): order = Double(a) < b ? -1 : Double(a) > b ? 1 : 0
      case (.real(let a), .integer(let b)): order = a < Double(b) ? -1 : a > Double(b) ? 1 : 0
      case (.real(let a), .real(let b)): order = a < b ? -1 : a > b ? 1 : 0
      default: return false
      }
      switch comparison {
      case .equal: return order == 0
      case .unequal: return order != 0
      case .less: return order < 0
      case .lessOrEqual: return order <= 0
      case .greater: return order > 0
      case .greaterOrEqual: return order >= 0
      }
    }
  }

  /// Questions and records at random.
  private struct Lottery {
    var dice: Dice
    /// The columns of flags and what their sets name.
    let flagColumns: [(name: Name, flags: [Flag])]

    init(seed: UInt64, _ entity: Entity) {
      dice = Dice(seed: seed)
      flagColumns = entity.attributes.compactMap { attribute in
        guard case .flags(let set) = attribute.type else { return nil }
        return (attribute.name, set.flags + set.combinations)
      }
    }

    mutating func next() -> UInt64 { dice.next() }

    mutating func one<T>(of choices: [T]) -> T { dice.one(of: choices) }

    mutating func isLucky(_ share: UInt64) -> Bool { dice.isLucky(share) }

    /// Small numbers, so that they are often equal.
    mutating func number() -> Int64 { Int64(next() % 7) - 3 }

    mutating func value() -> Value {
      isLucky(3) ? .real(Double(number()) + 0.5) : .integer(number())
    }

    mutating func question(depth: Int) -> Question {
      if depth > 0, !isLucky(4) {
        let parts = (0..<2 + Int(next() % 2)).map { _ in question(depth: depth - 1) }
        return one(of: [.not(parts[0]), .all(parts), .any(parts), .not(.any(parts))])
      }
      let column: Name = one(of: ["age", "weight", "height"])
      let comparison = one(of: Comparison.allCases)
      switch next() % 7 {
      case 0, 1:
        let (name, flags) = one(of: flagColumns)
        return .flags(
          name, one(of: FlagTest.allCases), (0...next() % 3).map { _ in one(of: flags) })
      case 2: return .compare(column, comparison, value())
      case 3: return .columns(column, comparison, one(of: ["age", "weight", "height"]))
      case 4: return .among(column, (0..<next() % 4).map { _ in number() }, isNegated: isLucky(2))
      case 5: return .range(column, number(), number(), includesUpper: isLucky(2))
      default: return .isNil(one(of: ["weight", "height", "hidden"]), isNegated: isLucky(2))
      }
    }

    mutating func record() -> Record {
      [
        "wide": .integer(mask()),
        "narrow": .integer(Int64(Int8(truncatingIfNeeded: next()))),
        "hidden": isLucky(3) ? .null : .integer(mask()),
        "age": .integer(number()),
        "weight": isLucky(3) ? .null : .real(Double(number()) / 2),
        "height": isLucky(3) ? .null : .real(Double(number()) / 2),
      ]
    }

    /// Often exactly some flags, sometimes undeclared bits as well.
    mutating func mask() -> Int64 {
      var mask: UInt64 = isLucky(4) ? next() : 0
      for flag in flagColumns[0].flags where isLucky(3) { mask |= flag.mask }
      return Int64(bitPattern: mask)
    }
  }

  @Test func agreesWithSwift() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed of the generated predicates: \(seed)")
    let schema = try Menagerie.schema()
    let animal = try schema.declared("Animal")
    var dice = Lottery(seed: seed, animal)
    let database = try MemoryDatabase(schema)
    var records: [Record] = []
    for key in 1...60 {
      let record = dice.record()
      records.append(record)
      let names = record.keys.sorted()
      let values = names.map { "\(record[$0] ?? .null)" as SQLText }.joined(by: ", ")
      let columns = names.map { "\(name: $0)" as SQLText }.joined(by: ", ")
      try database.run(
        """
        INSERT INTO Animal (id, name, \(columns)) \
        VALUES (\(.integer(Int64(key))), \(.text("\(key)")), \(values))
        """)
    }
    for _ in 0..<2_000 {
      let question = dice.question(depth: 4)
      let predicate = try Predicate(question.text, in: schema)
      let query = Query(animal, columns: [.key(of: animal)], predicate: predicate)
      let found = try database.run(query.sql).map { $0[0] }
      let expected = records.indices.filter { question.isTrue(of: records[$0]) }
        .map { Value.integer(Int64($0 + 1)) }
      let differing = Set(found).symmetricDifference(expected)
      try #require(differing.isEmpty, "seed \(seed): \(question.text)\n\(query.sql.shown)")
    }
  }
}
