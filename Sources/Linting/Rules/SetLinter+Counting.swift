import Definitions
import FlagModel

// Flags that are numbered instead of having a bit each.

extension SetLinter {
  /// Flags without a value, which are one more than the flag before. A set has one finding, because
  /// one decision corrects it.
  mutating func findCountedFlags() {
    guard set.origin != .prefix, set.language != .python, set.language != .go else { return }
    let counted = set.members.indices.filter(isCounted)
    guard let first = counted.first, let bits = set.members[first].bits, !isField(first),
      areMostlyBits
    else { return }
    let (member, before) = (set.members[first], set.members[first - 1])
    let others = counted.count - 1
    var end = ""
    if others == 1 { end = "; 1 more flag counts too" }
    if others > 1 { end = "; \(others) more flags count too" }
    report(
      .countedFlag, member,
      "'\(member.name)' has no value, and so is \(bits.hexText), one more than '\(before.name)'\(end)",
      repair: repair(others, beginsSet: countsFromStart(first), above: bits))
  }

  /// True if all members before a counted one count too, except for the first.
  private func countsFromStart(_ index: Int) -> Bool {
    let flags = set.members[..<index].drop { $0.value == 0 }
    return flags.dropFirst().allSatisfy { $0.spelling == .next }
  }

  /// False for numbers, behind which a counted one is no exception.
  private var areMostlyBits: Bool {
    let bits = ladder.rungs.indices.count { ladder.single($0) != nil }
    return bits * 2 >= ladder.rungs.count
  }

  /// True if the first members count, and the others are written with bits above them: the numbers
  /// are those of a field.
  private func isField(_ index: Int) -> Bool {
    guard countsFromStart(index) else { return false }
    let others = set.members[index...].drop { $0.spelling == .next }
    let highest = set.members[index..<others.startIndex].compactMap(\.bits).max() ?? 0
    return others.contains { member in
      guard let bits = member.bits, bits != 0, member.spelling.isLiteral else { return false }
      return bits.trailingZeroBitCount >= 64 - highest.leadingZeroBitCount
    }
  }

  /// An enum such as `ItemFlags` that counts 0, 1, 2, 3. A last member that is written as 3 may
  /// combine 1 and 2, and so may one with both names: `ReadWrite`. Who writes 3, 5 and 6 out counts on
  /// purpose, as the numbers of an operating system do.
  mutating func findCountingEnum() {
    guard let member = set.members.first(where: { $0.bits == 3 }), !isCombination(member),
      member.valuePlace == nil || member.name != set.members.last?.name,
      set.members.count(where: isWrittenWithSeveralBits) < 3
    else { return }
    report(
      .countedFlag, member,
      "'\(member.name)' is 0x3, which is 0x1 | 0x2, as the cases of '\(set.name)' count",
      repair: set.language == .csharp
        ? "declare it [Flags], and give each flag a bit of its own, or give it another name"
        : "declare an OptionSet with a bit for each flag, or give it another name", usually: .warn)
  }

  private func isWrittenWithSeveralBits(_ member: WrittenMember) -> Bool {
    member.valuePlace != nil && (member.bits ?? 0).nonzeroBitCount > 1
  }

  private func isCounted(_ index: Int) -> Bool {
    let member = set.members[index]
    guard index > 0, member.spelling == .next, let bits = member.bits, bits > 2, bits >> 63 == 0,
      !bits.isSingleBit, set.members[index - 1].bits == bits - 1,
      !NameMeaning(member.name).isNotFlag, !isInMask(bits), !isCombination(member)
    else { return false }
    let isLast = index + 1 == set.members.count
    return set.origin == .flags || !isLast && isMostlyWritten
  }

  /// True if a number has exactly the flags that its name says: `WriteToFileAndConsole` after
  /// `WriteToFile` and `WriteToConsole`.
  private func isCombination(_ member: WrittenMember) -> Bool {
    let words = Set(NameMeaning.words(of: member.name))
    let parts = set.members.filter { part in
      part.name != member.name && words.isSuperset(of: NameMeaning.words(of: part.name))
    }
    return parts.count > 1 && parts.reduce(0) { $0 | ($1.bits ?? 0) } == member.bits
  }

  /// True for the number of a field, whose mask the set names.
  private func isInMask(_ bits: UInt64) -> Bool {
    set.members.contains { member in
      NameMeaning(member.name).isNotFlag && member.spelling.isLiteral
        && member.bits.map { $0 != UInt64.max && bits & ~$0 == 0 } ?? false
    }
  }

  private var isMostlyWritten: Bool {
    let counted = set.members.count { $0.spelling == .next }
    return counted * 3 <= set.members.count
  }

  private func repair(_ others: Int, beginsSet: Bool, above bits: UInt64) -> String {
    if beginsSet {
      return set.language == .csharp
        ? "remove [Flags], or give each flag a bit of its own" : "give each flag a bit of its own"
    }
    return others == 0 ? repairOfOne(above: bits) : "give each flag a bit of its own"
  }

  private func repairOfOne(above bits: UInt64) -> String {
    let highest = 63 - bits.leadingZeroBitCount
    let free = (highest + 1..<64).map { UInt64(1) << UInt64($0) }.first { ladder.named & $0 == 0 }
    return free.map { "write = \($0.hexText)" } ?? "give it a bit"
  }

  /// `1 << 0, 2 << 0, 3 << 0`: the number counts, where the count of the shift should.
  mutating func findCountedShifts() {
    // A prefix joins the values of fields too.
    guard set.origin != .prefix else { return }
    var shifted: [(base: UInt64, member: WrittenMember)] = []
    var counts: Set<Int> = []
    for member in set.members {
      guard case .shift(let base, let count) = member.spelling else { continue }
      if base == 0 || NameMeaning(member.name).isNotFlag { return }
      counts.insert(count)
      shifted.append((base, member))
    }
    let others = set.members.count { $0.value != 0 } - shifted.count
    guard counts.count == 1, let count = counts.first,
      count == 0 || others == 0 && set.origin == .flags, set.fieldMask == 0,
      shifted.count >= Self.fewestShifts,
      shifted.map(\.base) == Array(1...UInt64(shifted.count))
    else { return }
    let member = shifted[2].member
    report(
      .shiftedNumber, member,
      "'\(member.name)' is 3 << \(count), which has the bits of the two flags before it",
      repair: "count the bits: write 1 << \(count), 1 << \(count + 1), 1 << \(count + 2) and so on")
  }

  private static let fewestShifts = 3
}
