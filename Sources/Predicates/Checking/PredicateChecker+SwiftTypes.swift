import FlagModel
internal import PlainText
import SQLText

// Swift's types by their names: `Mark(rawValue: 3)`, `Mark.a.rawValue`, `URL(string: "…")`,
// `Set(tags)`.

extension PredicateChecker {
  /// What a call makes that has the name of a type; nil for another function.
  func initializer(
    _ name: String, _ arguments: [PredicateSyntax.Argument], _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked? {
    // `BIOMarker(rawValue: 6)` and `.init(rawValue: 6)` are what they meet.
    if arguments.first?.label == "rawValue" { return .literal(syntax) }
    if name == "Date" { return try date(arguments, syntax) }
    guard arguments.count <= 1 else { return nil }
    guard let argument = arguments.first else {
      return isFlagSet(name) || name == "init" ? .literal(syntax) : nil
    }
    switch (name, argument.label) {
    case ("Set", nil), ("Array", nil): return try collection(name, argument.value)
    case ("Optional", nil): return try check(operand: argument.value)
    case ("Decimal", nil), ("Decimal", "string"), ("URL", "string"), ("UUID", "uuidString"):
      return try constant(name, argument.value, syntax)
    case (_, nil) where isFlagSet(name) || name == "init": return .literal(syntax)
    default: return nil
    }
  }

  private func isFlagSet(_ name: String) -> Bool {
    schema.flagSets.contains { $0.name.mayBeCalled(name) }
  }

  /// `Set(tags)`, `Set([1, 2])`: for what is asked of sets, the values themselves.
  private func collection(
    _ name: String, _ argument: PredicateSyntax
  ) throws(Diagnostic) -> Checked? {
    switch try several(try check(operand: argument), argument) {
    case .values(var values):
      values.isDistinct = values.isDistinct || name == "Set"
      return .values(values)
    case .literal(let literal):
      if case .list = literal.kind { return .literal(literal) }
      return nil
    default: return nil
    }
  }

  /// `Decimal(1.5)`, `URL(string: "…")`: what was typed, which takes the type of what it meets.
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
      "'\(name)' of what is not typed is not supported", at: syntax.place)
  }

  // MARK: Members of names

  /// What a name has that is none of the model's: `Date.now`, `Mark.a.rawValue`.
  func member(
    _ name: String, ofWord word: PredicateSyntax, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked? {
    if case .name("Date") = word.kind, Self.momentsOfSwift.contains(name) {
      return .literal(PredicateSyntax(.dotted(name), at: syntax.place))
    }
    if name == "rawValue", let raw = rawValue(of: word) {
      return .literal(PredicateSyntax(raw, at: syntax.place))
    }
    if Self.intervals[name] != nil, try date(word) != nil, let operand = constant(word) {
      return try interval(name, of: operand, syntax)
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

  /// `Mark.both` of a flag set, as the list that it is.
  func flags(named literal: PredicateSyntax) -> PredicateSyntax? {
    guard case .member(let type, _) = literal.kind, case .name(let type) = type.kind,
      isFlagSet(type)
    else { return nil }
    return PredicateSyntax(.list([literal]), at: literal.place)
  }

  /// `Level(rawValue: 9)`
  func rawValue(
    _ argument: PredicateSyntax, of type: AttributeType, _ operand: Operand
  ) throws(Diagnostic) -> Value {
    guard case .literal(let literal) = try check(operand: argument) else {
      throw Diagnostic(
        "expected a typed value after 'rawValue:', found '\(text(of: argument))'",
        at: argument.place)
    }
    do {
      switch literal.kind {
      case .number(let text), .text(let text): return try type.rawValue(from: text)
      default: break
      }
    } catch {
      throw Diagnostic("\(operand.name): \(error.message)", at: argument.place, hint: error.hint)
    }
    throw Diagnostic(
      "expected a typed value after 'rawValue:', found \(words(of: literal))", at: argument.place)
  }

  // MARK: Sets of values

  /// `Set(tags).isSubset(of: ["a", "b"])` and its like, of several values and a list; nil for
  /// another method.
  func setMethod(
    _ name: String, _ values: Values, _ arguments: [PredicateSyntax.Argument]
  ) throws(Diagnostic) -> Checked? {
    guard arguments.count == 1, let argument = arguments.first?.value,
      ["isSubset", "isSuperset", "isDisjoint", "intersection", "subtracting"].contains(name),
      case .literal(let literal) = try check(operand: argument),
      case .list(let items) = literal.kind
    else { return nil }
    func records(_ isWanted: (Predicate) -> Predicate, _ list: PredicateSyntax)
      throws(Diagnostic) -> Records
    {
      values.records.filtered(by: isWanted(try membership(values.element, .exact, list)))
    }
    switch name {
    case "isSubset": return .predicate(.not(.exists(try records({ .not($0) }, literal))))
    case "isDisjoint": return .predicate(.not(.exists(try records({ $0 }, literal))))
    case "isSuperset":
      let each = try items.map { item throws(Diagnostic) in
        Predicate.exists(
          try records({ $0 }, PredicateSyntax(.list([item]), at: item.place)))
      }
      return .predicate(.all(each))
    default:
      var rest = values
      rest.records = try records({ name == "intersection" ? $0 : .not($0) }, literal)
      return .values(rest)
    }
  }

  // MARK: Orders

  /// `code.caseInsensitiveCompare("s-1") == .orderedSame`; nil for another comparison.
  func comparedByMethod(
    _ left: PredicateSyntax, _ comparison: Comparison, _ right: PredicateSyntax
  ) throws(Diagnostic) -> Predicate? {
    guard case .call(let base?, let name, let arguments) = left.kind, arguments.count == 1,
      let options = Self.comparing[name], !comparison.isOrdering,
      let order = Self.orders[String(text(of: right).drop { $0 != "." })]
    else { return nil }
    let other = arguments[0].value
    let predicate = try compare(
      Side(try check(operand: base), base), order, options, Side(try check(operand: other), other),
      left.place)
    return comparison == .equal ? predicate : .not(predicate)
  }

  private static let comparing: [String: TextOptions] = [
    "compare": .exact, "caseInsensitiveCompare": TextOptions(ignoresCase: true),
    "localizedCaseInsensitiveCompare": TextOptions(ignoresCase: true),
  ]

  private static let orders: [String: Comparison] = [
    ".orderedSame": .equal, ".orderedAscending": .less, ".orderedDescending": .greater,
  ]
}

extension String {
  /// Whether a type of this name is meant by a word: `Sample.Mark` by `Mark` too.
  func mayBeCalled(_ word: String) -> Bool { self == word || hasSuffix(".\(word)") }
}
