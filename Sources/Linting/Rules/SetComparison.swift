package import Definitions
import FlagModel

/// Compares the definitions of one set in several files.
/// See Documentation/Decisions/lint-reports-what-the-order-shows.md.
package struct SetComparison {
  private let isPair: Bool
  private let sides: [ComparedSet]
  private let lines: RepeatingLines

  /// The findings in the sets of all files, each with the file's name.
  ///
  /// - Parameters:
  ///   - enums: enums of a few bits, which are compared with sets of the same name.
  ///   - isPair: true if the user names two files, and so says that they belong together.
  package static func findings(
    in sets: [(set: WrittenSet, file: String?)],
    enums: [(set: WrittenSet, file: String?)] = [], isPair: Bool
  ) -> [LintFinding] {
    let sides =
      sets.map { ComparedSet($0.set, $0.file, areFlags: true) }
      + enums.map { ComparedSet($0.set, $0.file, areFlags: false) }
    let sources = isPair ? [] : sides.compactMap { $0.set.place?.source }
    return SetComparison(isPair: isPair, sides: sides, lines: RepeatingLines(sources)).findings
  }

  /// The findings in each set without the gaps whose bits a set of the same name has, in another file or
  /// another part of the same one. Some projects keep the flags of a family in several files.
  package static func withoutNamedGaps(
    _ findings: [LintFinding], in sets: [(set: WrittenSet, file: String?)]
  ) -> [LintFinding] {
    let names = Set(findings.lazy.filter { $0.rule == .gap }.map(\.set))
    var named: [Name: UInt64] = [:]
    for (set, _) in sets where names.contains(set.name) {
      for bits in set.members.compactMap(\.bits) where bits.isSingleBit {
        named[set.name, default: 0] |= bits
      }
    }
    return findings.filter { $0.rule != .gap || $0.bits & (named[$0.set] ?? 0) == 0 }
  }

  private var findings: [LintFinding] {
    var withMember: [String: [Int]] = [:]
    var findings: [LintFinding] = []
    for (index, side) in sides.enumerated() where side.members.count > 1 {
      var shared: [Int: Int] = [:]
      for name in side.members.keys {
        for other in withMember[name] ?? [] { shared[other, default: 0] += 1 }
        withMember[name, default: []].append(index)
      }
      // The first definition of the same set.
      for other in shared.keys.sorted() where sides[other].file != side.file {
        let relation = relation(side, sides[other], sharing: shared[other] ?? 0)
        guard relation != .unrelated else { continue }
        findings += compare(side, with: sides[other], relation)
        break
      }
    }
    return findings
  }

  /// The reason to compare two sets.
  private enum Relation {
    case unrelated
    /// They are meant to be the same, and each difference is a mistake.
    case same
    /// Nearly all flags agree. Headers of related chips and devices do too, so a difference is a
    /// mistake only where one of the sets shows it.
    case similar
  }

  private func relation(
    _ side: ComparedSet, _ other: ComparedSet, sharing shared: Int
  ) -> Relation {
    let fewest = min(side.members.count, other.members.count)
    // Most candidates share a few short names, so this comes before what is slow.
    guard fewest > 1, shared > 1, other.areFlags, isPair || shared * 4 >= fewest * 3,
      isPair || side.bareName == other.bareName || side.isElsewhere(than: other),
      !PathVariants.areVariants(side.file ?? "", other.file ?? "")
    else { return .unrelated }
    // Two languages of one program may have folders of different platforms.
    if !isPair, !side.isElsewhere(than: other),
      PathVariants.areOfDifferentPlatforms(side.file ?? "", other.file ?? "")
    {
      return .unrelated
    }
    let equal = side.members.count { name, member in
      other.members[name].map { $0.bits == member.bits } ?? false
    }
    if isPair {
      return isSameInPair(side, other, sharing: shared, equal: equal) ? .same : .unrelated
    }
    return relationAmongMany(side, other, sharing: shared, equal: equal)
  }

  /// In two files of the user's choice, by the names and most members, or by nearly all members.
  private func isSameInPair(
    _ side: ComparedSet, _ other: ComparedSet, sharing shared: Int, equal: Int
  ) -> Bool {
    let fewest = min(side.members.count, other.members.count)
    let isOther = side.isElsewhere(than: other)
    if side.bareName == other.bareName {
      guard shared * 2 >= fewest else { return false }
      if isOther { return shared == fewest || equal * 2 >= shared }
      return equal * 2 > shared
    }
    return side.areFlags && isOther && shared >= 3 && shared * 4 >= fewest * 3
      && equal * 3 >= shared * 2
  }

  /// Among many files, sets of one name are often variants or unrelated. They must be in different
  /// languages, or one must say that it repeats the other, or nearly all of many flags must agree.
  private func relationAmongMany(
    _ side: ComparedSet, _ other: ComparedSet, sharing shared: Int, equal: Int
  ) -> Relation {
    let fewest = min(side.members.count, other.members.count)
    guard shared >= 3, shared * 4 >= fewest * 3, equal * 4 >= shared * 3, !side.isLocal,
      !other.isLocal
    else { return .unrelated }
    if !side.isElsewhere(than: other) {
      guard side.bareName == other.bareName else { return .unrelated }
      if side.repeats(other, lines) || other.repeats(side, lines) { return .same }
      return shared >= Self.fewestOfSimilar && equal * 10 >= shared * 9 ? .similar : .unrelated
    }
    let isSame = side.bareName == other.bareName || side.areFlags && equal * 10 >= shared * 9
    return isSame ? .same : .unrelated
  }

  /// Two sets of one name and language are compared if they share so many flags.
  private static let fewestOfSimilar = 8

  private func compare(
    _ side: ComparedSet, with other: ComparedSet, _ relation: Relation
  ) -> [LintFinding] {
    var findings: [LintFinding] = []
    for (short, member) in side.members.sorted(by: { $0.key < $1.key }) {
      guard let bits = member.bits, let twin = other.members[short], let others = twin.bits,
        !Self.isSame(bits, others), mayDiffer(bits, others), !side.others.contains(short)
      else { continue }
      if relation == .same {
        let repair = "write \(others.hexText), or correct '\(other.shownName)'"
        findings.append(difference(of: member, in: side, from: twin, in: other, repair))
      } else if side.repeats(bits, insteadOf: others), !other.repeats(others, insteadOf: bits) {
        let repair = "write \(others.hexText): '\(side.set.name)' has another flag with this bit"
        findings.append(difference(of: member, in: side, from: twin, in: other, repair))
      } else if other.repeats(others, insteadOf: bits), !side.repeats(bits, insteadOf: others) {
        let repair = "write \(bits.hexText): '\(other.set.name)' has another flag with this bit"
        findings.append(difference(of: twin, in: other, from: member, in: side, repair))
      }
    }
    return findings + otherNames(in: side, than: other) + missing(in: side, of: other)
      + missing(in: other, of: side)
  }

  private func difference(
    of member: WrittenMember, in side: ComparedSet, from twin: WrittenMember,
    in other: ComparedSet, _ repair: String
  ) -> LintFinding {
    let (bits, others) = (member.bits ?? 0, twin.bits ?? 0)
    return LintFinding(
      .differentBits, in: side.set.name, flag: member.name,
      "'\(member.name)' is \(bits.hexText), and \(others.hexText) in '\(other.shownName)'",
      at: member.valuePlace ?? member.place, file: side.file, repair: repair,
      notes: twin.place.map { [Diagnostic.Note("'\(twin.name)' is here", at: $0)] } ?? [],
      usually: isPair ? nil : .warn)
  }

  /// The flags of a set that another definition lacks, and whose bits it does not name.
  private func missing(in side: ComparedSet, of other: ComparedSet) -> [LintFinding] {
    ownFlags(of: other, beside: side).compactMap { _, twin, bits in
      guard !side.members.values.contains(where: { $0.bits == bits }) else { return nil }
      return LintFinding(
        .missingFlag, in: side.set.name, flag: twin.name,
        "'\(side.set.name)' lacks '\(twin.name)' of '\(other.shownName)', \(bits.hexText)",
        at: side.set.place, file: side.file, repair: "add it",
        notes: twin.place.map { [Diagnostic.Note("'\(twin.name)' is here", at: $0)] } ?? [])
    }
  }

  /// The bits that two definitions name differently.
  private func otherNames(in side: ComparedSet, than other: ComparedSet) -> [LintFinding] {
    ownFlags(of: other, beside: side).compactMap { short, twin, bits in
      let holders = side.members.filter { $0.value.bits == bits }
      guard let holder = holders.first, holders.count == 1, other.members[holder.key] == nil,
        Self.areNear(holder.key, short)
      else { return nil }
      return missingName(twin, of: other, with: holder.value, in: side)
    }
  }

  /// The flags of a set whose names another one lacks, with their short names and bits.
  private func ownFlags(
    of set: ComparedSet, beside other: ComparedSet
  ) -> [(short: String, member: WrittenMember, bits: UInt64)] {
    set.members.sorted { $0.key < $1.key }.compactMap { short, member in
      guard other.members[short] == nil, let bits = member.bits, bits.isSingleBit,
        !set.others.contains(short),
        set.members.values.count(where: { $0.bits == bits }) == 1
      else { return nil }
      return (short, member, bits)
    }
  }

  /// True if two names share half of their letters at the start and the end. Others are translations:
  /// `hasSpaceAvailable` and `CanAcceptBytes`.
  private static func areNear(_ one: String, _ other: String) -> Bool {
    let start = zip(one, other).prefix { $0 == $1 }.count
    let (left, right) = (one.dropFirst(start), other.dropFirst(start))
    let end = zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count
    return (start + end) * 2 >= min(one.count, other.count)
  }

  /// A bit with a name that the other set lacks, while the other name is lacking here.
  private func missingName(
    _ twin: WrittenMember, of other: ComparedSet, with member: WrittenMember,
    in side: ComparedSet
  ) -> LintFinding {
    LintFinding(
      .missingFlag, in: side.set.name, flag: twin.name,
      "'\(member.name)' is \((member.bits ?? 0).hexText), which is '\(twin.name)' in '\(other.shownName)'",
      at: member.valuePlace ?? member.place, file: side.file, repair: "give the bit one name",
      notes: twin.place.map { [Diagnostic.Note("'\(twin.name)' is here", at: $0)] } ?? [])
  }

  /// True if two different numbers are flags: both among many files, and one in a pair, where the
  /// other may be mistyped.
  private func mayDiffer(_ bits: UInt64, _ otherBits: UInt64) -> Bool {
    if isPair { return bits.isSingleBit || otherBits.isSingleBit }
    return bits.isSingleBit && otherBits.isSingleBit
  }

  /// True if two numbers are the same bits, of types that may extend a sign.
  private static func isSame(_ bits: UInt64, _ otherBits: UInt64) -> Bool {
    bits == otherBits
      || bits & 0xFFFF_FFFF == otherBits & 0xFFFF_FFFF
        && [bits, otherBits].contains { $0 >> 31 == 0x1_FFFF_FFFF }
  }
}
