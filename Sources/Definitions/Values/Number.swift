import FlagModel

/// An integer of a source: exact, or with a type of limited width.
struct Number: Hashable {
  let value: Int128
  /// The type; nil if the language has exact numbers, or if the type is still unknown.
  let type: IntegerType?

  init(_ value: Int128, _ type: IntegerType? = nil) {
    self.value = type.map { $0.wrapping(value) } ?? value
    self.type = type
  }

  var isTrue: Bool { value != 0 }

  func converted(to type: IntegerType?) -> Number { Number(value, type ?? self.type) }
}

extension IntegerType {
  /// The number reduced to the bits of its type.
  func wrapping(_ value: Int128) -> Int128 {
    let bits = UInt64(truncatingIfNeeded: value) & widthMask
    let isNegative = isSigned && bits >> UInt64(bitWidth - 1) & 1 == 1
    if isNegative { return Int128(bits) - Int128(widthMask) - 1 }
    return Int128(bits)
  }

  var widthMask: UInt64 { UInt64.max >> UInt64(64 - bitWidth) }

  func holds(_ value: Int128) -> Bool { wrapping(value) == value }
}
