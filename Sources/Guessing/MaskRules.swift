import FlagModel
import UserSQL

// Columns that contain masks, recognized by their SQL, their names or their values.

extension ColumnFacts {
  var declaredMask: Guess? {
    guard use.testsBits, values.count == 0 || values.areIntegers else { return nil }
    let tests = use.masks.sorted().prefix(3).map { "& \($0)" }
    return guess(
      Masks(values.counts ?? [:]), "the SQL in the file tests its bits, as in \(tests[0])",
      .likely)
  }

  var namedMask: Guess? {
    guard let word = words.mask, values.areIntegers, let counts = values.counts else { return nil }
    let masks = Masks(counts)
    guard masks.mayBeFlags else { return nil }
    return guess(masks, "its name contains '\(word)', and \(masks.words)", .likely)
  }

  var mask: Guess? {
    guard values.areIntegers, values.count >= 10, !words.isNumber, !words.isTime,
      let counts = values.counts
    else { return nil }
    let masks = Masks(counts)
    guard masks.areDistinctive(among: values.count) else { return nil }
    return guess(masks, masks.words, .perhaps)
  }

  private func guess(_ masks: Masks, _ reason: String, _ certainty: Proposal.Certainty) -> Guess {
    let field = masks.field
    let fieldBits = field.map { BitField.mask(of: $0) } ?? 0
    let tested = use.masks.filter { $0.nonzeroBitCount == 1 }.reduce(0, |)
    let bits = (masks.all | tested) & ~fieldBits
    let flags = Masks.bits(of: bits).map { Flag(name: Name("bit\($0)"), mask: 1 << UInt64($0)) }
    let fields = field.map { bits in
      BitField(
        name: "low", bits: bits, declaredType: "Int", type: .integer(.int),
        summary: "The bits below those of flags, which may be a number.")
    }
    let set = FlagSet(
      name: typeName, rawType: masks.rawType, flags: flags, fields: fields.map { [$0] } ?? [])
    return Guess(
      type: .flags(set), stored: .foreign(.flags(set)),
      reason: reason + (field.map(Self.words) ?? ""),
      certainty: certainty)
  }

  private static func words(of field: ClosedRange<Int>) -> String {
    "; bits \(field.lowerBound) to \(field.upperBound) lie apart, and may be a number"
  }
}

/// Numbers that may be masks, and the Swift type that can store them.
struct Masks {
  /// The bits of each number within the width of the type.
  let numbers: Set<UInt64>
  let rawType: IntegerType
  /// The union of all bits.
  let all: UInt64
  private let hasSign: Bool

  /// Numbers with bit 31 may be stored as negative or positive, even in one column. A lone -1
  /// counts as a missing value.
  init(_ counts: [Int64: Int]) {
    let numbers = counts.keys.filter { $0 != -1 }
    let least = numbers.min() ?? 0
    let greatest = numbers.max() ?? 0
    hasSign = least < 0
    rawType = Self.word(from: least, to: greatest) ?? .int
    let word = NumberWord(rawType)
    self.numbers = Set(numbers.map { UInt64(bitPattern: $0 & word.mask) })
    all = self.numbers.reduce(0, |)
  }

  /// The type with 32 bits if some numbers have the highest bit, signed or unsigned; nil if none
  /// has it, or if the numbers need more bits.
  static func word(from least: Int64, to greatest: Int64) -> IntegerType? {
    guard least >= -1 << 31, greatest < 1 << 32 else { return nil }
    if least < 0 { return .int32 }
    if greatest >= 1 << 31 { return .uint32 }
    return nil
  }

  static func bits(of mask: UInt64) -> [Int] { (0..<64).filter { mask & 1 << UInt64($0) != 0 } }

  // MARK: The rule for names

  /// True if the numbers fit to a name that suggests flags: one of them has several bits, or there
  /// are several numbers besides 0 and 1.
  var mayBeFlags: Bool {
    let values = numbers.subtracting([0])
    let isMore = values.count > 1 || values.contains { $0.nonzeroBitCount > 1 }
    return isMore && values != [1] && !isLongRun
  }

