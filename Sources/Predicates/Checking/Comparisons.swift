import FlagModel
import SQLText

/// Compares two checked sides.
struct Comparisons: CheckingPart {
  let environment: Environment

  // MARK: Literals

  func compare(
    _ left: Side, _ comparison: Comparison, _ options: TextOptions, _ right: Side,
    _ place: SourcePlace
  ) throws(Diagnostic) -> Predicate {
    // In `status = measured`, the second name may be a case or a flag without its dot, even if an
    // attribute has the same name.
    if case .operand(let operand) = left.checked, operand.takesWord(right.syntax) {
      return try compare(operand, comparison, options, literal: right.syntax)
    }
    if case .operand(let operand) = right.checked, operand.takesWord(left.syntax) {
      return try compare(operand, comparison.mirrored, options, literal: left.syntax)
    }
    if let truth = compareTruth(left, comparison, right) { return truth }
    if let isThere = presence(left, comparison, right) { return isThere }
    switch (left.literal, right.literal) {
    case (nil, let literal?):
      return try compare(try operand(of: left), comparison, options, literal: literal)
    case (let literal?, nil):
      return try compare(try operand(of: right), comparison.mirrored, options, literal: literal)
    case (nil, nil):
      return try compare(try operand(of: left), comparison, options, try operand(of: right), place)
    case (let first?, let second?):
      return try compareConstants(first, comparison, options, second, place)
    }
  }

  /// `note?.isEmpty == false`: a comparison of a predicate with true or false.
  func compareTruth(_ left: Side, _ comparison: Comparison, _ right: Side) -> Predicate? {
    for (side, other) in [(left, right), (right, left)] {
      guard case .predicate(let predicate) = side.checked, !comparison.isOrdering,
        case .bool(let value)? = other.literal.map({ literals.plain($0).kind })
      else { continue }
      return predicate.answers(value, side.syntax).negated(if: comparison != .equal)
    }
    return nil
  }

  /// `size == nil` of a struct, and `readings == nil`, which is true without readings; nil for
  /// another comparison.
  private func presence(_ left: Side, _ comparison: Comparison, _ right: Side) -> Predicate? {
    for (side, other) in [(left, right), (right, left)] where !comparison.isOrdering {
      guard let literal = other.literal?.kind,
        [.null, .nilOrText, .dotted("none")].contains(literal)
      else { continue }
      let isThere: Predicate
      switch side.checked {
      case .records(let records, _): isThere = .exists(records)
      case .group(let path, let prefix, of: nil):
        let parts = path.entity.telltales(of: prefix).map { part in
          Predicate.not(.test(path.reached(.column(of: part, in: path.scope)), .isNull))
        }
        isThere = .disjunction(parts)
      default: continue
      }
      if comparison == .equal { return .not(isThere) }
      return isThere
    }
    return nil
  }

  /// Compares two literals: numbers or texts.
  private func compareConstants(
    _ left: PredicateSyntax, _ comparison: Comparison, _ options: TextOptions,
    _ right: PredicateSyntax, _ place: SourcePlace
  ) throws(Diagnostic) -> Predicate {
    if let comparison = literals.compareGiven(left, comparison, right) { return comparison }
    for side in [left, right] {
      if let name = unknownName(side), literals.constant(side) == nil { throw unknown(name) }
    }
    guard let first = literals.constant(left), let second = literals.constant(right) else {
      throw Diagnostic(
        "expected an attribute on one side of '\(comparison.rawValue)'", at: place,
        hint: nameWithoutMarks(left).map { .meant([$0]) }
          ?? "\(innermost.name) has \(listed(innermost.names))")
    }
    return try compare(first, comparison, options, second, place)
  }

