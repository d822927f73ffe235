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
  }

  /// The only bit that fits between the neighbours of a rung and that no flag has; nil if the order
  /// does not show one.
  func missingBit(at rung: Int) -> UInt64? {
    guard doublings >= Self.fewestDoublings, isBeside(rung), isBeside(rung + 1),
      let bit = bitBetweenNeighbours(at: rung), named & bit == 0
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

  /// True if no empty line separates a rung from the one before it.
  func isInParagraph(_ rung: Int) -> Bool {
    guard let between = textBefore(rung) else { return true }
    let lines = between.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return !lines.dropFirst().dropLast().contains { line in line.allSatisfy { $0 <= 0x20 } }
  }

  /// True if no empty line separates two rungs.
  func areInParagraph(_ first: Int, _ last: Int) -> Bool {
    (first..<last).allSatisfy { isInParagraph($0 + 1) }
  }

  /// The number of doublings that lead to a rung without a break.
  func doublings(before rung: Int) -> Int {
    var at = rung - 1
    while let bit = single(at), let half = single(at - 1), half << 1 == bit { at -= 1 }
    return rung - 1 - at
  }

  /// The number of doublings that begin behind a rung without a break.
  func doublings(after rung: Int) -> Int {
    var at = rung + 1
    while let bit = single(at), let next = single(at + 1), bit << 1 == next { at += 1 }
    return at - rung - 1
  }

  /// True if no other constant stands between a rung and the one before it. Other families share the
  /// prefix of a family.
  private func isBeside(_ rung: Int) -> Bool {
    guard rungs.indices.contains(rung), let between = textBefore(rung) else { return true }
    let text = String(decoding: between, as: UTF8.self)
    let defines = text.split(separator: "define", omittingEmptySubsequences: false).count - 1
    if defines > 0 { return defines == 1 }
    return between.count { $0 == UInt8(ascii: "=") } <= 1
  }

  /// The text between a rung and the one before it in a family of constants; nil in a set that the
  /// source declares as one.
  private func textBefore(_ rung: Int) -> ArraySlice<UInt8>? {
    guard set.origin == .prefix, rung > 0, let before = member(rung - 1).place,
      let place = member(rung).place, before.source == place.source,
      before.range.upperBound < place.range.lowerBound
    else { return nil }
    return place.source.utf8[before.range.upperBound..<place.range.lowerBound]
  }

  /// True if both neighbours of a rung are single bits.
  func isBetweenNeighbours(_ rung: Int) -> Bool {
    single(rung - 1) != nil && single(rung + 1) != nil
  }

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

  /// True if the source writes the value as a number, without names of other constants.
  var isLiteral: Bool {
    switch self {
    case .number, .shift, .other: true
    case .next, .names: false
    }
  }
}
