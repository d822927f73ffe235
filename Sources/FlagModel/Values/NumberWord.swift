/// The integers of as many bits as a type has. In columns of others the highest bit of fewer than 64
/// may make the number negative or not, whatever the type says, even in one column.
package struct NumberWord: Hashable, Sendable {
  package let width: Int
  /// True if the type has negative numbers.
  package let isSigned: Bool

  package init(_ type: IntegerType) { (width, isSigned) = (type.bitWidth, type.isSigned) }

  private init(width: Int, isSigned: Bool) { (self.width, self.isSigned) = (width, isSigned) }

  /// The word as a column has it in which the highest bit makes numbers negative, or does not.
  package func signed(_ isSigned: Bool) -> NumberWord {
    NumberWord(width: width, isSigned: isSigned)
  }

  /// Every bit.
  package var mask: Int64 { Int64(bitPattern: .max >> UInt64(64 - width)) }

  /// The numbers with the highest bit, if this makes them negative; nil for 64 bits, where it always
  /// does.
  package var negatives: ClosedRange<Int64>? {
    width < 64 ? (-1 << Int64(width - 1))...(-1) : nil
  }

  /// The same numbers, if it does not.
  package var highPositives: ClosedRange<Int64>? {
    width < 64 ? (1 << Int64(width - 1))...mask : nil
  }

  /// True if a number has the highest bit, and another one may mean the same.
  package func hasSign(_ number: Int64) -> Bool {
    width < 64 && number >> Int64(width - 1) & 1 != 0
  }

  /// The number with the same bits as the word has it. Numbers beyond the width stay as they are.
  package func value(of number: Int64) -> Int64 {
    guard let negatives, let highPositives else { return number }
    if isSigned { return highPositives.contains(number) ? number | ~mask : number }
    return negatives.contains(number) ? number & mask : number
  }

  /// All numbers that mean the same as one.
  package func equals(of number: Int64) -> [Int64] {
    let bits = signed(false).value(of: number)
    return highPositives?.contains(bits) == true ? [bits, bits | ~mask] : [bits]
  }
}

extension AttributeType {
  /// The word of integers and flags; nil for other types.
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
