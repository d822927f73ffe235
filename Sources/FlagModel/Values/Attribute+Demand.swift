extension Attribute {
  /// Describes the permitted values in errors: `a number in 0...100`.
  package var demand: String {
    var words = type.expectation
    if let bounds = validity.bounds {
      words += " in \(bounds.text(for: type))"
    } else if case .integer(let integer) = type {
      let range = integer.storedRange
      if integer.bitWidth < 64 {
        words += " in \(range.lowerBound)...\(range.upperBound)"
      } else if !integer.isSigned {
        words += " in 0..."
      }
    }
    if let length = validity.length { words += " of \(lengthText(length))" }
    return words
  }

  /// `1 to 80 characters`
  func lengthText(_ length: ClosedRange<Int>) -> String {
    let unit = if case .data = type { "bytes" } else { "characters" }
    let lower = length.lowerBound
    let upper = length.upperBound
    if upper == Int.max { return "at least \(lower) \(unit)" }
    if lower == 0 { return "at most \(upper) \(unit)" }
    if lower == upper { return "\(lower) \(unit)" }
    return "\(lower) to \(upper) \(unit)"
  }
}
