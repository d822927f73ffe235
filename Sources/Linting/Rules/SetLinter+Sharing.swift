import Definitions
import FlagModel

// Two flags with one bit.

extension SetLinter {
  /// A written bit that another flag has already, where the order shows another bit, or where the
  /// source declares flags.
  mutating func findSharedBits() {
    var first: [UInt64: Int] = [:]
    var shared: [(rung: Int, other: Int)] = []
    let start = usualStart
    for rung in ladder.rungs.indices {
      let member = ladder.member(rung)
      guard let bit = ladder.single(rung),
        NameMeaning.words(of: member.name).starts(with: start)
      else { continue }
      if let other = first[bit] { shared.append((rung, other)) } else { first[bit] = rung }
    }
    // Flags of several contexts share many bits on purpose. In a small set, one flag shows nothing.
    let flags = shared.count { rung, _ in !meaning(of: ladder.member(rung)).isNotFlag }
    let showsMistakes = flags * 4 <= first.count
    guard showsMistakes || flags == 1 else { return }
    let reported = Set(findings.map(\.flag))
    shared.removeAll { rung, other in
      let (later, earlier) = (ladder.member(rung), ladder.member(other))
      if reported.contains(later.name) { return true }
      let lacksBit = missingBit(at: rung, sharing: other) != nil && ladder.isBetweenNeighbours(rung)
      return mayBeAlias(later, of: earlier, insteadOfFreeBit: lacksBit)
        || areAlternatives(earlier, later)
        || comments[ladder.rungs[rung].index] != nil && comments[ladder.rungs[other].index] != nil
    }
    // So do two families of constants with one prefix.
    guard shared.count == 1 || set.origin != .prefix else { return }
    for (rung, other) in shared {
      report(shared: rung, with: other, showsMistakes: showsMistakes)
    }
  }

  private mutating func report(shared rung: Int, with other: Int, showsMistakes: Bool) {
    let (later, earlier) = (ladder.member(rung), ladder.member(other))
    guard let bit = ladder.single(rung) else { return }
    if showsMistakes, let missing = missingBit(at: rung, sharing: other), !isBehindFamily(rung) {
      report(.sharedBit, later, with: earlier, bit, repair(at: rung, missing), missing)
    } else if showsMistakes, ladder.doublings(before: other) > (rung == other + 1 ? 2 : 1),
      let missing = missingBit(at: other, sharing: rung)
    {
      report(.sharedBit, earlier, with: later, bit, repair(at: other, missing), missing)
    } else if areOfOneKind(rung, other) {
      let repair = "write \(earlier.name) as its value if both mean the same"
      let isMistake =
        showsMistakes && declaresFlags && rung > other + 1 && areShifts(later, earlier)
        && !isRelated(later, earlier)
      let level: LintLevel? = isMistake ? .warn : nil
      report(.secondName, later, with: earlier, bit, repair, nil, usually: level)
    }
  }

  /// The bit that a rung lacks where it has the bit of another one. The wrong one of the two is where
  /// the order lacks a bit.
  private func missingBit(at rung: Int, sharing other: Int) -> UInt64? {
    let (first, last) = (min(rung, other), max(rung, other))
    // An empty line may begin flags of something else.
    guard ladder.areInParagraph(first, last), let missing = ladder.missingBit(at: rung) else {
      return nil
    }
    if ladder.isReserved(beside: rung) { return nil }
    let (before, after) = (ladder.doublings(before: rung), ladder.doublings(after: rung))
    guard max(before, after) > 1 else { return nil }
    if first + 1 == last, set.origin != .prefix { return missing }
    guard before + after > 2 else { return nil }
    if first + 1 == last || mayBeMistyped(rung, for: missing) { return missing }
    return min(before, after) > 0 && before + after > 4 ? missing : nil
  }

  /// True if two constants with a prefix are flags of one block, which are written in one way. Sizes,
  /// the values of fields and the numbers of registers have common prefixes too.
  private func areOfOneKind(_ rung: Int, _ other: Int) -> Bool {
    if speaksOfSameValues { return false }
    guard set.origin == .prefix else { return true }
    let members = [ladder.member(rung), ladder.member(other)]
    return members.allSatisfy { !NameMeaning($0.name).isNumber }
      && members[0].spelling.form == members[1].spelling.form && ladder.areInBlock(other, rung)
  }

  /// False for a number that has not nearly the digits of the missing bit. It repeats a bit from
  /// farther above, as interfaces do on purpose: `FILE_ATTRIBUTE_RECALL_ON_OPEN`.
  private func mayBeMistyped(_ rung: Int, for missing: UInt64) -> Bool {
    guard case .number(let digits, let radix) = ladder.member(rung).spelling else { return true }
    return TypingMistake.areNear(digits, String(missing, radix: radix))
  }

  /// Numbers are copied from the headers of interfaces, which repeat bits on purpose.
  private func areShifts(_ member: WrittenMember, _ other: WrittenMember) -> Bool {
    guard case .shift = member.spelling, case .shift = other.spelling else { return false }
    return true
  }

  /// True for the last of the constants with a prefix, which may be of another family.
  private func isBehindFamily(_ rung: Int) -> Bool {
    set.origin == .prefix && !ladder.isBetweenNeighbours(rung)
  }

  /// True for `bitflags!` and `[Flags]`, which write other names of a flag by its name.
  private var declaresFlags: Bool {
    self.set.origin == .flags && [.rust, .csharp].contains(set.language)
  }

  private mutating func report(
    _ rule: LintRule, _ member: WrittenMember, with other: WrittenMember, _ bit: UInt64,
    _ repair: String, _ missing: UInt64?, usually level: LintLevel? = nil
  ) {
    let note = other.place.map { Diagnostic.Note("'\(other.name)' is here", at: $0) }
    let end = missing.map { ", while no flag is \($0.hexText)" } ?? ""
    report(
      rule, member, "'\(member.name)' and '\(other.name)' have the same bit \(bit.hexText)\(end)",
      repair: repair, notes: note.map { [$0] } ?? [], usually: level)
  }

  /// The bit between the neighbours of a rung, or for the first and the last one a suggestion.
  private func repair(at rung: Int, _ missing: UInt64) -> String {
    let value = written(missing, like: ladder.member(rung))
    if ladder.isBetweenNeighbours(rung) { return "write \(value)" }
    return "give it another bit, such as \(value)"
  }

  /// The bit in the form of a member's value.
  func written(_ bit: UInt64, like member: WrittenMember) -> String {
    switch member.spelling {
    case .shift: shift(bit.trailingZeroBitCount, like: member)
    case .number(_, 10): "\(bit)"
    default: bit.hexText
    }
  }

  /// `1 << 3`, or `BIT(3)` for a member with that macro.
  func shift(_ count: Int, like member: WrittenMember) -> String {
    let text = member.valuePlace.map { $0.source.text($0.range) } ?? ""
    let macro = text.drop { $0 == "(" }.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    let isCall = text[macro.endIndex...].hasPrefix("(") && macro.first?.isNumber == false
    return isCall && !text.contains("<<") ? "\(macro)(\(count))" : "1 << \(count)"
  }
}
