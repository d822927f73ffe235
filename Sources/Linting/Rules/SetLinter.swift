package import Definitions
import FlagModel

/// Applies the rules for definitions to one set.
package struct SetLinter {
  let set: WrittenSet
  let ladder: Ladder
  let comments: CommentedBits
  /// The words that most names of the set have, in the singular. They say nothing about one of them.
  let usualWords: Set<String>
  /// The name of the file, for members without a place.
  let file: String?
  private(set) var findings: [LintFinding] = []

  package static func findings(in set: WrittenSet, file: String? = nil) -> [LintFinding] {
    var linter = SetLinter(set, file)
    linter.run()
    return linter.findings
  }

  /// The findings in an enum whose name alone says that it has flags, and which counts.
  package static func findings(
    inCountingEnum set: WrittenSet, file: String? = nil
  ) -> [LintFinding] {
    var linter = SetLinter(set, file)
    linter.findCountingEnum()
    return linter.findings
  }

  private init(_ set: WrittenSet, _ file: String?) {
    self.set = set
    self.file = file
    ladder = Ladder(set)
    comments = CommentedBits(set)
    usualWords = Self.usualWords(of: set)
  }

  private static func usualWords(of set: WrittenSet) -> Set<String> {
    var counts: [String: Int] = [:]
    for member in set.members {
      for word in Set(NameMeaning.words(of: member.name).map(NameMeaning.singular)) {
        counts[word, default: 0] += 1
      }
    }
    return Set(counts.filter { $0.value * 2 > set.members.count }.keys)
  }

  /// The meaning of a name without the words that most names of the set have, such as `MASK` in
  /// `READ_MASK`, `WRITE_MASK` and `KICK_MASK`.
  func meaning(of member: WrittenMember) -> NameMeaning {
    let words = NameMeaning.words(of: member.name)
    return NameMeaning(words: words.filter { !usualWords.contains(NameMeaning.singular($0)) })
  }

  private mutating func run() {
    findWrongNumbers()
    findOctalDigits()
    findCountedShifts()
    findCountedFlags()
    findCommentedBits()
    findSharedBits()
    findSigns()
    findWideValues()
    findGaps()
  }

  mutating func report(
    _ rule: LintRule, _ member: WrittenMember, _ message: String, repair: String,
    notes: [Diagnostic.Note] = [], bits: UInt64 = 0, usually level: LintLevel? = nil
  ) {
    findings.append(
      LintFinding(
        rule, in: set.name, flag: member.name, message, at: member.valuePlace ?? member.place,
        file: file, repair: repair, notes: notes, bits: bits, usually: level))
  }

  // MARK: Signs and widths

  private mutating func findSigns() {
    for (index, member) in set.members.enumerated() {
      guard let value = member.value else { continue }
      if value == -1, NameMeaning(member.name).isNone, !isBesideZero(index), !isPrivate(member),
        !isComplement(member)
      {
        report(
          .negativeNone, member,
          "'\(member.name)' is -1, which has all bits: it contains every flag",
          repair: "give it the value 0", usually: set.origin == .flags ? .deny : .warn)
      } else if value == -(1 << 31), isSigned32(member), member.spelling.isPlain,
        !meaning(of: member).isNotFlag
      {
        report(
          .signBit, member,
          "'\(member.name)' is the sign bit of a 32-bit number: it is negative, and a column with 64 bits holds it as 0xFFFFFFFF80000000",
          repair: repairOfSign, usually: hasWideMembers(beside: index) ? .warn : nil)
      }
    }
  }

  /// True if the set needs more than 32 bits, so that the sign of a member fills its upper half.
  /// Constants with a short prefix are a set only within a paragraph.
  private func hasWideMembers(beside index: Int) -> Bool {
    let rung = ladder.rungs.firstIndex { $0.index == index }
    return set.members.enumerated().contains { other, member in
      guard let value = member.value, value >> 32 > 0 else { return false }
      guard set.origin == .prefix else { return true }
      guard let rung, let wide = ladder.rungs.firstIndex(where: { $0.index == other }) else {
        return false
      }
      return ladder.areInParagraph(min(rung, wide), max(rung, wide))
    }
  }

  /// True for `~0`, whose writer knows that it has all bits.
  private func isComplement(_ member: WrittenMember) -> Bool {
    guard let place = member.valuePlace else { return false }
    return place.source.utf8[place.range].contains(UInt8(ascii: "~"))
  }

  /// True if a comment above the member says that users do not see it. `private enum` says nothing.
  private func isPrivate(_ member: WrittenMember) -> Bool {
    guard let place = member.place else { return false }
    let before = place.source.utf8[..<place.range.lowerBound].suffix(Self.nearby)
    let text = String(decoding: before, as: UTF8.self).lowercased()
    return text.split(whereSeparator: \.isNewline).contains { line in
      let comment = line.firstIndex { "/*#".contains($0) }.map { line[$0...] } ?? ""
      return comment.contains("private") || comment.contains("internal use")
    }
  }

  /// The bytes of about two lines.
  private static let nearby = 120

  /// True if the next member is 0, or another one of an enum: `X = 0, Y = 1, Z = 2, None = -1`. The
  /// name for nothing is then a value outside of the others, and cannot be 0.
  private func isBesideZero(_ index: Int) -> Bool {
    let next = set.members[(index + 1)...].first
    return next?.value == 0 || set.origin != .flags && set.members.contains { $0.value == 0 }
  }

  private func isSigned32(_ member: WrittenMember) -> Bool {
    let type = set.rawType ?? member.type
    return type.map { $0.isSigned && $0.bitWidth == 32 } ?? (set.language == .typescript)
  }

  private var repairOfSign: String {
    switch set.language {
    case .c, .cpp: "write 1u << 31"
    case .java, .kotlin: "use a long, or store it with & 0xFFFFFFFFL"
    case .csharp: "declare the enum as uint"
    case .typescript: "write 2 ** 31, or (1 << 31) >>> 0"
    default: "use an unsigned type, such as UInt32"
    }
  }

  private mutating func findWideValues() {
    for member in set.members {
      if let excess = member.excess {
        report(
          .tooWide, member, "'\(member.name)': \(excess)", repair: "use a wider type for the set")
      } else if let type = set.rawType, let value = member.value,
        member.spelling != .next, !Self.holds(type, value)
      {
        report(
          .tooWide, member,
          "'\(member.name)' is \(UInt64(truncatingIfNeeded: value).hexText), which does not fit \(type.name(in: set.language))",
          repair: "use a wider type for the set")
      }
    }
  }

  /// True for the numbers of a type, and for its sign bit without a sign.
  private static func holds(_ type: IntegerType, _ value: Int128) -> Bool {
    let width = Int128(type.bitWidth)
    return value < 1 << width && value >= -(1 << (width - 1))
  }

  // MARK: Gaps

  /// Bits without a name between two flags that follow each other.
  private mutating func findGaps() {
    guard ladder.doublings > 1 else { return }
    for rung in ladder.rungs.indices.dropLast() {
      guard let below = ladder.single(rung), let above = ladder.single(rung + 1), below < above,
        ladder.isInParagraph(rung + 1)
      else { continue }
      let members = [ladder.member(rung), ladder.member(rung + 1)]
      if members.contains(where: { meaning(of: $0).isNotFlag }) { continue }
      let between = (above - 1) & ~(below | (below - 1))
      let missing = between & ~ladder.named
      guard missing != 0, missing == between, missing.nonzeroBitCount <= Self.widestGap else {
        continue
      }
      if members.contains(where: isNamedAsItsNumber) { continue }
      let isNamed =
        ladder.hasOtherConstants(before: rung + 1) || isInField(missing)
        || ladder.isWritten(missing, beside: rung)
      if isNamed || ladder.explains(missing, before: rung + 1) || ladder.callsFree(missing) {
        continue
      }
      let (member, before) = (ladder.member(rung + 1), ladder.member(rung))
      let bits = missing.singleBits.map { "\($0.trailingZeroBitCount)" }
      let noun = agreeing(bits.count, "bit", "bits")
      report(
        .gap, member,
        "no flag has \(noun) \(listed(bits)), between '\(before.name)' and '\(member.name)'",
        repair: "name the bit, or say in a comment why it is free", bits: missing)
    }
  }

  /// True for `TRIGGER_4`, whose number is 4.
  private func isNamedAsItsNumber(_ member: WrittenMember) -> Bool {
    guard let last = NameMeaning.words(of: member.name).last, let number = Int128(last) else {
      return false
    }
    return number > 1 && number == member.value
  }

  /// True if a member is a field that has the bits, such as `ATIME 0x70`.
  private func isInField(_ bits: UInt64) -> Bool {
    ladder.rungs.contains { rung in
      let lowest = rung.bits & (~rung.bits &+ 1)
      let isRow = rung.bits &+ lowest == 0 || (rung.bits &+ lowest).isSingleBit
      return isRow && rung.bits & bits == bits && rung.bits.nonzeroBitCount <= Self.widestField
        && !meaning(of: set.members[rung.index]).isNotFlag
    }
  }

  /// A wider row of bits has all flags.
  private static let widestField = 4

  /// A wider gap separates groups of flags.
  private static let widestGap = 3
}
