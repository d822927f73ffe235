import FlagModel
import TestServer
import TestSupport
import Testing

@testable import Predicates
@testable import Queries
@testable import SQLText

/// Random calculations with masks of every width and sign, with literals, attributes and missing
/// values: SQLite and a server give the results that a calculation in Swift gives.
@Suite("Calculations with masks of every width") struct MaskCalculationTests {
  @Test(arguments: IntegerType.allCases)
  func values(_ type: IntegerType) throws {
    let world = try MaskWorld(type)
    var dice = Dice(seed: UInt64(type.rawValue.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) }))
    for _ in 0..<40 {
      let calculation = world.calculation(depth: 3, &dice)
      let columns = try world.entity.columns("(\(calculation.text)) as x", in: world.schema)
      let query = Query(world.entity, columns: columns)
      let expected = world.records.map { record -> [Value] in
        [calculation.value(of: record).map { .integer(world.set.stored($0)) } ?? .null]
      }
      #expect(try world.memory.run(query.sql) == expected, "\(calculation.text)")
      #expect(try world.server.run(query.sql) == expected, "\(calculation.text)")
    }
  }

  @Test(arguments: IntegerType.allCases)
  func tests(_ type: IntegerType) throws {
    let world = try MaskWorld(type)
    var dice = Dice(seed: UInt64(type.bitWidth) + (type.isSigned ? 1 : 0))
    for _ in 0..<120 {
      let question = world.question(&dice)
      for isNegated in [false, true] {
        let text = isNegated ? "not (\(question.text))" : question.text
        let predicate = try Predicate(text, of: "Record", in: world.schema)
        let expected = world.records.indices.filter {
          question.isTrue(of: world.records[$0]) != isNegated
        }.map { Int64($0 + 1) }
        #expect(try world.memory.keys(of: world.entity, where: predicate) == expected, "\(text)")
        #expect(try world.server.keys(of: world.entity, where: predicate) == expected, "\(text)")
        // The flags of a complement beside other bits have no spelling: `&` makes it all bits.
        let isRelation = ["isSubset", "isSuperset", "isDisjoint"].contains(where: text.contains)
        if isRelation && text.contains("~") { continue }
        let spelled = predicate.spelled(of: world.entity, in: world.schema)
        let again = try Predicate(spelled, of: "Record", in: world.schema)
        #expect(
          try world.memory.keys(of: world.entity, where: again) == expected, "\(text): \(spelled)")
      }
    }
  }

  /// The shapes that once gave a wrong answer, for each width.
  @Test(arguments: IntegerType.allCases)
  func knownShapes(_ type: IntegerType) throws {
    let world = try MaskWorld(type, records: [("p,s", nil), ("q", "s")])
    let questions: [(String, [Int64])] = [
      ("b.subtracting([.p]) == [.s]", [1]), ("(b - p) is exactly s", [1]),
      ("b.intersection([.p, .s]) == b", [1]), ("b.union([.p]) == [.p, .s]", [1]),
      ("(b & s).rawValue = \(world.set.stored(world.top))", [1]), ("s - o = []", [2]),
      ("(p|s) - b = []", [1]), ("b - (p,q) == [.s]", [1]),
      ("o is empty", []), ("o.subtracting(.q) is empty", []), ("o.subtracting(.s) == []", [2]),
      ("o.subtracting(.q) == []", []), ("o.subtracting(.q) != []", [1, 2]),
      ("o - q is empty", []), ("(o & q).isEmpty", [2]), ("o.intersection(.q) == []", [2]),
      ("o.isDisjoint(with: [.q])", [2]), ("o.isDisjoint(with: b)", [2]),
      ("!o.isDisjoint(with: [.q])", [1]), ("!o.isDisjoint(with: b)", [1]),
      ("b.isDisjoint(with: o)", [2]),
      ("o.isSubset(of: [.q, .s])", [2]), ("o.isSubset(of: b | s)", [2]),
      ("!o.isSubset(of: [.q, .s])", [1]), ("!o.isSubset(of: b | s)", [1]),
      ("o.isSuperset(of: [])", [2]), ("o.isSuperset(of: b & ~b)", [2]),
      // The number 0 asks for bits, of which a missing mask has none.
      ("(o & 5) == 0", [1, 2]), ("(o & 5) != 0", []), ("(o & s) > 0", world.isNegative ? nil : [2]),
      ("o lacks q", [1, 2]), ("o has any (q, s)", [2]),
    ].compactMap { text, keys in keys.map { (text, $0) } }
    for (text, keys) in questions {
      let predicate = try Predicate(text, of: "Record", in: world.schema)
      #expect(try world.memory.keys(of: world.entity, where: predicate) == keys, "\(text)")
      #expect(try world.server.keys(of: world.entity, where: predicate) == keys, "\(text)")
    }
  }
}

