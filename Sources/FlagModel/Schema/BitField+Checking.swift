package import PlainText

/// An invalid field of a mask, and the part of it that is wrong.
package struct FieldError: Error {
  package enum Part: Sendable { case bits, type }

  package let part: Part
  package let message: String
  package let hint: Hint?

  package init(_ part: Part, _ message: String, hint: Hint? = nil) {
    self.part = part
    self.message = message
    self.hint = hint
  }

  package static func wrongType(_ type: String) -> FieldError {
    FieldError(.type, "a field is an enum of integers, a whole number or a 'Bool', found '\(type)'")
  }
}

extension BitField {
  /// A field of a mask with the raw type, as `@Bits` declares it. If `isInPlace` is nil, the raw
  /// values of the enum decide if they are bits of the mask or numbers of the field.
  package init(
    checking name: Name, _ bits: ClosedRange<Int>, in rawType: IntegerType, declaredType: Name,
    _ type: AttributeType, isOptional: Bool = false, isInPlace: Bool? = nil, summary: String? = nil
  ) throws(FieldError) {
    try Self.check(bits, in: rawType)
    let plain = BitField(
      name: name, bits: bits, declaredType: declaredType, type: type, isOptional: isOptional,
      summary: summary)
    switch type {
    case .integer(let integer):
      try plain.checkNumber(integer)
      self = plain
    case .enumeration(let enumeration):
      try plain.check(enumeration)
      self = try plain.placed(enumeration, isInPlace)
    default: throw .wrongType(plain.shownType.text)
    }
  }

  package static func check(_ bits: ClosedRange<Int>, in rawType: IntegerType) throws(FieldError) {
    guard bits.lowerBound >= 0, bits.upperBound < rawType.bitWidth else {
      let end = if bits.lowerBound == bits.upperBound { "" } else { "...\(bits.upperBound)" }
      throw FieldError(
        .bits,
        "expected bits from 0 to \(rawType.bitWidth - 1), which \(rawType.rawValue) has, "
          + "found \(bits.lowerBound)\(end)")
    }
    if bits.count == 64 { throw FieldError(.bits, "a field has 63 bits at most") }
  }

  private func checkNumber(_ type: IntegerType) throws(FieldError) {
    if isOptional {
      throw FieldError(
        .type, "the number 0 is a value: '\(name)' is never nil",
        hint: "declare it '\(declaredType)'")
    }
    guard greatest <= UInt64(type.storedRange.upperBound) else {
      throw FieldError(
        .type,
        "\(bits.count) bits hold numbers up to \(greatest), and \(type.rawValue) up to "
          + "\(type.storedRange.upperBound)")
    }
  }

  private func check(_ enumeration: Enumeration) throws(FieldError) {
    guard case .integer = enumeration.rawType else {
      throw FieldError(.type, "the raw values of '\(enumeration.name)' are not integers")
    }
    if let unlisted = enumeration.cases.first(where: { !FlagSet.canBeListed($0.name) }) {
      throw FieldError(
        .type, "the case '\(unlisted.name)' of '\(enumeration.name)' cannot be used in a list")
    }
    switch (enumeration.caseName(of: .integer(0)) != nil, isOptional) {
    case (true, true):
      throw FieldError(
        .type, "0 is a case of '\(enumeration.name)': '\(name)' is never nil",
        hint: "declare it '\(declaredType)'")
    case (false, false):
      throw FieldError(
        .type, "0 is not a case of '\(enumeration.name)'",
        hint: "declare it '\(declaredType)?': nil is 0")
    default: return
    }
  }

  private func placed(_ enumeration: Enumeration, _ wanted: Bool?) throws(FieldError) -> BitField {
    // Both forms have the same meaning here, so one of them is stored.
    let wanted = if isSameInPlace(enumeration) { false } else { wanted }
    guard let isInPlace = wanted ?? self.isInPlace(for: enumeration) else {
      throw FieldError(
        .bits,
        "the raw values of '\(enumeration.name)' may be the bits themselves or count from "
          + "bit \(bits.lowerBound)", hint: "add 'inPlace: true' or 'inPlace: false'")
    }
    let placed = placed(isInPlace: isInPlace)
    guard let stranger = enumeration.cases.first(where: { placed.bits(of: $0.rawValue) == nil })
    else { return placed }
    throw FieldError(
      .type,
      "\(type.rawText(of: stranger.rawValue)), the raw value of '\(stranger.name)', is no "
        + "value of the bits \(bits.lowerBound)...\(bits.upperBound)")
  }

