import FlagModel

/// `@Valid(0...100, length: 1...80, matches: "…", places: 2)`.
extension Checker {
  /// The attribute with the restrictions of `@Valid`.
  func validated(
    _ plain: Attribute, of declaration: PropertyDeclaration, in scope: Scope
  ) throws(Rejection) -> Attribute {
    let arguments = try arguments(of: "Valid", on: declaration)
    var attribute = plain
    // The decimal places come first, because bounds depend on them.
    for argument in arguments where argument.label?.value == "places" {
      attribute.type = try placed(plain.type, argument.value, in: scope)
    }
    for argument in arguments { try apply(argument, to: &attribute, in: scope) }
    return attribute
  }

  private func apply(
    _ argument: Expression.Argument, to attribute: inout Attribute, in scope: Scope
  ) throws(Rejection) {
    let type = attribute.type
    let value = argument.value
    switch argument.label?.value {
    case nil: attribute.validity.bounds = try bounds(value, of: type, in: scope)
    case "length":
      guard type.hasLength else {
        throw Rejection("only texts and data have a length", at: value.place)
      }
      attribute.validity.length = try lengths(value, in: scope)
    case "matches": attribute.validity.pattern = try pattern(value, of: type)
    case "places": break
    case let label?:
      throw Rejection(
        "'@Valid' has no argument '\(excerpt(label))'", at: argument.label?.place,
        hint: "it takes a range, 'length:', 'matches:' and 'places:'")
    }
  }

  // MARK: Places and patterns

  private func placed(
    _ type: AttributeType, _ expression: Expression, in scope: Scope
  ) throws(Rejection) -> AttributeType {
    switch type {
    case .array(let element, let isSet):
      return .array(try placed(element, expression, in: scope), isSet: isSet)
    case .json(.optional(let type)):
      return .json(.optional(try placed(type, expression, in: scope)))
    case .decimal:
      let places = try integer(expression, .int, in: scope).value(as: Int.self) ?? -1
      guard (0...FixedPoint.maximalPlaces).contains(places) else {
        throw Rejection(
          "a decimal has 0 to \(FixedPoint.maximalPlaces) places", at: expression.place)
      }
      return .decimal(places: places)
    default: throw Rejection("only a 'Decimal' has places", at: expression.place)
    }
  }

  private func pattern(
    _ expression: Expression, of type: AttributeType
  ) throws(Rejection) -> String {
    guard type == .string || type == .url else {
      throw Rejection("only a text can match a pattern", at: expression.place)
    }
    guard case .string(let pattern) = expression.kind else {
      throw Rejection("expected a string with a regular expression", at: expression.place)
    }
    let probe = Attribute(
      name: "text", declaredType: "String", type: type, validity: Validity(pattern: pattern))
    do {
      _ = try ValueCheck(probe)
    } catch {
      throw Rejection(
        "the pattern is not a regular expression: \(error.message)", at: expression.place,
        hint: error.hint)
    }
    return pattern
  }

  // MARK: Ranges

  private struct RangeSyntax {
    var lower: Expression?
    var upper: Expression?
    var includesUpper = true
  }

  private func range(_ expression: Expression) throws(Rejection) -> RangeSyntax {
    switch expression.kind {
    case .binary("...", let lower, let upper): return RangeSyntax(lower: lower, upper: upper)
    case .binary("..<", let lower, let upper):
      return RangeSyntax(lower: lower, upper: upper, includesUpper: false)
    case .prefix("...", let upper): return RangeSyntax(upper: upper)
    case .prefix("..<", let upper): return RangeSyntax(upper: upper, includesUpper: false)
    case .postfixRange(let lower): return RangeSyntax(lower: lower)
    default: throw Rejection("expected a range such as '0...100'", at: expression.place)
    }
  }

  private func bounds(
    _ expression: Expression, of type: AttributeType, in scope: Scope
  ) throws(Rejection) -> Validity.Bounds {
    let range = try range(expression)
    guard type.isOrdered else {
      throw Rejection("only numbers and dates have a range", at: expression.place)
    }
    let lower = try range.lower.map { (end) throws(Rejection) in
      try bound(end, of: type, in: scope)
    }
    let upper = try range.upper.map { (end) throws(Rejection) in
      try bound(end, of: type, in: scope)
    }
    // A missing upper end is replaced by the lower one, which cannot be out of order.
    let bounds = Validity.Bounds(
      lower: lower, upper: upper, includesUpper: upper == nil || range.includesUpper)
    if let lower, !bounds.contain(lower) {
      throw Rejection("this range contains no value", at: expression.place)
    }
    return bounds
  }

  /// One end of a range, in its stored form.
  private func bound(
    _ expression: Expression, of type: AttributeType, in scope: Scope
  ) throws(Rejection) -> Value {
    if case .integer(let integer) = type {
      return .integer(try stored(expression, integer, in: scope))
    }
    var text = expression.number
    if case .date = type, case .string(let date) = expression.kind { text = date }
    guard let text else { throw notWorkedOut(expression) }
    return try value(text, of: type, at: expression.place)
  }

  /// An integer that a database can store.
  func stored(
    _ expression: Expression, _ type: IntegerType, in scope: Scope
  ) throws(Rejection) -> Int64 {
    let constant = try integer(expression, type, in: scope)
    guard let stored = constant.value(as: Int64.self) else {
      throw Rejection("\(constant.text) is too large for a database", at: expression.place)
    }
    return stored
  }

  /// Parses a text as a value of a type.
  func value(
    _ text: String, of type: AttributeType, at place: SourcePlace
  ) throws(Rejection) -> Value {
    do {
      return try type.value(from: text)
    } catch {
      throw Rejection(error.message, at: place, hint: error.hint)
    }
  }

  private func lengths(
    _ expression: Expression, in scope: Scope
  ) throws(Rejection) -> ClosedRange<Int> {
    guard let length = try naturalNumbers(expression, in: scope) else {
      throw Rejection("no text has such a length", at: expression.place)
    }
    return length
  }

  /// A range of integers from 0; nil if the range has none.
  func naturalNumbers(
    _ expression: Expression, in scope: Scope
  ) throws(Rejection) -> ClosedRange<Int>? {
    let range = try range(expression)
    let lower = try range.lower.map { (end) throws(Rejection) in
      try stored(end, .int, in: scope)
    }
    var upper = try range.upper.map { (end) throws(Rejection) in
      try stored(end, .int, in: scope)
    }
    if !range.includesUpper, let end = upper, end > Int64.min { upper = end - 1 }
    let first = lower ?? 0
    let last = upper ?? Int64.max
    if first >= 0 && first <= last { return Int(clamping: first)...Int(clamping: last) }
    return nil
  }
}

extension AttributeType {
  fileprivate var hasLength: Bool {
    switch self {
    case .string, .url, .data: true
    default: false
    }
  }

  fileprivate var isOrdered: Bool {
    switch self {
    case .integer, .double, .float, .decimal, .date: true
    default: false
    }
  }
}