/// Records with a mask, an optional mask and another mask of one type, in memory and on a server.
private struct MaskWorld {
  struct Record {
    let b: UInt64
    let o: UInt64?
    let n: UInt64
  }

  let schema: Schema
  let entity: Entity
  let set: FlagSet
  let records: [Record]
  let memory: MemoryDatabase
  let server: ServerDatabase
  /// The highest bit of the type.
  let top: UInt64

  var isNegative: Bool { self.set.stored(top) < 0 }

  init(_ type: IntegerType, records given: [(b: String, o: String?)]? = nil) throws {
    top = 1 << UInt64(type.bitWidth - 1)
    let top = top
    let number =
      type.bitWidth == 64 ? "1 << 63" : type.isSigned ? "-\(top)" : "\(top)"
    schema = try model(
      """
      \(optionSet("Mark", of: type.rawValue, ["p": "1", "q": "4", "s": number]))
      @Model final class Record { var b: Mark = []; var o: Mark?; var n: Mark = [] }
      """)
    entity = try schema.declared("Record")
    guard case .flags(let set)? = entity.attribute(named: "b")?.type else {
      throw ValueError("no flags")
    }
    self.set = set
    if let given {
      records = try given.map { b, o in
        Record(b: try set.mask(from: b), o: try o.map { try set.mask(from: $0) }, n: 0)
      }
    } else {
      // The second lowest bit is undeclared.
      let masks: [UInt64] = [0, 1, 4, top, top | 1, top | 5, 2, top | 3]
      let others: [UInt64?] = [nil, 0, 4, top, 5, top | 2, nil, top | 1]
      records = masks.indices.flatMap { first in
        [0, 3, 6].map { step in
          Record(b: masks[first], o: others[(first + step) % 8], n: masks[(first + 2 * step) % 8])
        }
      }
    }
    memory = try MemoryDatabase(schema)
    for record in records {
      let masks = [record.b, record.o, record.n].map { mask -> SQLText in
        mask.map { "\(literal: set.stored($0))" } ?? "NULL"
      }
      try memory.run("INSERT INTO Record (b, o, n) VALUES (\(masks.joined(by: ", ")))" as SQLText)
    }
    server = try ServerDatabase(schema, recordsOf: memory)
  }
}

// MARK: Calculations

/// A calculation, and its result in Swift.
private struct MaskCalculation {
  /// All bits of the result. Those of a complement include undeclared ones, which count only beside
  /// a value.
  struct Bits {
    let mask: UInt64
    var isComplement = false
  }

  let text: String
  var isLiteral = false
  let bits: (MaskWorld.Record) -> Bits?
  let declared: UInt64

  var operand: String { isLiteral ? text : "(\(text))" }

  func value(of record: MaskWorld.Record) -> UInt64? {
    bits(record).map { $0.isComplement ? $0.mask & declared : $0.mask }
  }
}

extension MaskWorld {
  private var declared: UInt64 { top | 5 }

  /// Some flags as a list, with the mask.
  private func literal(_ dice: inout Dice) -> (text: String, mask: UInt64) {
    let flags: [(name: String, mask: UInt64)] = [("p", 1), ("q", 4), ("s", top)]
    var chosen = flags.filter { _ in dice.isLucky(2) }
    if dice.isLucky(6) { chosen.append((name: "0x2", mask: 2)) }
    let names = chosen.map { $0.name.hasPrefix("0x") ? $0.name : ".\($0.name)" }
    return ("[\(names.joined(separator: ", "))]", chosen.reduce(0) { $0 | $1.mask })
  }

