import Definitions
import FlagModel

// Flags whose number is not a single bit.

extension SetLinter {
  /// A decimal number that is a bit if its digits are octal, in a language that writes octal numbers
  /// in another way.
  mutating func findOctalDigits() {
    guard [.rust, .csharp, .kotlin, .swift].contains(set.language) else { return }
    for member in set.members {
      guard case .number(let digits, 10) = member.spelling, digits.hasPrefix("0"),
        let octal = UInt64(digits, radix: 8), octal.isSingleBit, octal > 4,
        !(member.bits ?? 0).isSingleBit
      else { continue }
      report(
        .octalDigits, member,
        "'\(member.name)' is the decimal number \(UInt64(digits) ?? 0), while \(digits) is \(octal.hexText) in C",
        repair: "write \(octal.hexText)")
    }
  }

  /// A flag with several bits, where the order of the others or the digits show the intended bit.
  mutating func findWrongNumbers() {
    guard set.origin == .flags || isMostlyUnique else { return }
    for rung in ladder.rungs.indices {
      let member = ladder.member(rung)
      let bits = ladder.rungs[rung].bits
      guard !bits.isSingleBit || isShifted(member), (member.value ?? 0) > 0,
        member.spelling.isPlain, !isShiftOfField(rung), let intended = intendedBit(at: rung)
      else { continue }
      report(number: member, bits, intended)
    }
  }

  /// True for a shift of another number than one, such as `4 << 1`.
  private func isShifted(_ member: WrittenMember) -> Bool {
    guard case .shift(let base, _) = member.spelling else { return false }
    return base > 1
  }

  /// True for the number of a field's lowest bit beside the field: `TRIM_M 0xFC00`, `TRIM_S 10`.
  private func isShiftOfField(_ rung: Int) -> Bool {
    let start = NameMeaning.words(of: ladder.member(rung).name).dropLast()
    return [rung - 1, rung + 1].filter(ladder.rungs.indices.contains).contains { other in
      let field = ladder.rungs[other].bits
      return !field.isSingleBit
        && UInt64(field.trailingZeroBitCount) == ladder.rungs[rung].bits
        && NameMeaning.words(of: ladder.member(other).name).dropLast() == start
    }
  }

  /// False for sizes and other numbers, which repeat.
  private var isMostlyUnique: Bool {
    let single = ladder.rungs.indices.compactMap { ladder.single($0) }
    return Set(single).count * 4 >= single.count * 3
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
    if let bit = bitOfMissingDigits(at: rung) ?? bitOfSwappedShift(at: rung)
      ?? bitOfZeroShift(at: rung)
    {
      return bit
    }
    let bits = ladder.rungs[rung].bits
    if meaning(of: ladder.member(rung)).isNotFlag || bits.isSingleBit { return nil }
    if let bit = bitOfDigits(at: rung) { return bit }
    let isCombination = bits & ~(ladder.named & ~set.fieldMask) == 0
    guard !isCombination, let missing = ladder.missingBit(at: rung), isAsLongAsNeighbours(rung),
      !combinesByName(rung)
    else { return nil }
    // A number with the missing bit and those of flags combines a flag without a name with them.
    let isWithMissing = bits & missing != 0 && bits & ~(missing | ladder.named) == 0
    if isWithMissing { return isDecimalAmongBits(rung) ? missing : nil }
    if bits.nonzeroBitCount > Self.mostBits { return nil }
    if ladder.isBetweenNeighbours(rung) { return missing }
    // After the last flag follow masks and defaults, so the number must begin with the bit.
    let highest = UInt64(1) << UInt64(63 - bits.leadingZeroBitCount)
    let isRow = bits & (bits &+ 1) == 0
    if highest == missing && !isRow && bits & ~(missing | ladder.named) != 0 { return missing }
    return nil
  }

  /// A number with more bits is a mask.
  private static let mostBits = 3

