package import PlainText

/// A small enum or number in a range of bits of a mask, beside the flags:
/// `@Bits(0...7) var core: Core`.
/// See Documentation/Decisions/fields-are-declared-by-bits.md.
package struct BitField: Hashable, Sendable {
  package let name: Name
  /// The range of bits; bit 0 is the lowest.
  package let bits: ClosedRange<Int>
  /// The type as the model spells it, without `?`.
  package let declaredType: Name
  /// An integer or an enum of integers.
  package let type: AttributeType
  /// True if 0 means nil. No case of the enum is 0 then.
  package let isOptional: Bool
  /// True if the raw values of the enum are bits of the mask, like S_IFREG; false if they are
  /// numbers from the lowest bit of the field.
  package let isInPlace: Bool
  package let summary: String?

  package init(
    name: Name, bits: ClosedRange<Int>, declaredType: Name, type: AttributeType,
    isOptional: Bool = false, isInPlace: Bool = false, summary: String? = nil
  ) {
    self.name = name
    self.bits = bits
    self.declaredType = declaredType
    self.type = type
    self.isOptional = isOptional
    self.isInPlace = isInPlace
    self.summary = summary
  }

  package var mask: UInt64 { Self.mask(of: bits) }

  package static func mask(of bits: ClosedRange<Int>) -> UInt64 {
    (.max >> UInt64(64 - bits.count)) << UInt64(bits.lowerBound)
  }

  /// The greatest number in the bits, counted from the lowest of them.
  package var greatest: UInt64 { .max >> UInt64(64 - bits.count) }

  /// The number of bits by which the mask is shifted to get the value.
  package var shift: Int {
    if isInPlace { return 0 }
    return bits.lowerBound
  }

  /// The type as the model spells it.
  package var shownType: Name {
    if isOptional { return "\(declaredType)?" }
    return declaredType
  }

  /// The bits of the values after the shift.
  package var valueMask: UInt64 { mask >> UInt64(shift) }

  package var enumeration: Enumeration? {
    if case .enumeration(let enumeration) = type { enumeration } else { nil }
  }
}

// MARK: Values

extension BitField {
  /// The value of the field in a mask.
  package func value(in mask: UInt64) -> Value {
    let number = (mask & self.mask) >> UInt64(shift)
    if isOptional && number == 0 { return .null }
    return .integer(Int64(bitPattern: number))
  }

  /// The bits of the mask for a value; nil if the value does not fit.
  package func bits(of value: Value) -> UInt64? {
    switch value {
    case .null where isOptional: return 0
    case .integer(let number):
      let bits = UInt64(bitPattern: number)
      if bits & ~valueMask == 0 { return bits << UInt64(shift) }
      return nil
    default: return nil
    }
  }

  /// True if the bits of a mask contain a valid value.
  func isValid(in mask: UInt64) -> Bool {
    let value = value(in: mask)
    return value == .null || enumeration.map { $0.caseName(of: value) != nil } ?? true
  }

  /// `core=link`; nil for the number 0, and for a value without a case.
  package func text(in mask: UInt64) -> String? {
    let value = value(in: mask)
    if value == .null || enumeration == nil && value == .integer(0) { return nil }
    return "\(name)=\(type.text(of: value))"
  }

  /// An example of an item: `core=link`.
  package var sample: String { "\(name)=\(enumeration?.cases.first?.name.text ?? "1")" }

  /// Parses a typed value, and returns the bits of the mask.
  func bits(from text: Substring) throws(ValueError) -> UInt64 {
    let value = try Attribute(self, of: nil).value(from: String(text))
    guard let bits = bits(of: value) else {
      throw ValueError.expected("a value of \(bits.count) bits", found: text)
    }
    return bits
  }
}

// MARK: Attributes

extension Attribute {
  /// A field of a mask as an attribute: `transition.core`.
  init(_ field: BitField, of mask: Attribute?) {
    let bounds = Validity.Bounds(
      lower: .integer(0), upper: .integer(Int64(bitPattern: field.greatest)), includesUpper: true)
    let name: Name = if let mask { "\(mask.name).\(field.name)" } else { field.name }
    self.init(
      name: name, column: mask?.column,
      declaredType: field.declaredType, type: field.type,
      isOptional: field.isOptional || mask?.isOptional == true,
      validity: field.enumeration == nil ? Validity(bounds: bounds) : .anything, field: field,
      summary: field.summary)
  }

  /// The field of the attribute's mask with the name `transition.core`.
  package func field(named name: Name) -> BitField? { fields.first { $0.name == name }?.field }

  /// The fields of the attribute's mask, as attributes.
  package var fields: [Attribute] {
    guard case .flags(let set) = type else { return [] }
    return set.fields.map { Attribute($0, of: self) }
  }
}

extension Entity {
  /// The field with the name `transition.core`.
  package func field(named name: Name) -> Attribute? {
    maskOfField(named: name)?.fields.first { $0.name == name }
  }

  /// The attribute whose mask has the field with the name.
  package func maskOfField(named name: Name) -> Attribute? {
    guard name.utf8.contains(UInt8(ascii: ".")) else { return nil }
    return attributes.first { attribute in
      name.isInside(attribute.name) && attribute.fields.contains { $0.name == name }
    }
  }
}
