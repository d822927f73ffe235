extension AttributeType {
  /// The type of the elements of an array, or of the arrays in it.
  package var innermost: AttributeType {
    if case .array(let element) = self { element.innermost } else { self }
  }

  /// The number of arrays around the innermost type.
  package var depth: Int {
    if case .array(let element) = self { element.depth + 1 } else { 0 }
  }

  package var isArray: Bool { depth > 0 }

  /// True for a set of flags.
  package var isFlags: Bool { if case .flags = self { true } else { false } }
}
