import Definitions
import FlagModel

// Flags whose number is not a single bit.

extension SetLinter {
  /// A flag with several bits, where the order of the others or the digits show the intended bit.
  mutating func findWrongNumbers() {
    for rung in ladder.rungs.indices {
      let member = ladder.member(rung)
      let bits = ladder.rungs[rung].bits
      guard !bits.isSingleBit, member.value.map({ $0 > 0 }) ?? false,
        !NameMeaning(member.name).isNotFlag,
        let intended = intendedBit(at: rung)
      else { continue }
      report(number: member, bits, intended)
    }
  }

  private mutating func report(number member: WrittenMember, _ bits: UInt64, _ intended: UInt64) {
    let parts = bits.singleBits.map(\.hexText).joined(separator: " | ")
    switch member.spelling {
    case .shift(let base, let count):
      report(
        .shiftedNumber, member,
        "'\(member.name)' is \(base) << \(count), which is \(parts), while no flag is \(intended.hexText)",
        repair: "write 1 << \(intended.trailingZeroBitCount)")
    case .number(let digits, 10) where UInt64(digits, radix: 16) == intended && writesHex:
      report(
        .decimalForHex, member,
        "'\(member.name)' is the decimal number \(digits), which is \(parts), between hexadecimal ones",
        repair: "write \(intended.hexText)")
    default:
      report(
        .severalBits, member,
        "'\(member.name)' is \(bits.hexText), which is \(parts), while no flag is \(intended.hexText)",
        repair: "write \(written(intended, like: member))")
    }
  }

  /// True if most numbers of the set are hexadecimal.
  private var writesHex: Bool {
    var (hex, all) = (0, 0)
    for rung in ladder.rungs.indices {
      guard case .number(let digits, let radix) = ladder.member(rung).spelling else { continue }
      if radix == 16 { hex += 1 }
      if radix == 16 || digits.count > 1 { all += 1 }
    }
    return hex * 2 >= all && hex > 0
  }

  /// The single bit that was probably meant; nil if nothing shows it.
  private func intendedBit(at rung: Int) -> UInt64? {
    if let digits = bitOfDigits(at: rung) { return digits }
    let bits = ladder.rungs[rung].bits
    let isCombination = bits & ~(ladder.named & ~set.fieldMask) == 0
    guard !isCombination, let missing = ladder.missingBit(at: rung), isAsLongAsNeighbours(rung)
    else { return nil }
    if ladder.isBetweenNeighbours(rung) { return missing }
    // After the last flag follow masks and defaults, so the number must begin with the bit.
    let highest = UInt64(1) << UInt64(63 - bits.leadingZeroBitCount)
    let isRow = bits & (bits &+ 1) == 0
    if highest == missing && !isRow && bits & ~(missing | ladder.named) != 0 { return missing }
    return nil
  }

  /// False for a number with more digits than its neighbours, which is no mistyped bit.
  private func isAsLongAsNeighbours(_ rung: Int) -> Bool {
    guard case .number(let digits, let radix) = ladder.member(rung).spelling, radix != 10 else {
      return true
    }
    let neighbours = [rung - 1, rung + 1].filter(ladder.rungs.indices.contains)
    return neighbours.contains { neighbour in
      guard case .number(let other, radix) = ladder.member(neighbour).spelling else { return false }
      return digits.drop { $0 == "0" }.count <= other.drop { $0 == "0" }.count + 1
    }
  }

  /// The bit that the digits are in the other radix: 16 of `0x16`, 0x40 of `40`.
  private func bitOfDigits(at rung: Int) -> UInt64? {
    switch ladder.member(rung).spelling {
    case .number(let digits, 16):
      guard let decimal = UInt64(digits), decimal.isSingleBit, decimal > 8,
        ladder.named & decimal == 0
      else { return nil }
      // The flag before it must be half of it, as a number or as digits.
      if precedes(decimal >> 1, rung) { return decimal }
      return nil
    case .number(let digits, 10):
      guard let hex = UInt64(digits, radix: 16), hex.isSingleBit, hex > 8, writesHex,
        ladder.named & hex == 0
      else { return nil }
      if precedes(hex >> 1, rung) || follows(hex << 1, rung) { return hex }
      return nil
    default: return nil
    }
  }

  private func precedes(_ half: UInt64, _ rung: Int) -> Bool {
    guard rung > 0 else { return false }
    if ladder.rungs[rung - 1].bits == half { return true }
    guard case .number(let digits, 16) = ladder.member(rung - 1).spelling else { return false }
    return UInt64(digits) == half
  }

  private func follows(_ double: UInt64, _ rung: Int) -> Bool {
    rung + 1 < ladder.rungs.count && ladder.rungs[rung + 1].bits == double
  }

  // MARK: Counting

  /// A flag without a value, which is one more than the flag before it.
  mutating func findCountedFlags() {
    guard set.origin != .prefix, set.language != .python, set.language != .go else { return }
    var before: WrittenMember?
    for (index, member) in set.members.enumerated() {
      defer { before = member }
      guard member.spelling == .next, let bits = member.bits, let value = member.value, value > 2,
        !bits.isSingleBit, let before, let last = before.bits, last == bits - 1,
        !NameMeaning(member.name).isNotFlag, index + 1 < set.members.count || set.origin == .flags,
        isMostlyWritten || set.origin == .flags
      else { continue }
      let free = nextFreeBit(above: last)
      report(
        .countedFlag, member,
        "'\(member.name)' has no value, and so is \(bits.hexText), one more than '\(before.name)'",
        repair: free.map { "write = \($0.hexText)" } ?? "give it a bit")
    }
  }

  private var isMostlyWritten: Bool {
    let counted = set.members.count { $0.spelling == .next }
    return counted * 3 <= set.members.count
  }

  private func nextFreeBit(above bits: UInt64) -> UInt64? {
    let highest = 63 - max(bits, 1).leadingZeroBitCount
    return (highest + 1..<64).map { UInt64(1) << UInt64($0) }.first { ladder.named & $0 == 0 }
  }
}