  /// True if nearly all numbers up to the largest occur, and they are more than a few: then they
  /// are keys. All combinations of some bits do not count as such a run.
  var isLongRun: Bool {
    guard numbers.count > 16, let least = numbers.min(), let greatest = numbers.max() else {
      return false
    }
    let isFull = greatest & (greatest &+ 1) == 0
    return !isFull && Double(numbers.count) > 0.9 * Double(greatest - least + 1)
  }

  // MARK: The rule for values

  /// True if enough records have numbers that only flags produce.
  func areDistinctive(among records: Int) -> Bool {
    let isFew = numbers.count >= 6 && numbers.count <= records / 2
    guard isFew, !hasSign, all < 1 << 40 else { return false }
    let shifted = self.shifted
    if Self.isRun(shifted) || Self.areRound(shifted) { return false }
    let values = shifted.subtracting([0])
    return values.allSatisfy { $0.nonzeroBitCount == 1 } || Self.areClosed(values)
  }

  /// The numbers without the trailing zero bits that all of them have.
  var shifted: Set<UInt64> {
    if all == 0 { return numbers }
    return Set(numbers.map { $0 >> UInt64(all.trailingZeroBitCount) })
  }

  /// True if at least a fifth of the numbers between the smallest and the largest occurs.
  static func isRun(_ numbers: Set<UInt64>) -> Bool {
    guard let least = numbers.min(), let greatest = numbers.max() else { return true }
    return Double(numbers.count) >= 0.2 * (Double(greatest - least) + 1)
  }

  /// True if all have a common divisor that is not a power of two, such as prices and minutes.
  static func areRound(_ numbers: Set<UInt64>) -> Bool {
    var divisor: UInt64 = 0
    for number in numbers {
      var other = number
      while other != 0 {
        let rest = divisor % other
        divisor = other
        other = rest
      }
    }
    return divisor != 0 && divisor >> UInt64(divisor.trailingZeroBitCount) > 1
  }

  /// True if most numbers become another of the numbers, or 0, when one bit is cleared. The larger
  /// half must do so far more often than random numbers, because small numbers always lie close
  /// together.
  static func areClosed(_ numbers: Set<UInt64>) -> Bool {
    let sorted = numbers.sorted()
    let half = Array(sorted[(sorted.count / 2)...])
    let needed = numbers.count > 64 ? 0.9 : 0.65
    let share = share(of: half, nextTo: numbers)
    return self.share(of: sorted, nextTo: numbers) >= needed && share >= needed
      && share - chance(of: half, among: sorted) >= 0.4
  }

  private static func share(of part: [UInt64], nextTo numbers: Set<UInt64>) -> Double {
    let next = part.count { number in
      bits(of: number).contains { bit in
        let less = number & ~(1 << UInt64(bit))
        return less == 0 || numbers.contains(less)
      }
    }
    return Double(next) / Double(part.count)
  }

  /// The expected share for random numbers between half of each number and the number itself.
  /// Counts lie close together and have a few outliers.
  private static func chance(of part: [UInt64], among sorted: [UInt64]) -> Double {
    let sum = part.reduce(0.0) { sum, number in
      let below = sorted.count { $0 < number && $0 >= number / 2 }
      let density = min(1, Double(below) / max(1, Double(number - number / 2)))
      return sum + 1 - (0..<number.nonzeroBitCount).reduce(1.0) { rest, _ in rest * (1 - density) }
    }
    return sum / Double(part.count)
  }

  // MARK: Description

  /// Low bits that may be a number: they have several values close together, one of them with more
  /// than one bit, and at least a byte of unset bits follows.
  var field: ClosedRange<Int>? {
    let used = Self.bits(of: all)
    guard let gap = zip(used, used.dropFirst()).first(where: { $1 - $0 > 8 }), gap.0 < 8 else {
      return nil
    }
    let values = Set(numbers.map { $0 & 0xFF })
    guard values.count > 3, let greatest = values.max(), UInt64(values.count * 2) > greatest + 1,
      values.contains(where: { $0.nonzeroBitCount > 1 })
    else { return nil }
    return 0...7
  }

  /// A description of the values.
  var words: String {
    let values = numbers.subtracting([0])
    if values.isEmpty { return "it has no value yet" }
    if values.allSatisfy({ $0.nonzeroBitCount == 1 }) {
      return "each value has one bit, so it may also be an enum"
    }
    return "its values combine bits"
  }
}
