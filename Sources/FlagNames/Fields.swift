/// Numbers and small enums in some bits of a set, beside its flags; `@Bits` calls these.
extension OptionSet where RawValue: FixedWidthInteger {
  /// The number in a field.
  public func field<Number: FixedWidthInteger>(_ bits: ClosedRange<Int>) -> Number {
    Number(truncatingIfNeeded: number(in: bits))
  }

  /// The case in a field. A number without a case is read as case 0, and is kept.
  public func field<Case: RawRepresentable>(
    _ bits: ClosedRange<Int>, inPlace: Bool? = nil
  ) -> Case where Case.RawValue: FixedWidthInteger {
    if let declared: Case = declaredCase(in: bits, inPlace) { return declared }
    guard let none = Case(rawValue: 0) else {
      preconditionFailure("\(Case.self) has no case 0, so that the field must be optional")
    }
    return none
  }

  /// The case in a field; nil if the bits are 0 or have no case.
  public func field<Case: RawRepresentable>(
    _ bits: ClosedRange<Int>, inPlace: Bool? = nil
  ) -> Case? where Case.RawValue: FixedWidthInteger {
    if number(in: bits) == 0 { return nil }
    return declaredCase(in: bits, inPlace)
  }

  /// True if a bit is set.
  public func field(_ bit: Int) -> Bool { number(in: bit...bit) != 0 }

  /// Changes the number in a field. Bits of the number that do not fit are dropped.
  public mutating func setField(_ bits: ClosedRange<Int>, to number: some FixedWidthInteger) {
    put(RawValue(truncatingIfNeeded: number), in: bits)
  }

  /// Changes the case in a field.
  public mutating func setField<Case: RawRepresentable>(
    _ bits: ClosedRange<Int>, inPlace: Bool? = nil, to value: Case
  ) where Case.RawValue: FixedWidthInteger {
    let raw = RawValue(truncatingIfNeeded: value.rawValue)
    let isInPlace = inPlace ?? (raw & ~Self.mask(bits.count) != 0)
    put(isInPlace ? raw >> RawValue(bits.lowerBound) : raw, in: bits)
  }

  /// Changes the case in a field; nil is 0.
  public mutating func setField<Case: RawRepresentable>(
    _ bits: ClosedRange<Int>, inPlace: Bool? = nil, to value: Case?
  ) where Case.RawValue: FixedWidthInteger {
    guard let value else { return put(0, in: bits) }
    setField(bits, inPlace: inPlace, to: value)
  }

  /// Sets or clears a bit.
  public mutating func setField(_ bit: Int, to isSet: Bool) { put(isSet ? 1 : 0, in: bit...bit) }

  private static func mask(_ count: Int) -> RawValue {
    count >= RawValue.bitWidth ? ~0 : (1 << count) - 1
  }

  private func number(in bits: ClosedRange<Int>) -> RawValue {
    rawValue >> bits.lowerBound & Self.mask(bits.count)
  }

  /// The raw values of cases count from the lowest bit of the field, or are the bits themselves.
  private func declaredCase<Case: RawRepresentable>(
    in bits: ClosedRange<Int>, _ isInPlace: Bool?
  ) -> Case? where Case.RawValue: FixedWidthInteger {
    let number = number(in: bits)
    let counted = isInPlace == true ? nil : Case(rawValue: .init(truncatingIfNeeded: number))
    if counted != nil || isInPlace == false { return counted }
    return Case(rawValue: .init(truncatingIfNeeded: number << bits.lowerBound))
  }

  private mutating func put(_ number: RawValue, in bits: ClosedRange<Int>) {
    let mask = Self.mask(bits.count)
    let others = rawValue & ~(mask << bits.lowerBound)
    self = Self(rawValue: others | (number & mask) << bits.lowerBound)
  }
}
