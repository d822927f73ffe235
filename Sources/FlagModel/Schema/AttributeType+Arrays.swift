extension AttributeType {
  /// The type of an array's elements.
  package var element: AttributeType? {
    if case .array(let element, _) = self { element } else { nil }
  }

  /// The type of what is there, for an element of an array that may be null.
  package var unwrapped: AttributeType {
    if case .json(.optional(let type)) = self { type } else { self }
  }

  /// True for a set that is kept as an array.
  package var isSet: Bool { if case .array(_, isSet: true) = self { true } else { false } }

  /// The array of the type that has the same elements, if it is a set.
  package var list: AttributeType { element.map { .array($0) } ?? self }

  /// The type of the elements of an array, or of the arrays in it.
  package var innermost: AttributeType {
    element?.innermost ?? self
  }

  /// The number of arrays around the innermost type.
  package var depth: Int {
    element.map { $0.depth + 1 } ?? 0
  }

  package var isArray: Bool { depth > 0 }

  /// True for a set of flags.
  package var isFlags: Bool { if case .flags = self { true } else { false } }

  /// True for a whole number.
  package var isInteger: Bool { if case .integer = self { true } else { false } }
}
