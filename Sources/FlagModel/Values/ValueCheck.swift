import PlainText
private import RegularExpressions

/// An attribute's demands on a stored value, prepared once for many values: the type, whether there
/// must be a value, and `@Valid`. Messages begin with the attribute's name.
package struct ValueCheck: Sendable {
  private let attribute: Attribute
  private let pattern: RegularExpression?
  /// The values that the form of the column has numbers for; nil for all.
  private let limits: Validity.Bounds?

  /// Throws where the pattern of `@Valid` is none.
  package init(_ attribute: Attribute) throws(ValueError) {
    self.attribute = attribute
    limits = attribute.stored.limits
    do {
      pattern = try attribute.validity.pattern.map { (text) throws(RegularExpressionError) in
        try RegularExpression(text)
      }
    } catch {
      throw ValueError("the pattern of '\(attribute.name)' is not valid: \(error.message)")
    }
  }

  package func check(_ value: Value) throws(ValueError) {
    if value == .null {
      if attribute.isOptional { return }
      throw ValueError("\(attribute.name) must have a value")
    }
    do {
      try attribute.type.check(value)
    } catch {
      throw error.named(attribute.name.text)
    }
    try checkValidity(of: value)
  }

  /// True if not all values of the type are right.
  package var demandsMore: Bool { attribute.validity != .anything || limits != nil }

  /// The same of the result of a calculation, which nobody typed: the demand is told with it.
  package func checkResult(_ value: Value) throws(ValueError) {
    if value != .null, (try? attribute.type.check(value)) == nil {
      throw ValueError(
        "\(attribute.name) must be \(attribute.demand), found \(attribute.type.text(of: value))")
    }
    try check(value)
  }

  /// Only what `@Valid` demands, for cells that were read by the type.
  package func checkValidity(
    of cell: StoredRow.Cell, in row: StoredRow
  ) throws(ValueError) {
    let validity = attribute.validity
    if case .text(let range) = cell, let length = validity.length, validity.bounds == nil,
      pattern == nil, length.contains(row.bytes[range].count { $0 & 0xC0 != 0x80 })
    {
      return
    }
    try checkValidity(of: row.value(of: cell))
  }

  /// Only what `@Valid` demands, for values that were read by the type.
  package func checkValidity(of value: Value) throws(ValueError) {
    let validity = attribute.validity
    if let limits { try attribute.requireForm(for: value, in: limits) }
    if let bounds = validity.bounds, !bounds.contain(value) {
      throw invalid(value, "in \(bounds.text(for: attribute.type))")
    }
    if let length = validity.length, let count = value.length, !length.contains(count) {
      throw ValueError(
        "\(attribute.name) must have \(attribute.lengthText(length)), found \(count) in "
          + ValueError.quoted(attribute.type.text(of: value)))
    }
    if let pattern, case .text(let text) = value, !pattern.matchesWhole(text) {
      throw invalid(value, "of the form \(validity.pattern ?? "")")
    }
  }

  private func invalid(_ value: Value, _ demand: String) -> ValueError {
    let text = attribute.type.text(of: value)
    let found = value.isNumber ? withoutZeroFraction(text) : ValueError.quoted(text)
    return ValueError("\(attribute.name) must be \(demand), found \(found)")
  }
}

extension StoredForm {
  /// The values for which a column has numbers; nil if for all.
  var limits: Validity.Bounds? {
    guard case .dates(let dates) = self, let limits = dates.limits else { return nil }
    return Validity.Bounds(
      lower: .text(limits.lowerBound.storedText), upper: .text(limits.upperBound.storedText),
      includesUpper: true)
  }
}

extension Attribute {
  func requireForm(for value: Value, in limits: Validity.Bounds) throws(ValueError) {
    if limits.contain(value) { return }
    throw ValueError(
      "\(name) must be in \(limits.text(for: type)), found \(type.text(of: value))",
      hint: "the \(stored.name ?? "numbers") of another moment have more than 64 bits")
  }
}

extension Validity.Bounds {
  package func contain(_ value: Value) -> Bool {
    if let lower, value.isOrdered(before: lower) { return false }
    guard let upper else { return true }
    return includesUpper ? !upper.isOrdered(before: value) : value.isOrdered(before: upper)
  }

  /// As the model writes them: `0...100`, `0..<100`, `1...`.
  func text(for type: AttributeType) -> String {
    let ends = [lower, upper].map { $0.map { withoutZeroFraction(type.text(of: $0)) } ?? "" }
    return ends.joined(separator: includesUpper || upper == nil ? "..." : "..<")
  }
}

/// `100` for `100.0`, as people write bounds.
private func withoutZeroFraction(_ text: String) -> String {
  text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

extension Value {
  package var isNumber: Bool {
    switch self {
    case .integer, .real: true
    case .null, .text, .blob: false
    }
  }

  /// In Unicode scalars or bytes, as SQLite's `length` counts.
  fileprivate var length: Int? {
    switch self {
    case .text(let text): text.unicodeScalars.count
    case .blob(let bytes): bytes.count
    case .null, .integer, .real: nil
    }
  }

  /// Numbers by size and texts by bytes, as SQLite orders them; values of different kinds have no
  /// order.
  package func isOrdered(before other: Value) -> Bool {
    switch (self, other) {
    case (.integer(let a), .integer(let b)): a < b
    case (.real(let a), .real(let b)): a < b
    case (.integer(let a), .real(let b)): Double(a) < b
    case (.real(let a), .integer(let b)): a < Double(b)
    case (.text(let a), .text(let b)): a.utf8.lexicographicallyPrecedes(b.utf8)
    default: false
    }
  }
}

extension ValueError {
  /// With the name of the attribute before the message.
  package func named(_ name: String) -> ValueError {
    ValueError("\(name): \(message)", hint: hint)
  }
}
