import FlagModel

/// Prints flag sets and enums as Swift.
extension SchemaWriter {
  mutating func openFlagSet(_ set: FlagSet, _ name: String) {
    lines.add(comment: set.summary)
    lines.open("struct \(name): OptionSet")
    lines.add("let rawValue: \(set.rawType.rawValue)")
    if !set.flags.isEmpty { lines.separate() }
    for flag in set.flags {
      lines.add(comment: flag.summary)
      let bit = flag.mask.trailingZeroBitCount
      lines.add("static let \(SwiftText.name(flag.name)) = Self(rawValue: 1 << \(bit))")
    }
    if !set.combinations.isEmpty { lines.separate() }
    for combination in set.combinations {
      lines.add(comment: combination.summary)
      let start = "static let \(SwiftText.name(combination.name))"
      if let names = set.flagNames(of: combination.mask) {
        lines.add("\(start): Self = ", list: names)
      } else {
        lines.add("\(start) = Self(rawValue: \(set.rawLiteral(of: combination.mask)))")
      }
    }
    if !set.fields.isEmpty { lines.separate() }
    for field in set.fields {
      lines.add(comment: field.summary)
      lines.add("\(field.attribute) var \(SwiftText.name(field.name)): \(field.swiftType(in: set))")
    }
  }

  mutating func openEnumeration(_ enumeration: Enumeration, _ name: String) {
    lines.add(comment: enumeration.summary)
    lines.open("enum \(name): \(enumeration.rawType.swiftName ?? "Codable")")
    var last: Value?
    for enumCase in enumeration.cases {
      lines.add(comment: enumCase.summary)
      let isImplied = enumCase.rawValue == enumeration.rawType.impliedValue(enumCase.name, last)
      var line = "case \(SwiftText.name(enumCase.name))"
      if !isImplied { line += " = \(enumeration.rawType.literal(enumCase.rawValue))" }
      lines.add(line)
      last = enumCase.rawValue
    }
    if let fallback = enumeration.declaredFallback {
      // The shorter name may be the name of a case.
      let name =
        if enumeration.rawValue(of: "fallback") == nil { "fallback" } else { "coredataFallback" }
      lines.add("static let \(name): Self = .\(SwiftText.member(fallback))")
    }
  }

  mutating func openEnumeration(_ enumeration: PayloadEnumeration, _ name: String) {
    lines.add(comment: enumeration.summary)
    lines.open("enum \(name): Codable")
    for enumCase in enumeration.cases {
      lines.add(comment: enumCase.summary)
      let values = enumCase.fields.enumerated().map { index, field in
        let type = SwiftText.type(field.shownType, inside: enumeration.name)
        if field.isUnlabeled(at: index) { return type }
        return "\(SwiftText.member(field.name)): \(type)"
      }
      var line = "case \(SwiftText.name(enumCase.name))"
      if !values.isEmpty { line += "(\(values.joined(separator: ", ")))" }
      lines.add(line)
    }
  }
}

extension SchemaWriter {
  /// The names in JSON, in the order of the properties.
  mutating func writeCodingKeys(of structure: Structure) {
    guard let keys = structure.codingKeys else { return }
    lines.separate()
    // Swift does not allow an enum with a raw type and without cases.
    let isEmpty = structure.properties.allSatisfy { keys[$0.name] == nil }
    lines.open(isEmpty ? "enum CodingKeys: CodingKey" : "enum CodingKeys: String, CodingKey")
    for property in structure.properties {
      guard let key = keys[property.name] else { continue }
      var line = "case \(SwiftText.name(property.name))"
      if key != property.name { line += " = \(SwiftText.string(key.text))" }
      lines.add(line)
    }
    lines.close()
  }
}

extension BitField {
  /// `@Bits(0...7)`
  fileprivate var attribute: String {
    let range = "\(bits.lowerBound)...\(bits.upperBound)"
    if let enumeration, isInPlace(for: enumeration) == nil {
      return "@Bits(\(range), inPlace: \(isInPlace))"
    }
    return "@Bits(\(range))"
  }

  fileprivate func swiftType(in set: FlagSet) -> String {
    SwiftText.type(shownType, inside: set.name)
  }
}

extension FlagSet {
  /// `.a` and `.b` for a mask that consists of flags; each bit has its first name.
  func flagNames(of mask: UInt64) -> [String]? {
    var rest = mask
    var names: [String] = []
    for flag in flags where rest & flag.mask != 0 {
      names.append(".\(SwiftText.member(flag.name))")
      rest &= ~flag.mask
    }
    if rest == 0 { return names }
    return nil
  }

  /// The mask as a literal of the raw type.
  func rawLiteral(of mask: UInt64) -> String {
    let constant = IntegerConstant.of(mask: mask, rawType)
    if mask == UInt64.max >> UInt64(64 - rawType.bitWidth) { return "~0" }
    let isNegative = rawType.isSigned && constant.bits >> 63 == 1
    if isNegative { return constant.text }
    return "0x" + String(constant.bits, radix: 16, uppercase: true)
  }
}

extension Enumeration.RawType {
  /// The implicit raw value of a case; nil if it must be written.
  func impliedValue(_ name: Name, _ last: Value?) -> Value? {
    switch (self, last) {
    case (.string, _), (.caseName, _): return .text(name.text)
    case (.integer, nil): return .integer(0)
    case (.integer(let type), .integer(let number)?):
      if number < type.storedRange.upperBound { return .integer(number + 1) }
      return nil
    default: return nil
    }
  }

  func literal(_ value: Value) -> String {
    switch value {
    case .integer(let number): "\(number)"
    case .real(let number) where self == .real("Float"): "\(Float(number))"
    case .real(let number): "\(number)"
    case .text(let text): SwiftText.string(text)
    case .null, .blob: "nil"
    }
  }
}
