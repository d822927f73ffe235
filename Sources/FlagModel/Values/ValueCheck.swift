import PlainText
private import RegularExpressions

/// Checks stored values of an attribute, prepared once for many values: the type, whether a value
/// is required, and `@Valid`. Messages begin with the name of the attribute.
package struct ValueCheck: Sendable {
  private let attribute: Attribute
  private let pattern: RegularExpression?
  /// The values that the column keeps unchanged; nil for all.
  private let limit: StoredForm.Limit?

  /// Throws if the pattern of `@Valid` is invalid.
  /// - Parameter roundsNumbers: true for calculated numbers, which a server rounds to the decimal places of a column.
  package init(_ attribute: Attribute, roundsNumbers: Bool = false) throws(ValueError) {
    self.attribute = attribute
    var limit = attribute.stored.limit
    if roundsNumbers, case .places = limit { limit = nil }
    self.limit = limit
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

  /// True if some values of the type are invalid.
  package var demandsMore: Bool { attribute.validity != .anything || limit != nil }

  /// Checks the result of a calculation. The error includes the restriction, because nobody typed
  /// the value.
  package func checkResult(_ value: Value) throws(ValueError) {
    if value != .null, (try? attribute.type.check(value)) == nil {
      throw ValueError(
        "\(attribute.name) must be \(attribute.demand), found \(attribute.type.text(of: value))")
    }
    try check(value)
  }

  /// Checks only `@Valid`, for cells that were parsed by the type.
  package func checkValidity(of cell: StoredRow.Cell, in row: StoredRow) throws(ValueError) {
    let validity = attribute.validity
    if case .text(let range) = cell, let length = validity.length, validity.bounds == nil,
      pattern == nil, length.contains(row.bytes[range].count { $0 & 0xC0 != 0x80 })
    {
      return
    }
    try checkValidity(of: row.value(of: cell))
  }

  /// Checks only `@Valid`, for values that were parsed by the type.
  package func checkValidity(of value: Value) throws(ValueError) {
    let validity = attribute.validity
    try limit?.check(value, of: attribute)
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
    let shown = if value.isNumber { withoutZeroFraction(text) } else { ValueError.quoted(text) }
    return ValueError("\(attribute.name) must be \(demand), found \(shown)")
  }
}

extension Validity.Bounds {
  package func contain(_ value: Value) -> Bool {
    if let lower, value.isOrdered(before: lower) { return false }
    guard let upper else { return true }
    if includesUpper { return !upper.isOrdered(before: value) }
    return value.isOrdered(before: upper)
  }

  /// The spelling in the model: `0...100`, `0..<100`, `1...`.
  func text(for type: AttributeType) -> String {
    func end(_ value: Value?) -> String {
      guard let value else { return "" }
      return withoutZeroFraction(type.text(of: value))
    }
    return end(lower) + dots + end(upper)
  }

  /// `...` or `..<`
  package var dots: String {
    if includesUpper || upper == nil { return "..." }
    return "..<"
  }
}

/// `100` for `100.0`, as people write bounds.
private func withoutZeroFraction(_ text: String) -> String {
  if text.hasSuffix(".0") { return String(text.dropLast(2)) }
  return text
}

extension Value {
  package var isNumber: Bool {
    switch self {
    case .integer, .real: true
    case .null, .text, .blob: false
    }
  }

  /// The length in Unicode scalars or bytes, like SQLite's `length`.
  fileprivate var length: Int? {
    switch self {
    case .text(let text): text.unicodeScalars.count
    case .blob(let bytes): bytes.count
    case .null, .integer, .real: nil
    }
  }

  /// Compares numbers by size and texts by bytes, like SQLite; values of different kinds have no
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
  /// The error with the name of the attribute before the message.
  package func named(_ name: String) -> ValueError { ValueError("\(name): \(message)", hint: hint) }
}
