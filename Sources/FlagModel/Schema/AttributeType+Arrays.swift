extension AttributeType {
  /// The type of an array's elements.
  package var element: AttributeType? {
    if case .array(let element, _) = self { element } else { nil }
  }

  /// The type without its optional, for an element of an array that may be null.
  package var unwrapped: AttributeType {
    if case .json(.optional(let type)) = self { type } else { self }
  }

  /// True for the type of elements that may be null.
  package var isOptional: Bool { if case .json(.optional) = self { true } else { false } }

  /// True for a set that is stored as an array.
  package var isSet: Bool { if case .array(_, isSet: true) = self { true } else { false } }

  /// For a set, the array type with the same elements; otherwise the type itself.
  package var list: AttributeType { element.map { .array($0) } ?? self }

  /// The type of the elements, or of the elements of nested arrays, without their optionals.
  package var innermost: AttributeType { element?.unwrapped.innermost ?? self }

  /// The nesting depth of arrays, which may be null themselves: 2 for `[[Int]?]`.
  package var depth: Int { element.map { $0.unwrapped.depth + 1 } ?? 0 }

  package var isArray: Bool { depth > 0 }

  /// True for a set of flags.
  package var isFlags: Bool { if case .flags = self { true } else { false } }

  /// True for an integer type.
  package var isInteger: Bool { if case .integer = self { true } else { false } }
}