  /// True if the name of a number says that it has flags of the set: `MIX_AND_DUCK`, or
  /// `publicConstructors`, which has the bit of `publicDefaultConstructor`.
  private func combinesByName(_ rung: Int) -> Bool {
    let (member, bits) = (ladder.member(rung), ladder.rungs[rung].bits)
    let words = NameMeaning.words(of: member.name)
    if words.contains(where: ["and", "or", "with", "plus"].contains) { return true }
    let singulars = Set(words.map(NameMeaning.singular)).subtracting(usualWords)
    return set.members.contains { flag in
      guard let bit = flag.bits, bit.isSingleBit, bits & bit != 0 else { return false }
      return !singulars.isDisjoint(with: NameMeaning.words(of: flag.name).map(NameMeaning.singular))
    }
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
    case .number(_, 16):
      guard let decimal = decimalBit(at: rung), ladder.named & decimal == 0 else { return nil }
      // The flag before it must be half of it, as a number or as digits, or the flags must rise.
      let rises = rises(with: decimal, at: rung)
      if precedes(decimal >> 1, rung) || rises || isInOrder(decimal, at: rung) { return decimal }
      return decimal > 64 && areDeclaredBits ? decimal : nil
    case .number(let digits, 10):
      guard let hex = UInt64(digits, radix: 16), hex.isSingleBit, hex > 8, writesHex,
        ladder.named & hex == 0
      else { return nil }
      let isBefore = precedes(hex >> 1, rung) && mayBeHexadecimal(rung - 1)
      let isBehind = follows(hex << 1, rung) && mayBeHexadecimal(rung + 1)
      if hex > 64, areDeclaredBits, isOnlyDecimal(rung) { return hex }
      var doublings = ladder.doublings
      if isBefore { doublings += 1 }
      if isBehind { doublings += 1 }
      guard doublings > 2 else { return nil }
      if isBefore || isBehind || isInOrder(hex, at: rung) { return hex }
      return nil
    default: return nil
    }
  }

  /// True if a bit is in the order of the bits beside it, in a set of which nearly all numbers are
  /// bits, and no number beside it is decimal.
  private func isInOrder(_ bit: UInt64, at rung: Int) -> Bool {
    let bits = ladder.rungs.indices.count { ladder.single($0) != nil || decimalBit(at: $0) != nil }
    let neighbours = [rung - 1, rung + 1].filter(ladder.rungs.indices.contains)
    return bits * 4 >= (ladder.rungs.count - 1) * 3 && neighbours.allSatisfy(mayBeHexadecimal)
      && ladder.isInOrder(bit, at: rung, or: decimalBit)
  }

  /// True for a declared set whose numbers are nearly all bits. A longer number with the digits of a
  /// bit in the other radix is no combination there.
  private var areDeclaredBits: Bool {
    let bits = ladder.rungs.indices.count { ladder.single($0) != nil }
    return set.origin != .prefix && ladder.doublings > 2
      && (ladder.rungs.count - 2 - bits) * 8 <= ladder.rungs.count
  }

  /// True if no other number of the set has several decimal digits.
  private func isOnlyDecimal(_ rung: Int) -> Bool {
    ladder.rungs.indices.allSatisfy { $0 == rung || mayBeHexadecimal($0) }
  }

  /// The missing bit if the number has its digits in the other radix, or two of them swapped: `10` or
  /// `0x16` between 8 and 32. It may have the bits of other flags by chance, and any name.
  private func bitOfMissingDigits(at rung: Int) -> UInt64? {
    guard let missing = ladder.missingBit(at: rung), missing > 8 else { return nil }
    let isBetween = ladder.isBetweenNeighbours(rung)
    switch ladder.member(rung).spelling {
    case .number(let digits, 16) where isBetween && UInt64(digits) == missing: return missing
    case .number(let digits, 10) where isBetween && UInt64(digits, radix: 16) == missing:
      return missing
    case .number(let digits, 10) where TypingMistake.areSwapped(digits, "\(missing)"):
      return missing
    default: return nil
    }
  }

  /// The missing bit if the number and the count of a shift are swapped: `3 << 0` and `3 << 1` for
  /// `1 << 3`. The number may have the bits of other flags by chance.
  private func bitOfSwappedShift(at rung: Int) -> UInt64? {
    guard case .shift(let base, 0...1) = ladder.member(rung).spelling, base < 64,
      let missing = ladder.missingBit(at: rung), missing == 1 << base
    else { return nil }
    return missing
  }

  /// The missing bit of a number that is shifted by 0: `3 << 0` between `1 << 1` and `1 << 3`, in a
  /// declared set whose other flags are shifts of 1.
  private func bitOfZeroShift(at rung: Int) -> UInt64? {
    guard set.origin == .flags, set.fieldMask == 0,
      case .shift(let base, 0) = ladder.member(rung).spelling, base > 2, !base.isSingleBit,
      ladder.rungs.count >= Self.fewestShifted, ladder.isBetweenNeighbours(rung),
      !meaning(of: ladder.member(rung)).isNotFlag, !combinesByName(rung)
    else { return nil }
    let areShifts = ladder.rungs.indices.allSatisfy { other in
      guard other != rung else { return true }
      if case .shift(1, _) = ladder.member(other).spelling { return true }
      return false
    }
    return areShifts ? ladder.freeBit(at: rung) : nil
  }

  /// Fewer flags show no order.
  private static let fewestShifted = 4

  /// True for a decimal number of several digits in a declared set of decimal bits, whose order lacks
  /// one there. A combination of bits is seldom written so.
  private func isDecimalAmongBits(_ rung: Int) -> Bool {
    guard set.origin == .flags, ladder.isBetweenNeighbours(rung), !mayBeHexadecimal(rung),
      ladder.doublings(before: rung) > 1, ladder.doublings(after: rung) > 0
    else { return false }
    return ladder.rungs.indices.allSatisfy { other in
      guard case .number(_, 10) = ladder.member(other).spelling else { return false }
      return other == rung || ladder.single(other) != nil
    }
  }

  /// False for a decimal number of several digits: beside `16`, `20` is decimal too.
  private func mayBeHexadecimal(_ rung: Int) -> Bool {
    guard case .number(let digits, 10) = ladder.member(rung).spelling else { return true }
    return digits.count == 1
  }

  /// The bit that hexadecimal digits are as a decimal number: 16 of `0x16`.
  private func decimalBit(at rung: Int) -> UInt64? {
    guard case .number(let digits, 16) = ladder.member(rung).spelling,
      let decimal = UInt64(digits), decimal.isSingleBit, decimal > 8,
      !ladder.rungs[rung].bits.isSingleBit
    else { return nil }
    return decimal
  }

  /// True if all other numbers are bits, and each is greater than the one before: `0x1, 0x2, 0x16, 0x100`.
  private func rises(with bit: UInt64, at rung: Int) -> Bool {
    var last: UInt64 = 0
    for other in ladder.rungs.indices {
      let bits = other == rung ? bit : ladder.single(other) ?? decimalBit(at: other) ?? 0
      if bits <= last { return false }
      last = bits
    }
    return ladder.rungs.count > Self.fewestRising
  }

  /// Fewer bits rise by chance.
  private static let fewestRising = 3

  private func precedes(_ half: UInt64, _ rung: Int) -> Bool {
    guard rung > 0 else { return false }
    if ladder.rungs[rung - 1].bits == half { return true }
    guard case .number(let digits, 16) = ladder.member(rung - 1).spelling else { return false }
    return UInt64(digits) == half
  }

  private func follows(_ double: UInt64, _ rung: Int) -> Bool {
    rung + 1 < ladder.rungs.count && ladder.rungs[rung + 1].bits == double
  }
}