  private func attribute(_ dice: inout Dice) -> MaskCalculation {
    func make(_ text: String, _ mask: @escaping (Record) -> UInt64?) -> MaskCalculation {
      MaskCalculation(text: text, bits: { mask($0).map { .init(mask: $0) } }, declared: declared)
    }
    switch dice.next() % 3 {
    case 0: return make("b") { $0.b }
    case 1: return make("o") { $0.o }
    default: return make("n") { $0.n }
    }
  }

  private func literalCalculation(_ dice: inout Dice, isBesideAnd: Bool) -> MaskCalculation {
    let (text, mask) = literal(&dice)
    guard isBesideAnd, dice.isLucky(3) else {
      return MaskCalculation(
        text: text, isLiteral: true, bits: { _ in .init(mask: mask) }, declared: declared)
    }
    let width = set.widthMask
    return MaskCalculation(
      text: "~\(text)", isLiteral: true,
      bits: { _ in .init(mask: ~mask & width, isComplement: true) },
      declared: declared)
  }

  func calculation(depth: Int, _ dice: inout Dice) -> MaskCalculation {
    if depth == 0 || dice.isLucky(5) { return attribute(&dice) }
    let left = calculation(depth: depth - 1, &dice)
    let operation = dice.one(of: ["|", "&", "-", "^", "~"])
    if operation == "~" {
      let width = set.widthMask
      return MaskCalculation(
        text: "~(\(left.text))",
        bits: { left.value(of: $0).map { .init(mask: ~$0 & width, isComplement: true) } },
        declared: declared)
    }
    let right =
      dice.isLucky(2)
      ? literalCalculation(&dice, isBesideAnd: operation == "&")
      : calculation(depth: depth - 1, &dice)
    let methods = [
      "|": "union", "&": "intersection", "-": "subtracting", "^": "symmetricDifference",
    ]
    let text =
      dice.isLucky(2)
      ? "(\(left.text)) \(operation) \(right.operand)"
      : "(\(left.text)).\(methods[operation] ?? "")(\(right.text))"
    return MaskCalculation(
      text: text, bits: { joined(left, operation, right, $0) }, declared: declared)
  }

  private func joined(
    _ left: MaskCalculation, _ operation: String, _ right: MaskCalculation, _ record: Record
  ) -> MaskCalculation.Bits? {
    if operation == "&" {
      guard let a = left.bits(record), let b = right.bits(record) else { return nil }
      return .init(mask: a.mask & b.mask, isComplement: a.isComplement && b.isComplement)
    }
    guard let a = left.value(of: record), let b = right.value(of: record) else { return nil }
    switch operation {
    case "|": return .init(mask: a | b)
    case "-": return .init(mask: a & ~b)
    default: return .init(mask: a ^ b)
    }
  }

  // MARK: Questions

  struct Question {
    let text: String
    let isTrue: (Record) -> Bool

    func isTrue(of record: Record) -> Bool { isTrue(record) }
  }

  func question(_ dice: inout Dice) -> Question {
    let left = calculation(depth: Int(dice.next() % 3), &dice)
    let right: MaskCalculation
    if dice.isLucky(2) {
      let (text, mask) = literal(&dice)
      right = MaskCalculation(
        text: text, isLiteral: true, bits: { _ in .init(mask: mask) }, declared: declared)
    } else {
      right = calculation(depth: Int(dice.next() % 2), &dice)
    }
    let subject = "(\(left.text))"
    func both(_ text: String, _ test: @escaping (UInt64, UInt64) -> Bool) -> Question {
      Question(text: text) { record in
        guard let a = left.value(of: record), let b = right.value(of: record) else { return false }
        return test(a, b)
      }
    }
    switch dice.next() % 6 {
    case 0:
      return Question(text: "\(subject) == \(right.operand)") {
        left.value(of: $0) == right.value(of: $0)
      }
    case 1:
      return Question(text: "\(subject) != \(right.operand)") {
        left.value(of: $0) != right.value(of: $0)
      }
    case 2: return Question(text: "\(subject) is empty") { left.value(of: $0) == 0 }
    case 3: return both("\(subject).isDisjoint(with: \(right.text))") { $0 & $1 == 0 }
    case 4: return both("\(subject).isSubset(of: \(right.text))") { $0 & ~$1 == 0 }
    default: return both("\(subject).isSuperset(of: \(right.text))") { $1 & ~$0 == 0 }
    }
  }
}
