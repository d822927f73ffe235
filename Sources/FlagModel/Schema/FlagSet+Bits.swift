package import PlainText

extension FlagSet {
  /// Flag sets with generated names for the bits of plain integers: `bit0`, `bit1` and so on.
  private static let bits: [IntegerType: FlagSet] = Dictionary(
    uniqueKeysWithValues: IntegerType.allCases.map { type in
      let flags = (0..<type.bitWidth).map { Flag(name: Name("bit\($0)"), mask: 1 << UInt64($0)) }
      return (type, FlagSet(name: Name(type.rawValue), rawType: type, flags: flags))
    })

  /// The flag set for the bits of an integer type.
  fileprivate static func bits(of type: IntegerType) -> FlagSet? { bits[type] }

  /// True if there are words, and each is a flag or the number of a mask.
  package func knows(_ words: [String]) -> Bool {
    !words.isEmpty
      && words.allSatisfy { mask(named: unqualified(Name($0))) != nil || bits(number: $0) != nil }
  }
}

extension AttributeType {
  /// The flags of the type: those of the model, or the generated ones of an integer.
  package var flagSet: FlagSet? {
    switch self {
    case .flags(let set): set
    case .integer(let type): .bits(of: type)
    case .any: .bits(of: .int64)
    default: nil
    }
  }
}

extension Entity {
  /// The flag sets of its attributes, each with the attribute's name.
  package var flagAttributes: [(name: Name, set: FlagSet)] {
    attributes.compactMap { attribute in
      if case .flags(let set) = attribute.type { (attribute.name, set) } else { nil }
    }
  }
}