  func compare(
    _ operand: Operand, _ comparison: Comparison, _ options: TextOptions,
    literal: PredicateSyntax
  ) throws(Diagnostic) -> Predicate {
    if try isNil(literal, beside: operand) { return try nullTest(operand, comparison, literal) }
    if case .record(let name) = operand.term.type {
      guard options == .exact else { throw noText(operand, options) }
      return try compareRecord(operand, name, comparison, literal)
    }
    if case .flags(let set)? = operand.type {
      guard options == .exact else { throw noText(operand, options) }
      return try flags.compare(operand, set, comparison, literal)
    }
    if comparison.isOrdering { try requireOrder(operand) }
    let operand = operand.caseName
    if let exists = try existence(operand, comparison, literal) { return exists }
    if let bits = testOfBits(of: operand, comparison, with: literal) { return bits }
    if let moved = try comparePlainDate(operand, comparison, literal) { return moved }
    let value = try literals.value(literal, for: operand)
    if case .array? = operand.type {
      guard options == .exact else { throw noText(operand, options) }
      let list = Term(.value(value), operand.term.type, isOptional: false)
      return .compare(operand.term, comparison, list)
    }
    if let range = compareDatePart(operand.term, comparison, value) { return range }
    let (term, folded) = try fold(operand, value, options)
    return .test(term, .compare(comparison, folded))
  }

  /// `nil`, or Swift's `.none` unless it is a case or a flag.
  private func isNil(
    _ literal: PredicateSyntax, beside operand: Operand
  ) throws(Diagnostic) -> Bool {
    switch literal.kind {
    case .null: return true
    case .nilOrText:
      guard operand.isText else { return true }
      guard operand.term.isOptional else { return false }
      let name = text(of: literal)
      throw Diagnostic(
        "the value nil of '\(name)' may be the text 'nil' or a missing value", at: literal.place,
        hint: "--arg \(name):null gives a missing value, and %@ a text")
    case .dotted("none"):
      switch operand.type {
      case .enumeration(let enumeration): return enumeration.rawValue(of: "none") == nil
      case .json(.cases(let enumeration)): return enumeration.enumCase(named: "none") == nil
      case .flags: return false
      default: return operand.term.isOptional
      }
    default: return false
    }
  }

  private func nullTest(
    _ operand: Operand, _ comparison: Comparison, _ literal: PredicateSyntax
  ) throws(Diagnostic) -> Predicate {
    switch comparison {
    case .equal: return .test(operand.term, .isNull)
    case .unequal: return .not(.test(operand.term, .isNull))
    default:
      throw Diagnostic("nil has no order", at: literal.place, hint: "use == nil or != nil")
    }
  }

  /// `(number & 4) != 0` asks for bits of a stored number, of which a missing one has none, like missing flags.
  private func testOfBits(
    of operand: Operand, _ comparison: Comparison, with literal: PredicateSyntax
  ) -> Predicate? {
    guard case .integer? = operand.type, operand.term.isOptional, literal.kind == .number("0"),
      comparison == .equal || comparison == .unequal,
      case .binary(.bitAnd, let left, let right) = operand.term.kind
    else { return nil }
    for (number, mask) in [(left, right), (right, left)] {
      guard case .integer(let bits)? = mask.constant, number.isPath else { continue }
      return .test(number, .flags(.none, mask: bits)).negated(if: comparison == .unequal)
    }
    return nil
  }

  /// A test of existence instead of a count, which is cheaper.
  private func existence(
    _ operand: Operand, _ comparison: Comparison, _ literal: PredicateSyntax
  ) throws(Diagnostic) -> Predicate? {
    guard case .count(let records) = operand.term.kind, case .number(let number) = literal.kind
    else { return nil }
    switch (comparison, literals.wholeNumber(number)) {
    case (.greater, 0), (.greaterOrEqual, 1): return .exists(records)
    case (.unequal, 0):
      guard let missing = records.missing else { return .exists(records) }
      return .any([.test(missing, .isNull), .exists(records)])
    case (.equal, 0), (.less, 1), (.lessOrEqual, 0):
      guard let missing = records.missing else { return .not(.exists(records)) }
      return .all([.not(.test(missing, .isNull)), .not(.exists(records))])
    default: return nil
    }
  }

