import Definitions
import FlagModel

/// The bits that the comments behind the values of a set give: `(1 << 25) /* Bit 25: overrun */`.
struct CommentedBits {
  private let bits: [Int: Int]
  /// True if nearly all comments agree with their values. Other comments count the bits of a field,
  /// or from the other end.
  let areReliable: Bool

  init(_ set: WrittenSet) {
    var bits: [Int: Int] = [:]
    var equal = 0
    for (index, member) in set.members.enumerated() {
      guard case .shift(1, let count) = member.spelling, let place = member.valuePlace,
        let bit = Self.bit(behind: place)
      else { continue }
      bits[index] = bit
      if bit == count { equal += 1 }
    }
    self.bits = bits
    areReliable = equal >= Self.fewest && equal * 4 >= bits.count * 3
  }

  /// Fewer comments show no custom.
  private static let fewest = 3

  /// The bit in the comment of a member.
  subscript(index: Int) -> Int? { areReliable ? bits[index] : nil }

  /// The bit with which the comment in the rest of a value's line begins.
  private static func bit(behind value: SourcePlace) -> Int? {
    let line = value.source.lineRange(at: value.range.upperBound)
    let rest = String(
      decoding: value.source.utf8[value.range.upperBound..<line.upperBound], as: UTF8.self)
    let comment = rest.drop { ") \t,;".contains($0) }
    let text = comment.drop { "/*!<# \t".contains($0) }
    guard text.startIndex != comment.startIndex, text.lowercased().hasPrefix("bit ") else {
      return nil
    }
    let digits = text.dropFirst(4).prefix { $0.isASCII && $0.isNumber }
    guard let bit = Int(digits), (0..<64).contains(bit),
      isEnd(text[digits.endIndex...])
    else { return nil }
    return bit
  }

  /// False behind the first number of a range, and for `Bit 3 of the second byte`.
  private static func isEnd(_ text: Substring) -> Bool {
    let words = text.drop { $0 == " " || $0 == "\t" }
    if words.isEmpty || words.hasPrefix("*/") || words.first == ":" { return true }
    return words.hasPrefix("- ") || text.hasPrefix(", ") || text.hasPrefix(". ")
  }
}
