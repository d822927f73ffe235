extension Double {
  /// A number in decimal notation without an exponent, with few enough digits for fast parsing; nil
  /// for any other text, which may be a number too.
  package init?(decimal text: UnsafeBufferPointer<UInt8>) {
    // `DecimalDigits` has no negative zero.
    guard let number = DecimalDigits(text)?.double, number != 0 || text.first != UInt8(ascii: "-")
    else { return nil }
    self = number
  }
}
