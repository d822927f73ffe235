import Definitions
import FlagModel

/// The order of the flags in a set: most definitions give each flag the bit after the one before.
/// See Documentation/Decisions/lint-reports-what-the-order-shows.md.
struct Ladder {
  /// A member with a written value.
  struct Rung {
    let index: Int
    let bits: UInt64
  }

  let set: WrittenSet
  /// The members whose value the source writes as a literal, in the order of the source.
  let rungs: [Rung]
  /// The bits of fields, and those that a member has alone.
  let named: UInt64
  /// The number of rungs whose bit is the next after the rung before.
  let doublings: Int
  /// The number of empty lines that usually separate a constant from the one before it.
  private let usualSpace: Int

  init(_ set: WrittenSet) {
    self.set = set
    rungs = set.members.indices.compactMap { index in
      let member = set.members[index]
      guard let bits = member.bits, bits != 0, member.spelling.isLiteral else { return nil }
      return Rung(index: index, bits: bits)
    }
    named = set.members.reduce(set.fieldMask) { named, member in
      guard let bits = member.bits, bits.isSingleBit else { return named }
      return named | bits
    }
    doublings = zip(rungs, rungs.dropFirst()).count { rung, next in
      rung.bits.isSingleBit && next.bits.isSingleBit
        && (rung.bits << 1 == next.bits || next.bits << 1 == rung.bits)
    }
    usualSpace = Self.usualSpace(set, rungs)
  }

  /// Some sources have an empty line behind each constant, before the comment on the next one.
  private static func usualSpace(_ set: WrittenSet, _ rungs: [Rung]) -> Int {
    guard set.origin == .prefix else { return 0 }
    var counts: [Int: Int] = [:]
    for (rung, next) in zip(rungs, rungs.dropFirst()) {
      let between = text(between: set.members[rung.index], set.members[next.index])
      if let between { counts[emptyLines(in: between), default: 0] += 1 }
    }
    let usual = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
    return usual?.key ?? 0
  }

  private static func emptyLines(in text: ArraySlice<UInt8>) -> Int {
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.dropFirst().dropLast().count { line in line.allSatisfy { $0 <= 0x20 } }
  }

  /// The only bit that fits between the neighbours of a rung and that no flag has; nil if the order
  /// does not show one.
  func missingBit(at rung: Int) -> UInt64? {
    doublings >= Self.fewestDoublings ? freeBit(at: rung) : nil
  }

  /// The same without more flags that show an order.
  func freeBit(at rung: Int) -> UInt64? {
    guard isBeside(rung), isBeside(rung + 1), let bit = bitBetweenNeighbours(at: rung),
      named & bit == 0
    else { return nil }
    return bit
  }

  /// A set with fewer flags that double shows no order.
  private static let fewestDoublings = 2

  private func bitBetweenNeighbours(at rung: Int) -> UInt64? {
    let before = single(rung - 1)
    let after = single(rung + 1)
    if let before, let after {
      if before << 2 == after, after != 0 { return before << 1 }
      if after << 2 == before && before != 0 { return after << 1 }
      return nil
    }
    if let before, rung == rungs.count - 1, isNext(rung) {
      guard let second = single(rung - 2), let third = single(rung - 3), third << 1 == second,
        second << 1 == before, before << 1 != 0
      else { return nil }
      return before << 1
    }
    if let after, rung == 0, set.origin != .prefix, after > 1,
      single(1).map({ single(2) == $0 << 1 }) ?? false
    {
      return after >> 1
    }
    return nil
  }

  /// True if a rung follows the one before it in the next line. Behind a family of constants with a
  /// prefix, other constants follow, after a comment or an empty line.
  func isNext(_ rung: Int) -> Bool {
    guard let between = textBefore(rung) else { return true }
    return between.count { $0 == UInt8(ascii: "\n") } == 1
  }

  /// True if no more empty lines than usual separate a rung from the one before it.
  func isInParagraph(_ rung: Int) -> Bool {
    guard let between = textBefore(rung) else { return true }
    return Self.emptyLines(in: between) <= usualSpace
  }

  /// True if no empty line separates two rungs.
  func areInParagraph(_ first: Int, _ last: Int) -> Bool {
    (first..<last).allSatisfy { isInParagraph($0 + 1) }
  }

  /// The number of steps to the next bit that lead to a rung without a break, upwards or downwards.
  func doublings(before rung: Int) -> Int { steps(from: rung - 1, by: -1) }

