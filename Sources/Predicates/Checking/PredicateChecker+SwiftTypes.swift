import FlagModel
import SQLText

// Initializers and members of Swift types: `Mark(rawValue: 3)`, `Mark.a.rawValue`,
// `URL(string: "…")`, `Set(tags)`.

extension PredicateChecker {
  /// The meaning of an initializer; nil for another function.
  func initializer(
    _ name: String, _ arguments: [PredicateSyntax.Argument], _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked? {
    // `BIOMarker(rawValue: 6)` and `.init(rawValue: 6)` get their type from the other operand.
    let label = arguments.first?.label
    if label == "rawValue" { return .literal(syntax) }
    if let type = Language.type(named: name, label: label), type.takes(arguments.count) {
      return try value(of: type, arguments.first?.value, syntax)
    }
    if name == "Date" {
      throw Diagnostic(
        "'Date' is not supported with these arguments", at: syntax.place,
        hint: "timeIntervalSinceNow, timeIntervalSince1970 and timeIntervalSinceReferenceDate are")
    }
    guard arguments.count <= 1, label == nil, flags.isFlagSet(Name(name)) || name == "init" else {
      return nil
    }
    return .literal(syntax)
  }

  private func value(
    of type: Callable, _ argument: PredicateSyntax?, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked? {
    guard let argument else {
      return .literal(PredicateSyntax(.dotted("now"), at: syntax.place))
    }
    switch type.meaning {
    case .date(let start): return try literals.date(since: start, side(argument), syntax)
    case .collection(let isDistinct): return try collection(argument, isDistinct: isDistinct)
    case .plain: return try check(operand: argument)
    case .typed: return try constant(type.name, argument, syntax)
    default: return nil
    }
  }

  /// `Set(tags)`, `Set([1, 2])`: the values, for set operations.
  private func collection(
    _ argument: PredicateSyntax, isDistinct: Bool
  ) throws(Diagnostic) -> Checked? {
    switch try collections.several(try check(operand: argument), argument) {
    case .values(var values):
      values.isDistinct = values.isDistinct || isDistinct
      return .values(values)
    case .literal(let literal):
      if case .list = literal.kind { return .literal(literal) }
      return nil
    default: return nil
    }
  }

  /// `Decimal(1.5)`, `URL(string: "…")`: the argument, which gets its type from the other operand.
  private func constant(
    _ name: String, _ argument: PredicateSyntax, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    if case .literal(let literal) = try check(operand: argument) {
      switch (name, literal.kind) {
      case ("Decimal", .number), ("URL", .text), ("UUID", .text): return .literal(literal)
      case ("Decimal", .text(let text)) where Double(text) != nil:
        return .literal(PredicateSyntax(.number(text), at: literal.place))
      default: break
      }
    }
    throw Diagnostic(
      "'\(name)' of a value that is not a literal is not supported", at: syntax.place)
  }

  // MARK: Members of names

  /// The meaning of a member of Swift's own types: `Date.now`, `Mark.a.rawValue`.
  func member(
    _ name: Name, ofWord word: PredicateSyntax, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked? {
    if case .name("Date") = word.kind, Language.constant(named: name.text) != nil {
      return .literal(PredicateSyntax(.dotted(name), at: syntax.place))
    }
    if name == "rawValue", let raw = rawValue(of: word) {
      return .literal(PredicateSyntax(raw, at: syntax.place))
    }
    if Language.property(named: name.text, of: .date) != nil, try literals.date(word) != nil,
      let operand = literals.constant(word)
    {
      return try member(name, of: operand, syntax)
    }
    return nil
  }

  /// The number or text of `Mark.a` or `Level.high`.
  private func rawValue(of word: PredicateSyntax) -> PredicateSyntax.Kind? {
    guard case .member(let type, let name) = word.kind, case .name(let type) = type.kind else {
      return nil
    }
    if let set = schema.flagSets.first(where: { $0.name.mayBeCalled(type) }),
      let mask = set.mask(named: name)
    {
      return .number("\(set.stored(mask))")
    }
    let enumeration = schema.enumerations.first { $0.name.mayBeCalled(type) }
    switch enumeration?.rawValue(of: name) {
    case .integer(let number)?: return .number("\(number)")
    case .real(let number)?: return .number("\(number)")
    case .text(let text)?: return .text(text)
    default: return nil
    }
  }

  /// `Mark.both` of a flag set as a list.
  func flags(named literal: PredicateSyntax) -> PredicateSyntax? {
    guard case .member(let type, _) = literal.kind, case .name(let type) = type.kind,
      flags.isFlagSet(type)
    else { return nil }
    return PredicateSyntax(.list([literal]), at: literal.place)
  }

  // MARK: Sets of values

  /// `Set(tags).isSubset(of: ["a", "b"])` and similar methods, of several values and a list; nil if
  /// the argument is not a list.
  func call(
    _ method: SetMethod, of values: Values, _ argument: PredicateSyntax
  ) throws(Diagnostic) -> Checked? {
    guard case .literal(let argumentLiteral) = try check(operand: argument) else { return nil }
    let literal = literals.several(argument: argumentLiteral, beside: values.element)
    guard case .list(let items) = literal.kind else { return nil }
    func records(in list: PredicateSyntax, _ isIn: Bool) throws(Diagnostic) -> Records {
      let holds = try membership(values.element, .exact, list)
      return values.records.filtered(by: holds.negated(if: !isIn))
    }
    switch method {
    case .isSubset: return .predicate(.not(.exists(try records(in: literal, false))))
    case .isDisjoint: return .predicate(.not(.exists(try records(in: literal, true))))
    case .isSuperset:
      let each = try items.map { item throws(Diagnostic) in
        Predicate.exists(try records(in: PredicateSyntax(.list([item]), at: item.place), true))
      }
      return .predicate(.all(each))
    case .intersection, .subtracting:
      var rest = values
      rest.records = try records(in: literal, method == .intersection)
      return .values(rest)
    case .union, .symmetricDifference: return nil
    }
  }

  // MARK: Orders

  /// `code.caseInsensitiveCompare("s-1") == .orderedSame`; nil for another comparison.
  func comparedByMethod(
    _ left: PredicateSyntax, _ comparison: Comparison, _ right: PredicateSyntax
  ) throws(Diagnostic) -> Predicate? {
    guard case .call(let base?, let name, let arguments) = left.kind, arguments.count == 1,
      case .textOrder(let options)? = Language.method(
        named: name, of: .textual, taking: 1, isClosure: false)?.meaning, !comparison.isOrdering,
      let order = Self.orders[String(text(of: right).drop { $0 != "." })]
    else { return nil }
    let other = arguments[0].value
    let predicate = try compare(try side(base), order, options, try side(other), left.place)
    if comparison == .equal { return predicate }
    return .not(predicate)
  }

  package static let orders: [String: Comparison] = [
    ".orderedSame": .equal, ".orderedAscending": .less, ".orderedDescending": .greater,
  ]
}
