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
    for (rung, other) in shared { report(shared: rung, with: other) }
  }

  private mutating func report(shared rung: Int, with other: Int) {
    let (later, earlier) = (ladder.member(rung), ladder.member(other))
    guard let bit = ladder.single(rung), !mayBeAlias(later, of: earlier) else { return }
    // The wrong one of the two is where the order lacks a bit.
    if let missing = missingBit(at: rung) {
      report(.sharedBit, later, with: earlier, bit, repair(at: rung, missing), missing)
    } else if let missing = missingBit(at: other) {
      report(.sharedBit, earlier, with: later, bit, repair(at: other, missing), missing)
    } else {
      let repair = "write \(earlier.name) as its value if both mean the same"
      report(.secondName, later, with: earlier, bit, repair, nil)
    }
  }

  /// The bit that the order shows. An empty line may begin flags of something else.
  private func missingBit(at rung: Int) -> UInt64? {
    if ladder.isInParagraph(rung) { return ladder.missingBit(at: rung) }
    return nil
  }

  private mutating func report(
    _ rule: LintRule, _ member: WrittenMember, with other: WrittenMember, _ bit: UInt64,
    _ repair: String, _ missing: UInt64?
  ) {
    let note = other.place.map { Diagnostic.Note("'\(other.name)' is here", at: $0) }
    let end = missing.map { ", while no flag is \($0.hexText)" } ?? ""
    report(
      rule, member, "'\(member.name)' and '\(other.name)' have the same bit \(bit.hexText)\(end)",
      repair: repair, notes: note.map { [$0] } ?? [])
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
    if one.isSubset(of: two) || two.isSubset(of: one) || Self.areVariants(one, two) { return true }
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

  private static let aliasWords = [
    "alias", "same as", "same bit", "deprecat", "obsolete", "old name", "synonym", "compat",
    "overlap", "reuse", "also", "another name", "legacy", "renamed", "equivalent", "shared",
    "union",
  ]
}
