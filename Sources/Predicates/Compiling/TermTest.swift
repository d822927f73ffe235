import FlagModel
import SQLText

/// A test of one value, as SQL.
package struct TermTest {
  /// The value as SQL, which must be valid on either side of an operator.
  let sql: SQLText
  let isOptional: Bool
  /// The type of the value; nil if constants need no conversion.
  let type: AttributeType?
  /// The server type of a column, and flagdb's type; constants are converted to the former.
  var native: (type: NativeType, ours: AttributeType)?
  /// True if the value is a column whose texts are ordered by code points.
  var isInCodePointOrder = false

  func condition(_ test: Predicate.Test, _ isNegated: Bool) -> Condition {
    switch test {
    case .flags(let test, let mask): return .test(flags(test, .integer(mask), isNegated))
    case .compare(let comparison, let value):
      return .test(
        compare(
          comparison.opposite(if: isNegated), value,
          isTrueOfNull: isNegated != (comparison == .unequal)))
    case .isIn(let values): return .test(membership(values, isNegated))
    case .isBetween(let lower, let upper, let includesUpper):
      return between(lower, upper, includesUpper, isNegated)
    case .isNull where isNegated: return .test("\(sql) IS NOT NULL")
    case .isNull: return .test("\(sql) IS NULL")
    case .text(let test, let other, let options):
      return text(test, other, options, isNegated)
    }
  }

  /// The test; true if the value is missing.
  private func orNull(_ test: SQLText) -> SQLText {
    if isOptional { return "(\(test)) IS NOT FALSE" }
    return test
  }

  private func flags(_ test: FlagTest, _ mask: Value, _ isNegated: Bool) -> SQLText {
    // A missing value has no flags, and is not equal to the empty set either.
    switch (test, isNegated) {
    case (.has, false), (.notAll, true): return "(\(sql) & \(mask)) = \(mask)"
    case (.notAll, false), (.has, true): return orNull("(\(sql) & \(mask)) != \(mask)")
    case (.any, false), (.none, true): return "(\(sql) & \(mask)) != 0"
    case (.none, false), (.any, true): return orNull("(\(sql) & \(mask)) = 0")
    case (.exactly, false): return "\(sql) = \(mask)"
    case (.exactly, true): return compare(.unequal, mask, isTrueOfNull: true)
    }
  }

  private func compare(_ comparison: Comparison, _ value: Value, isTrueOfNull: Bool) -> SQLText {
    if comparison == .unequal, isOptional { return "\(.different, of: sql, constant(value))" }
    let test: SQLText = "\(sql) \(keyword: comparison.keyword) \(constant(value))"
    if isTrueOfNull { return orNull(test) }
    return test
  }

  private func membership(_ values: [Value], _ isNegated: Bool) -> SQLText {
    if values.isEmpty { return isNegated ? "TRUE" : "FALSE" }
    let list: SQLText =
      if native == nil {
        "\(list: values, of: type)"
      } else {
        "(\(values.map(constant).joined(by: ", ")))"
      }
    if isNegated { return orNull("\(.isNotIn, of: sql, list)") }
    return "\(.isIn, of: sql, list)"
  }

  private func constant(_ value: Value) -> SQLText {
    native.map { .native(value, of: $0.ours, in: $0.type) } ?? "\(value, of: type)"
  }

  private func between(
    _ first: Value, _ last: Value, _ includesUpper: Bool, _ isNegated: Bool
  ) -> Condition {
    let (lower, upper) = (constant(first), constant(last))
    switch (includesUpper, isNegated) {
    case (true, false): return .test("\(sql) BETWEEN \(lower) AND \(upper)")
    case (true, true): return .test(orNull("\(sql) NOT BETWEEN \(lower) AND \(upper)"))
    case (false, false): return .and("\(sql) >= \(lower) AND \(sql) < \(upper)")
    case (false, true):
      let outside: SQLText = "\(sql) < \(lower) OR \(sql) >= \(upper)"
      if isOptional { return .test(orNull(outside)) }
      return .or(outside)
    }
  }

  // MARK: Texts

  private func text(
    _ test: TextTest, _ other: String, _ options: TextOptions, _ isNegated: Bool
  ) -> Condition {
    // Texts with a prefix are a range, which an index can find.
    if test == .beginsWith, options == .exact, isInCodePointOrder,
      let next = Self.textAfterAll(beginningWith: other)
    {
      return between(.text(other), .text(next), false, isNegated)
    }
    // Every text ends with the empty text.
    let positive: SQLText =
      if test == .endsWith && other.isEmpty {
        "\(sql) IS NOT NULL"
      } else {
        "\(.test(test, options), of: Self.folded(sql, test, options), "\(.text(other))")"
      }
    if isNegated { return .test("(\(positive)) IS NOT TRUE") }
    return .test(positive)
  }

  /// A test of one text against another.
  static func texts(
    _ text: SQLText, _ test: TextTest, _ options: TextOptions, _ other: SQLText
  ) -> SQLText {
    let (a, b) = (folded(text, test, options), folded(other, test, options))
    return "\(.test(test, options), of: a, b)"
  }

  /// A text without the differences to ignore; a regular expression handles these itself.
  private static func folded(_ text: SQLText, _ test: TextTest, _ options: TextOptions) -> SQLText {
    if options == .exact || test == .matches { return text }
    return "\(.folded(options), of: text)"
  }

  /// The smallest text after all those with a prefix, in the order of code points.
  static func textAfterAll(beginningWith prefix: String) -> String? {
    var scalars = Array(prefix.unicodeScalars)
    while let last = scalars.popLast() {
      // There are no characters between U+D7FF and U+E000.
      let next: UInt32 = if last.value == 0xD7FF { 0xE000 } else { last.value + 1 }
      guard let scalar = Unicode.Scalar(next) else { continue }
      scalars.append(scalar)
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars)
      return String(text)
    }
    return nil
  }
}