  /// Converts `taken + 7d > now` to `taken > now - 7d`, which an index can answer.
  private func comparePlainDate(
    _ operand: Operand, _ comparison: Comparison, _ literal: PredicateSyntax
  ) throws(Diagnostic) -> Predicate? {
    guard operand.term.type == .moment,
      case .binary(let binary, let left, let right) = operand.term.kind,
      case .function(.microseconds, let dates) = left.kind, let date = dates.first,
      case .integer(let span)? = right.constant, let other = try literals.date(literal),
      span != .min
    else { return nil }
    let shift = if binary == .add { -span } else { span }
    guard let moved = other.adding(microseconds: shift) else { return nil }
    return .test(date, .compare(comparison, .text(moved.storedText)))
  }

  func requireOrder(_ operand: Operand) throws(Diagnostic) {
    switch operand.type {
    case .flags:
      throw Diagnostic(
        "flags have no order", at: operand.place,
        hint: "'has', 'has any', 'lacks' and 'is exactly' compare them")
    case .enumeration(let enumeration) where !enumeration.isOrdered:
      throw Diagnostic(
        "'\(operand.name)' (\(operand.declaredType)) has no order: its values are not stored in "
          + "the order of the cases", at: operand.place, hint: "name the cases, as in {.a, .b}")
    case .array, .bool, .json:
      throw Diagnostic(
        "'\(operand.name)' (\(operand.declaredType)) has no order", at: operand.place)
    default: return
    }
  }

  /// The attribute in `.score`, as in jq, or `[score]`, as in other engines.
  private func nameWithoutMarks(_ syntax: PredicateSyntax) -> String? {
    switch syntax.kind {
    case .dotted(let name) where innermost.names.contains(name): name.text
    case .list(let items) where items.count == 1:
      if case .name(let name) = items[0].kind, innermost.names.contains(name) {
        name.text
      } else {
        nil
      }
    default: nil
    }
  }

  // MARK: Two columns

  func compare(
    _ left: Operand, _ comparison: Comparison, _ options: TextOptions, _ right: Operand,
    _ place: SourcePlace
  ) throws(Diagnostic) -> Predicate {
    if comparison.isOrdering {
      for operand in [left, right] {
        try requireOrder(operand)
        if case .record = operand.term.type {
          throw orderedRelationship(operand)
        }
      }
    }
    guard let (first, second) = alike(left.flagsAlone, right.flagsAlone) else {
      throw Diagnostic(
        "'\(left.name)' (\(left.declaredType)) and '\(right.name)' (\(right.declaredType)) "
          + "cannot be compared", at: place)
    }
    if let value = second.constant, let range = compareDatePart(first, comparison, value) {
      return range
    }
    if let value = first.constant, let range = compareDatePart(second, comparison.mirrored, value) {
      return range
    }
    guard options != .exact else { return .compare(first, comparison, second) }
    guard left.isText else { throw noText(left, options) }
    guard right.isText else { throw noText(right, options) }
    return .compare(first.folded(options), comparison, second.folded(options))
  }

  /// Two values in comparable forms; nil if there is none.
  func alike(_ left: Operand, _ right: Operand) -> (Term, Term)? {
    let (a, b) = (left.term, right.term)
    if a.type == b.type { return (a, b) }
    switch (a.type, b.type) {
    case (.moment, .value(.date)), (.value(.date), .moment): return (a.asMoment, b.asMoment)
    case (.record, .value(.integer)) where right.isKey,
      (.value(.integer), .record) where left.isKey:
      return (a, b)
    case (.value(.any), .value), (.value, .value(.any)): return (a, b)
    case (.value(let first), .value(let second)):
      guard let (wider, places) = Self.common(first, second) else { return nil }
      if wider { return (a.asReal, b.asReal) }
      return (a.scaled(to: places), b.scaled(to: places))
    default: return nil
    }
  }

  /// The common form of two kinds of numbers: real, or decimal places; nil if one is not a number.
  private static func common(
    _ first: AttributeType, _ second: AttributeType
  ) -> (isReal: Bool, places: Int)? {
    guard let a = first.places, let b = second.places else { return nil }
    guard let a, let b else {
      // SQLite compares integers with real numbers exactly, but it does not know decimals.
      return (first.isDecimal || second.isDecimal, 0)
    }
    return (false, max(a, b))
  }
}
