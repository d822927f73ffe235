/// Numbers that differ by one mistake of typing.
enum TypingMistake {
  /// True if one digit is wrong, missing or too many, or two digits are swapped.
  static func areNear(_ digits: String, _ other: String) -> Bool {
    let (left, right) = differences(digits, other)
    return left.count <= 1 && right.count <= 1 || isSwap(left, right)
  }

  /// True if two digits that follow each other are swapped.
  static func areSwapped(_ digits: String, _ other: String) -> Bool {
    let (left, right) = differences(digits, other)
    return isSwap(left, right)
  }

  /// The digits without those that are equal at the start and at the end.
  private static func differences(
    _ digits: String, _ other: String
  ) -> (left: Substring, right: Substring) {
    let (significant, otherSignificant) = (
      digits.lowercased().drop { $0 == "0" }, other.lowercased().drop { $0 == "0" }
    )
    let start = zip(significant, otherSignificant).prefix { $0 == $1 }.count
    let (left, right) = (significant.dropFirst(start), otherSignificant.dropFirst(start))
    let end = zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count
    return (left.dropLast(end), right.dropLast(end))
  }

  private static func isSwap(_ left: Substring, _ right: Substring) -> Bool {
    left.count == 2 && left.elementsEqual(right.reversed())
  }
}