  private func placed(isInPlace: Bool) -> BitField {
    BitField(
      name: name, bits: bits, declaredType: declaredType, type: type, isOptional: isOptional,
      isInPlace: isInPlace, summary: summary)
  }

  /// True if the raw values can only be bits of the mask, false if they are numbers of the field;
  /// nil if both are possible.
  package func isInPlace(for enumeration: Enumeration) -> Bool? {
    let values = enumeration.cases.map(\.rawValue)
    func fits(_ isInPlace: Bool) -> Bool {
      values.allSatisfy { placed(isInPlace: isInPlace).bits(of: $0) != nil }
    }
    if isSameInPlace(enumeration) || !fits(true) { return false }
    if fits(false) { return nil }
    return true
  }

  private func isSameInPlace(_ enumeration: Enumeration) -> Bool {
    bits.lowerBound == 0 || enumeration.cases.map(\.rawValue) == [.integer(0)]
  }

  /// Parses `0xFF=Core`, or equivalently `0...7=Core`: the bits and the type of a field.
  package init(
    checking name: Name, _ text: Substring, in rawType: IntegerType, of schema: Schema
  ) throws(FieldError) {
    guard let equals = text.firstIndex(of: "="), let bits = Self.bits(text[..<equals]) else {
      throw FieldError(
        .bits, "expected the bits and the type of '\(name)', found '\(text)'",
        hint: "as in \(name):0xFF=Int, or \(name):0...7=Int")
    }
    var word = text[text.index(after: equals)...]
    let isOptional = word.utf8.last == UInt8(ascii: "?")
    if isOptional { word.removeLast() }
    let typeName = Name(word)
    let enumeration = schema.enumerations.first { $0.name == typeName }
    guard
      let type = IntegerType(rawValue: typeName.text).map(AttributeType.integer)
        ?? enumeration.map(AttributeType.enumeration)
    else {
      let names = schema.enumerations.map(\.name)
      throw FieldError(
        .type, "'\(typeName)' is neither an enum of the model nor an integer type",
        hint: .name(for: typeName, in: names, orAll: "there are"))
    }
    try self.init(
      checking: name, bits, in: rawType, declaredType: typeName, type, isOptional: isOptional)
  }

  /// The range of a mask's bits; nil if they are not contiguous.
  package static func bits(of mask: UInt64) -> ClosedRange<Int>? {
    guard mask != 0 else { return nil }
    let lowest = mask.trailingZeroBitCount
    let count = mask.nonzeroBitCount
    if mask >> UInt64(lowest) == .max >> UInt64(64 - count) { return lowest...(lowest + count - 1) }
    return nil
  }

  /// The range for `0xFF`, `0...7` or `7`; nil if the text is not a contiguous range of bits.
  package static func bits(_ text: Substring) -> ClosedRange<Int>? {
    let radix = NumberText.radix(of: text.utf8)
    if radix != 10 { return UInt64(text.dropFirst(2), radix: Int(radix)).flatMap(bits) }
    let ends = text.split(separator: ".").compactMap { Int($0) }
    guard let first = ends.first, let last = ends.last, 0 <= first, first <= last, last < 1 << 16,
      text == "\(first)" || text == "\(first)...\(last)"
    else { return nil }
    return first...last
  }
}

extension FlagSet {
  /// The set with an additional field.
  package func adding(_ field: BitField) throws(FieldError) -> FlagSet {
    let name = field.name
    if fields.contains(where: { $0.name.lowercased == name.lowercased }) {
      throw FieldError(.bits, "'\(name)' is a field of \(self.name) already")
    }
    if let flag = (flags + combinations).first(where: { $0.mask & field.mask != 0 }) {
      throw FieldError(.bits, "'\(flag.name)' has bits of the field '\(name)'")
    }
    if let other = fields.first(where: { $0.mask & field.mask != 0 }) {
      throw FieldError(.bits, "'\(name)' and '\(other.name)' share bits")
    }
    return FlagSet(
      name: self.name, rawType: rawType, flags: flags, combinations: combinations,
      fields: fields + [field], summary: summary)
  }
}
