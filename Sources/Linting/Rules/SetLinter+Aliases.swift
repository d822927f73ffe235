import Definitions
import FlagModel

// Two names that may mean one flag.

extension SetLinter {
  /// True if two names share a word that few names of the set have, or a comment in the set speaks of
  /// equal values. Another name for a flag usually stands below it.
  func isRelated(_ member: WrittenMember, _ other: WrittenMember) -> Bool {
    let words = Set(NameMeaning.words(of: member.name)).subtracting(usualWords)
    return !words.isDisjoint(with: NameMeaning.words(of: other.name))
      || areDescribedAlike(member, other) || speaksOfSameValues
  }

  /// True if a comment of the set speaks of equal values.
  var speaksOfSameValues: Bool {
    self.set.members.contains { ($0.comment ?? "").lowercased().contains("same value") }
  }

  /// True if both comments are equal, or one has the other's name.
  private func areDescribedAlike(_ member: WrittenMember, _ other: WrittenMember) -> Bool {
    let (comment, second) = (member.comment ?? "", other.comment ?? "")
    return !comment.isEmpty && comment == second || comment.contains(other.name.text)
      || second.contains(member.name.text)
  }

  /// True if the source has one of two members under a condition, and the other one otherwise.
  func areAlternatives(_ first: WrittenMember, _ second: WrittenMember) -> Bool {
    guard let start = first.place, let end = second.place, start.source == end.source,
      start.range.upperBound < end.range.lowerBound
    else { return false }
    let text = start.source.text(start.range.upperBound..<end.range.lowerBound)
    return text.split(whereSeparator: \.isNewline).contains { line in
      let words = line.drop { $0 == " " || $0 == "\t" }
      return words.hasPrefix("#else") || words.hasPrefix("#elif")
    }
  }

  /// The first words that three of four members have. A member without them is of another family.
  var usualStart: [String] {
    let names = set.members.map { NameMeaning.words(of: $0.name) }
    var (start, matching) = ([String](), names)
    while true {
      let next = Dictionary(grouping: matching.filter { $0.count > start.count + 1 }) {
        $0[start.count]
      }
      guard let (word, rest) = next.max(by: { $0.value.count < $1.value.count }),
        rest.count * 4 >= names.count * 3
      else { return start }
      start.append(word)
      matching = rest
    }
  }

  /// True if the words or comments of two names say that both mean the same. Where the order lacks a
  /// bit, they must say so clearly.
  func mayBeAlias(
    _ member: WrittenMember, of other: WrittenMember, insteadOfFreeBit: Bool
  ) -> Bool {
    let (ownWords, otherWords) = (
      Set(NameMeaning.words(of: member.name)), Set(NameMeaning.words(of: other.name))
    )
    let meanings = [meaning(of: member), meaning(of: other)]
    let shared = ownWords.intersection(otherWords).subtracting(usualWords).count
    // The names of one thing by two vendors differ in a word.
    if shared > 2 { return true }
    if insteadOfFreeBit {
      let isAlias = meanings.contains { $0.isCertainAlias || $0.isReplaced && shared > 0 }
      if isAlias { return true }
    } else if meanings.contains(where: { $0.isAlias || $0.isNotFlag }) {
      return true
    }
    if ownWords.isSubset(of: otherWords) || otherWords.isSubset(of: ownWords)
      || Self.areVariants(ownWords, otherWords)
      || Self.isShort(ownWords, otherWords, hasEndings: !insteadOfFreeBit)
    {
      return true
    }
    return [member, other].contains { member in
      let comment = (member.comment ?? "").lowercased()
      let words = Self.certainAliasWords + (insteadOfFreeBit ? [] : Self.aliasWords)
      return words.contains { comment.contains($0) }
    }
  }

  /// True for names of one thing in two directions, such as `ENCRYPT_CS` and `ENCRYPT_SC`.
  private static func areVariants(_ words: Set<String>, _ otherWords: Set<String>) -> Bool {
    let different = words.symmetricDifference(otherWords)
    return different.count == 2 && different.allSatisfy { $0.count <= 2 } && words.count > 2
  }

  /// True if one name shortens a word of the other: `ANON` and `ANONYMOUS`, `SYNC`
  /// and `FSYNC`.
  private static func isShort(
    _ words: Set<String>, _ otherWords: Set<String>, hasEndings: Bool
  ) -> Bool {
    let (first, second) = (words.subtracting(otherWords), otherWords.subtracting(words))
    guard first.count == 1, second.count == 1, let a = first.first, let b = second.first else {
      return false
    }
    guard min(a.count, b.count) > 2 else { return false }
    if a.hasPrefix(b) || b.hasPrefix(a) { return true }
    return hasEndings && (a.hasSuffix(b) || b.hasSuffix(a))
  }

  private static let aliasWords = ["also", "compat", "legacy", "shared", "union"]
  private static let certainAliasWords = [
    "alias", "same as", "same bit", "deprecat", "obsolete", "old name", "synonym", "overlap",
    "reuse", "another name", "renamed", "equivalent",
  ]
}
