package import Definitions
import FlagModel
import PlainText

/// Compares the definitions of one set in several files.
package struct SetComparison {
  /// A set with its members by their bare names.
  private struct Side {
    let set: WrittenSet
    let file: String?
    /// False for an enum that may have other numbers than flags.
    let areFlags: Bool
    let bareName: String
    let members: [String: WrittenMember]

    init(_ set: WrittenSet, _ file: String?, areFlags: Bool) {
      self.set = set
      self.file = file
      self.areFlags = areFlags
      bareName = Self.bare(set.name.parts.last ?? set.name)
      let names = set.members.map { NameMeaning.words(of: $0.name) }
      let start = Self.commonStart(names.filter { $0.count > 1 })
      var members: [String: WrittenMember] = [:]
      for (member, words) in zip(set.members, names) {
        let short =
          if words.count > start { words.dropFirst(start).joined() } else { words.joined() }
        if member.bits.map({ $0 != 0 }) ?? false { members[short] = members[short] ?? member }
      }
      self.members = members
    }

    /// `perm` of `PERM_FLAGS`, `Perms` and `kPerm`.
    private static func bare(_ name: Name) -> String {
      var words = NameMeaning.words(of: name)
      if words.count > 1, words.first == "k" || words.first == "e" { words.removeFirst() }
      if words.count > 1, ["flags", "flag", "bits", "mask", "t"].contains(words.last) {
        words.removeLast()
      }
      let text = words.joined()
      if text.count > 3 && text.hasSuffix("s") { return String(text.dropLast()) }
      return text
    }

    /// The number of first words that all names share.
    private static func commonStart(_ names: [[String]]) -> Int {
      guard names.count > 1, let first = names.first else { return 0 }
      var count = names.map { $0.count - 1 }.min() ?? 0
      while count > 0, !names.allSatisfy({ $0.prefix(count) == first.prefix(count) }) { count -= 1 }
      return count
    }
  }

  /// The findings in the sets of all files, each with the file's name.
  /// - Parameter enums: enums of a few bits, which are compared with sets of the same name.
  package static func findings(
    in sets: [(set: WrittenSet, file: String?)],
    enums: [(set: WrittenSet, file: String?)] = []
  ) -> [LintFinding] {
    let sides =
      sets.map { Side($0.set, $0.file, areFlags: true) }
      + enums.map { Side($0.set, $0.file, areFlags: false) }
    var withMember: [String: [Int]] = [:]
    var findings: [LintFinding] = []
    for (index, side) in sides.enumerated() where side.members.count > 1 {
      var shared: [Int: Int] = [:]
      for name in side.members.keys {
        for other in withMember[name] ?? [] { shared[other, default: 0] += 1 }
        withMember[name, default: []].append(index)
      }
      // The first definition of the same set.
      let earlier = shared.keys.sorted().first { other in
        sides[other].file != side.file
          && isSame(side, sides[other], sharing: shared[other] ?? 0)
      }
      if let earlier { findings += compare(side, with: sides[earlier]) }
    }
    return findings
  }

  /// True if two sets are probably the same: by their names and most members, or by nearly all
  /// members.
  private static func isSame(_ side: Side, _ other: Side, sharing shared: Int) -> Bool {
    let fewest = min(side.members.count, other.members.count)
    guard fewest > 1, shared > 1, other.areFlags else { return false }
    let equal = side.members.count { name, member in
      other.members[name].map { $0.bits == member.bits } ?? false
    }
    let isOtherLanguage = side.set.language != other.set.language
    if side.bareName == other.bareName {
      guard shared * 2 >= fewest else { return false }
      if isOtherLanguage { return shared == fewest || equal * 2 >= shared }
      return equal * 2 > shared
    }
    return side.areFlags && isOtherLanguage && shared >= 3 && shared * 4 >= fewest * 3
      && equal * 3 >= shared * 2
  }

  private static func compare(_ side: Side, with other: Side) -> [LintFinding] {
    var findings: [LintFinding] = []
    for (short, member) in side.members.sorted(by: { $0.key < $1.key }) {
      guard let bits = member.bits, let twin = other.members[short], let others = twin.bits,
        !isSame(bits, others, side, other)
      else { continue }
      let name = other.file ?? other.set.name.text
      findings.append(
        LintFinding(
          .differentBits, in: side.set.name, flag: member.name,
          "'\(member.name)' is \(bits.hexText), and \(others.hexText) in '\(name)'",
          at: member.valuePlace ?? member.place, file: side.file,
          repair: "write \(others.hexText), or correct '\(name)'",
          notes: twin.place.map { [Diagnostic.Note("'\(twin.name)' is here", at: $0)] } ?? []))
    }
    for (short, twin) in other.members.sorted(by: { $0.key < $1.key })
    where side.members[short] == nil && (twin.bits ?? 0).isSingleBit {
      let name = other.file ?? other.set.name.text
      findings.append(
        LintFinding(
          .missingFlag, in: side.set.name, flag: twin.name,
          "'\(side.set.name)' lacks '\(twin.name)' of '\(name)', \((twin.bits ?? 0).hexText)",
          at: side.set.place, file: side.file, repair: "add it",
          notes: twin.place.map { [Diagnostic.Note("'\(twin.name)' is here", at: $0)] } ?? []))
    }
    return findings
  }

  /// True if two numbers are the same bits, of types that may extend a sign.
  private static func isSame(
    _ one: UInt64, _ two: UInt64, _ side: Side, _ other: Side
  ) -> Bool {
    one == two
      || one & 0xFFFF_FFFF == two & 0xFFFF_FFFF
        && [one, two].contains { $0 >> 31 == 0x1_FFFF_FFFF }
  }
}
