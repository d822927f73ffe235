import Definitions
import FlagModel

// The text of a source between a flag and the one before it.

extension Ladder {
  /// The text from the name of the rung before to the name of a rung, in lower case.
  private func source(before rung: Int) -> String {
    guard rung > 0, let between = Self.text(between: member(rung - 1), member(rung)) else {
      return ""
    }
    return String(decoding: between, as: UTF8.self).lowercased()
  }

  /// The lines between a rung and the one before it, without theirs.
  private func lines(before rung: Int) -> ArraySlice<Substring> {
    source(before: rung).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .dropFirst().dropLast()
  }

  /// The members between a rung and the one before it, such as combinations of names.
  private func members(before rung: Int) -> ArraySlice<WrittenMember> {
    set.members[(rungs[rung - 1].index + 1)..<rungs[rung].index]
  }

  /// True if a constant that is no member stands between a rung and the one before it: one with
  /// another prefix or another macro, or under a condition.
  func hasOtherConstants(before rung: Int) -> Bool {
    let constants = lines(before: rung).count { line in
      let isAttribute = ["[", "@"].contains(line.first { $0 != " " && $0 != "\t" })
      return !isAttribute && Self.isConstant(line)
    }
    return constants > members(before: rung).count
  }

  /// True if a comment between a rung and the one before it names one of the bits, or says that bits
  /// have no use.
  func explains(_ bits: UInt64, before rung: Int) -> Bool {
    let comments = lines(before: rung).filter { !Self.isConstant($0) }
    if comments.contains(where: { line in Self.uses.contains { line.contains($0) } }) {
      return true
    }
    return Self.names(bits, in: source(before: rung))
  }

  /// True if a constant that no empty line separates from a rung writes one of the bits. It may have
  /// another prefix.
  func isWritten(_ bits: UInt64, beside rung: Int) -> Bool {
    guard let place = member(rung).place else { return false }
    let bytes = place.source.utf8
    let before = bytes[..<place.range.lowerBound].suffix(Self.above)
    let after = bytes[place.range.upperBound...].prefix(Self.above)
    let above = String(decoding: before, as: UTF8.self).lowercased()
    let below = String(decoding: after, as: UTF8.self).lowercased()
    let lines =
      Self.lines(of: above).dropLast().reversed().prefix { !Self.isEmpty($0) }
      + Self.lines(of: below).dropFirst().prefix { !Self.isEmpty($0) }
    return lines.contains { Self.isConstant($0) && Self.names(bits, in: String($0)) }
  }

  private static func lines(of text: String) -> [Substring] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }

  private static func isEmpty(_ line: Substring) -> Bool {
    line.allSatisfy { $0 == " " || $0 == "\t" }
  }

  /// True if a comment in the set, or in the lines above it, calls one of the bits free.
  func callsFree(_ bits: UInt64) -> Bool {
    guard let first = set.members.first?.place, let last = set.members.last?.place,
      first.source == last.source, first.range.lowerBound < last.range.upperBound,
      last.range.upperBound - first.range.lowerBound < Self.longestSet
    else { return false }
    let start = max(0, first.range.lowerBound - Self.above)
    let bytes = first.source.utf8[start..<last.range.upperBound]
    let lines = String(decoding: bytes, as: UTF8.self).lowercased()
      .split(whereSeparator: \.isNewline)
    return lines.contains { line in
      (Self.uses + ["free"]).contains { line.contains($0) } && Self.names(bits, in: String(line))
    }
  }

  /// Constants in more bytes are not one set.
  private static let longestSet = 1 << 16
  /// The bytes of about ten lines.
  private static let above = 600

  /// True if a text in lower case names one of the bits.
  private static func names(_ bits: UInt64, in text: String) -> Bool {
    let words = words(of: text)
    return zip(words, words.dropFirst()).contains { word, next in
      if let value = UInt64(hexadecimal: next), value != 0, value & ~bits == 0 { return true }
      guard ["bit", "bits", "<<"].contains(word), let bit = Int(next) else { return false }
      return (0..<64).contains(bit) && bits >> UInt64(bit) & 1 == 1
    }
  }

  private static let uses = [
    "reserved", "unused", "not used", "not in use", "obsolete", " bits ", " gap ",
  ]

  /// The words and numbers of a text, and the signs of shifts.
  private static func words(of text: String) -> [Substring] {
    text.replacing("<<", with: " << ").split { !$0.isLetter && !$0.isNumber && $0 != "<" }
  }

  /// True if two constants with a prefix are in one block of flags. An empty line, a heading, code or
  /// a 0 between them begins something else, and a number with several bits is no flag.
  func areInBlock(_ first: Int, _ last: Int) -> Bool {
    areInParagraph(first, last)
      && (first..<last).allSatisfy { !isInterrupted(before: $0 + 1) }
      && paragraph(of: first, last).allSatisfy { rung in
        single(rung) != nil || NameMeaning(member(rung).name).isNotFlag
      }
  }

  private func isInterrupted(before rung: Int) -> Bool {
    let between = members(before: rung)
    if between.contains(where: { $0.value == 0 }) { return true }
    let lines = lines(before: rung).filter { line in line.contains { $0 != " " && $0 != "\t" } }
    let comments = lines.filter(isComment)
    return lines.count - comments.count > between.count || !comments.isEmpty && !hasUsualComments
  }

  private func isComment(_ line: Substring) -> Bool {
    let text = line.drop { $0 == " " || $0 == "\t" }
    if text.first == "#" { return ![.c, .cpp, .csharp].contains(set.language) }
    return ["*", "/"].contains(text.first)
  }

  /// True if most constants have a comment above them.
  private var hasUsualComments: Bool {
    let commented = rungs.indices.dropFirst().count { lines(before: $0).contains(where: isComment) }
    return commented * 2 >= rungs.count - 1
  }

  /// The rungs around two that no empty line separates.
  private func paragraph(of first: Int, _ last: Int) -> Range<Int> {
    var (start, end) = (first, last)
    while start > 0, isInParagraph(start) { start -= 1 }
    while end + 1 < rungs.count, isInParagraph(end + 1) { end += 1 }
    return start..<end + 1
  }
}

extension UInt64 {
  /// The number of `0x40`, with the suffix of its type.
  fileprivate init?(hexadecimal word: Substring) {
    guard word.hasPrefix("0x") else { return nil }
    let digits = word.dropFirst(2).prefix(while: \.isHexDigit)
    self.init(digits, radix: 16)
  }
}