  /// The number of steps to the next bit that begin behind a rung without a break.
  func doublings(after rung: Int) -> Int { steps(from: rung + 1, by: 1) }

  private func steps(from rung: Int, by way: Int) -> Int {
    guard let bit = single(rung), let next = single(rung + way) else { return 0 }
    let rises = bit < next
    var at = rung
    while let bit = single(at), let next = single(at + way),
      rises ? bit << 1 == next : next << 1 == bit
    {
      at += way
    }
    return abs(at - rung)
  }

  /// True if no other constant stands between a rung and the one before it. Other families share the
  /// prefix of a family.
  private func isBeside(_ rung: Int) -> Bool {
    guard rungs.indices.contains(rung), let between = textBefore(rung) else { return true }
    let before = between.prefix { $0 != UInt8(ascii: "\n") }.count { $0 == UInt8(ascii: "=") }
    return before <= 1 && !hasOtherConstants(before: rung)
  }

  /// True for a line that gives a name a value.
  static func isConstant(_ line: Substring) -> Bool {
    let code = line.drop { $0 == " " || $0 == "\t" }
    if ["*", "/", "#"].contains(code.first) { return Self.defines(code) }
    return code.contains("=")
  }

  /// True for the line of a macro.
  private static func defines(_ line: Substring) -> Bool {
    line.first == "#" && line.dropFirst().drop { $0 == " " || $0 == "\t" }.hasPrefix("define")
  }

  /// The text between a rung and the one before it in a family of constants; nil in a set that the
  /// source declares as one.
  private func textBefore(_ rung: Int) -> ArraySlice<UInt8>? {
    guard set.origin == .prefix, rung > 0 else { return nil }
    return Self.text(between: member(rung - 1), member(rung))
  }

  static func text(between member: WrittenMember, _ next: WrittenMember) -> ArraySlice<UInt8>? {
    guard let before = member.place, let place = next.place, before.source == place.source,
      before.range.upperBound < place.range.lowerBound
    else { return nil }
    return place.source.utf8[before.range.upperBound..<place.range.lowerBound]
  }

  /// True if a comment beside a rung says that a bit has no name on purpose: `Bit 22 - Reserved`.
  func isReserved(beside rung: Int) -> Bool {
    let neighbours = [rung - 1, rung, rung + 1].filter(rungs.indices.contains)
    return zip(neighbours, neighbours.dropFirst()).contains { lower, upper in
      guard let between = Self.text(between: member(lower), member(upper)) else { return false }
      let text = String(decoding: between, as: UTF8.self).lowercased()
      return ["reserved", "unused"].contains { text.contains($0) }
    }
  }

  /// True if both neighbours of a rung are single bits.
  func isBetweenNeighbours(_ rung: Int) -> Bool {
    single(rung - 1) != nil && single(rung + 1) != nil
  }

  /// True if a bit in the place of a rung rises or falls with the two single bits on each side of it.
  func isInOrder(_ bit: UInt64, at rung: Int, or read: (Int) -> UInt64? = { _ in nil }) -> Bool {
    let others = rungs.indices.compactMap { other in
      (single(other) ?? read(other)).map { (rung: other, bit: $0) }
    }
    let before = others.filter { $0.rung < rung }.suffix(2).map(\.bit)
    let after = others.filter { $0.rung > rung }.prefix(2).map(\.bit)
    let all = before + [bit] + after
    guard all.count > Self.fewestInOrder else { return false }
    let pairs = zip(all, all.dropFirst())
    return pairs.allSatisfy { $0 < $1 } || pairs.allSatisfy { $0 > $1 }
  }

  /// Fewer bits beside one rise by chance.
  private static let fewestInOrder = 3

  /// The bit of a rung that is a single one.
  func single(_ rung: Int) -> UInt64? {
    guard rungs.indices.contains(rung), rungs[rung].bits.isSingleBit else { return nil }
    return rungs[rung].bits
  }

  func member(_ rung: Int) -> WrittenMember { set.members[rungs[rung].index] }
}

extension ValueSpelling {
  /// True for a number and a shift.
  var isPlain: Bool {
    switch self {
    case .number, .shift: true
    case .next, .names, .other: false
    }
  }

  /// The radix of a number; 2 for a shift, and 0 for everything else.
  var form: Int {
    switch self {
    case .number(_, let radix): radix
    case .shift: 2
    case .next, .names, .other: 0
    }
  }

  /// True if the source writes the value as a number, without names of other constants.
  var isLiteral: Bool {
    switch self {
    case .number, .shift, .other: true
    case .next, .names: false
    }
  }
}
