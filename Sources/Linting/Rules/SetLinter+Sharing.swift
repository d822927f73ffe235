import Definitions
import FlagModel
import PlainText

// Two flags with one bit.

extension SetLinter {
  /// A written bit that another flag has already, where the order shows another bit, or where the
  /// source declares flags.
  mutating func findSharedBits() {
    var first: [UInt64: Int] = [:]
    var shared: [(rung: Int, other: Int)] = []
    for rung in ladder.rungs.indices {
      guard let bit = ladder.single(rung), !NameMeaning(ladder.member(rung).name).isNotFlag else {
        continue
      }
      if let other = first[bit] { shared.append((rung, other)) } else { first[bit] = rung }
    }
    // Flags of several contexts share many bits on purpose.
    guard shared.count * 4 <= first.count else { return }
    shared.removeAll { mayBeAlias(ladder.member($0.rung), of: ladder.member($0.other)) }
    // So do two families of constants with one prefix.
    guard shared.count == 1 || set.origin != .prefix else { return }
    for (rung, other) in shared { report(shared: rung, with: other) }
  }

  private mutating func report(shared rung: Int, with other: Int) {
    let (later, earlier) = (ladder.member(rung), ladder.member(other))
    guard let bit = ladder.single(rung) else { return }
    // The wrong one of the two is where the order lacks a bit. An empty line may begin flags of
    // something else.
    let areTogether = ladder.areInParagraph(other, rung)
    if areTogether, !isBehindFamily(rung), let missing = ladder.missingBit(at: rung) {
      report(.sharedBit, later, with: earlier, bit, repair(at: rung, missing), missing)
    } else if areTogether, ladder.doublings(before: other) > 1,
      let missing = ladder.missingBit(at: other)
    {
      report(.sharedBit, earlier, with: later, bit, repair(at: other, missing), missing)
    } else {
      let repair = "write \(earlier.name) as its value if both mean the same"
      let isMistake = declaresFlags && rung > other + 1 && !isRelated(later, earlier)
      let level: LintLevel? = isMistake ? .warn : nil
      report(.secondName, later, with: earlier, bit, repair, nil, usually: level)
    }
  }

  /// True if two names share a word that few names of the set have, or a comment in the set speaks of
  /// equal values. Another name for a flag usually stands below it.
  private func isRelated(_ member: WrittenMember, _ other: WrittenMember) -> Bool {
    let words = Set(NameMeaning.words(of: member.name)).subtracting(usualWords)
    return !words.isDisjoint(with: NameMeaning.words(of: other.name))
      || set.members.contains { ($0.comment ?? "").lowercased().contains("same value") }
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
    case .shift: "1 << \(bit.trailingZeroBitCount)"
    case .number(_, 10): "\(bit)"
    default: bit.hexText
    }
  }

  /// True if the words or comments of two names say that both mean the same.
  private func mayBeAlias(_ member: WrittenMember, of other: WrittenMember) -> Bool {
    if NameMeaning(member.name).isAlias || NameMeaning(other.name).isAlias { return true }
    let (one, two) = (
      Set(NameMeaning.words(of: member.name)), Set(NameMeaning.words(of: other.name))
    )
    if one.isSubset(of: two) || two.isSubset(of: one) || Self.areVariants(one, two)
      || Self.isShort(one, two)
    {
      return true
    }
    return [member, other].contains { member in
      let comment = (member.comment ?? "").lowercased()
      return Self.aliasWords.contains { comment.contains($0) }
    }
  }

  /// True for names of one thing in two directions, such as `ENCRYPT_CS` and `ENCRYPT_SC`.
  private static func areVariants(_ one: Set<String>, _ two: Set<String>) -> Bool {
    let different = one.symmetricDifference(two)
    return different.count == 2 && different.allSatisfy { $0.count <= 2 } && one.count > 2
  }

  /// True if one name shortens a word of the other: `MAP_ANON`, `MAP_ANONYMOUS`.
  private static func isShort(_ one: Set<String>, _ two: Set<String>) -> Bool {
    let (first, second) = (one.subtracting(two), two.subtracting(one))
    guard first.count == 1, second.count == 1, let a = first.first, let b = second.first else {
      return false
    }
    return min(a.count, b.count) > 2 && (a.hasPrefix(b) || b.hasPrefix(a))
  }

  private static let aliasWords = [
    "alias", "same as", "same bit", "deprecat", "obsolete", "old name", "synonym", "compat",
    "overlap", "reuse", "also", "another name", "legacy", "renamed", "equivalent", "shared",
    "union",
  ]
}
