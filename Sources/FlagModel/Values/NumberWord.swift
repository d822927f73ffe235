/// An integer width and its sign. In foreign columns, the highest bit of fewer than 64 may make a
/// number negative or not, whatever the type says, even within one column.
package struct NumberWord: Hashable, Sendable {
  package let width: Int
  /// True if the type has negative numbers.
  package let isSigned: Bool

  package init(_ type: IntegerType) { self.init(width: type.bitWidth, isSigned: type.isSigned) }

  private init(width: Int, isSigned: Bool) {
    self.width = width
    self.isSigned = isSigned
  }

  /// The same width with or without a sign.
  package func signed(_ isSigned: Bool) -> NumberWord {
    NumberWord(width: width, isSigned: isSigned)
  }

  /// A mask of all bits.
  package var mask: Int64 { Int64(bitPattern: .max >> UInt64(64 - width)) }

  /// The numbers with the highest bit if they are negative; nil for 64 bits, where they always are.
  package var negatives: ClosedRange<Int64>? {
    guard width < 64 else { return nil }
    return (-1 << Int64(width - 1))...(-1)
  }

  /// The same numbers if they are positive.
  package var highPositives: ClosedRange<Int64>? {
    guard width < 64 else { return nil }
    return (1 << Int64(width - 1))...mask
  }

  /// True if a number has the highest bit, so that another number may have the same meaning.
  package func hasSign(_ number: Int64) -> Bool {
    width < 64 && number >> Int64(width - 1) & 1 != 0
  }

  /// The number with the same bits in this width and sign. Numbers beyond the width stay unchanged.
  package func value(of number: Int64) -> Int64 {
    guard let negatives, let highPositives else { return number }
    if isSigned, highPositives.contains(number) { return number | ~mask }
    if !isSigned, negatives.contains(number) { return number & mask }
    return number
  }

  /// All numbers with the same bits.
  package func equals(of number: Int64) -> [Int64] {
    let bits = signed(false).value(of: number)
    if highPositives?.contains(bits) == true { return [bits, bits | ~mask] }
    return [bits]
  }
}

extension AttributeType {
  /// The integer width of integers and flags; nil for other types.
  package var word: NumberWord? {
    switch self {
    case .integer(let type): NumberWord(type)
    case .flags(let set): set.word
    default: nil
    }
  }
}

extension FlagSet {
  package var word: NumberWord { NumberWord(rawType) }
}
