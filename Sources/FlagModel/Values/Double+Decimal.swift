extension Double {
  /// The number that a text gives in decimal notation, without an exponent and with few enough digits to be read
  /// fast; nil for any other, which may be a number too.
  package init?(decimal text: UnsafeBufferPointer<UInt8>) {
    // Digits know no zero with a sign.
    guard let number = DecimalDigits(text)?.double, number != 0 || text.first != UInt8(ascii: "-")
    else { return nil }
    self = number
  }
}
