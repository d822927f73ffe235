import FlagModel
import SQLText

// Comparisons and tests. Their sides are resolved here.

extension PredicateChecker {
  /// A comparison or test, whose left side may already be checked.
  func test(
    _ syntax: PredicateSyntax, left checked: Checked? = nil
  ) throws(Diagnostic) -> Predicate {
    switch syntax.kind {
    case .not(let inner): return .not(try test(inner, left: checked))
    case .compare(let left, let comparison, let options, let right):
      if let order = try comparedByMethod(left, comparison, right) { return order }
      let first = try self.left(checked, left, beside: right)
      return try compare(
        first, comparison, options, try side(right, beside: first.checked), syntax.place)
    case .textTest(let left, let test, let options, let right):
      let first = try self.left(checked, left)
      // `ANY tags CONTAINS %@` tests for a record among others.
      if test == .contains, case .record = checked {
        return try compare(Side(first, left), .equal, options, try side(right), syntax.place)
      }
      return try textTest(Side(first, left), test, options, right, syntax)
    case .isIn(let left, let options, let right):
      let first = try self.left(checked, left)
      return try membership(Side(first, left), options, in: right, syntax)
    case .flags(_, let test, let words) where checked != nil:
      guard let checked else { return try truth(syntax) }
      return try flags(try operand(of: checked, syntax), test, words)
    default:
      if let checked { return try truth(of: checked, syntax) }
      return try truth(syntax)
    }
  }

  private func left(_ checked: Checked?, _ syntax: PredicateSyntax) throws(Diagnostic) -> Checked {
    if let checked { return checked }
    return try check(operand: syntax)
  }

  /// The left side of a comparison, in which `PG-13` may be the label of a case.
  private func left(
    _ checked: Checked?, _ syntax: PredicateSyntax, beside other: PredicateSyntax
  ) throws(Diagnostic) -> Side {
    if checked == nil, case .binary = syntax.kind,
      case .operand(let operand)? = try? check(operand: other), let label = operand.label(syntax)
    {
      return Side(.literal(label), label)
    }
    return Side(try left(checked, syntax), syntax)
  }

  func side(_ syntax: PredicateSyntax) throws(Diagnostic) -> Side {
    Side(try check(operand: syntax), syntax)
  }

  /// A side beside another operand. Its names are flags and labels of cases before they are
  /// attributes.
  func side(_ syntax: PredicateSyntax, beside other: Checked) throws(Diagnostic) -> Side {
    guard case .operand(let operand) = other else { return try side(syntax) }
    if syntax.kind.isFlagOperation, operand.takesWord(syntax) {
      return Side(.literal(syntax), syntax)
    }
    if let label = operand.label(syntax) { return Side(.literal(label), label) }
    return try side(syntax)
  }

  func compare(
    _ left: Side, _ comparison: Comparison, _ options: TextOptions, _ right: Side,
    _ place: SourcePlace
  ) throws(Diagnostic) -> Predicate {
    try comparisons.compare(
      try settled(left, beside: right), comparison, options, try settled(right, beside: left),
      place)
  }

  // MARK: Literals with names in them

  private func settled(_ side: Side, beside other: Side) throws(Diagnostic) -> Side {
    guard let literal = side.literal, case .operand(let operand) = other.checked else {
      return side
    }
    return Side(.literal(try settled(literal, for: operand)), side.syntax)
  }

  /// A literal without names of the record. In a list beside an array they have no meaning, and
  /// `rawValue:` requires a literal.
  func settled(
    _ literal: PredicateSyntax, for operand: Operand
  ) throws(Diagnostic) -> PredicateSyntax {
    switch (operand.type, literal.kind) {
    case (.array?, .list(let items)):
      guard let element = operand.element else { return literal }
      let settled = try items.map { item throws(Diagnostic) in
        try self.settled(item: item, for: element)
      }
      return PredicateSyntax(.list(settled), at: literal.place)
    case (.enumeration?, .call(nil, let name, let arguments))
    where arguments.first?.label == "rawValue":
      let argument = arguments[0].value
      guard case .literal(let raw) = try check(operand: argument) else {
        throw Diagnostic(
          "expected a typed value after 'rawValue:', found '\(text(of: argument))'",
          at: argument.place)
      }
      let settled = PredicateSyntax.Argument(label: "rawValue", value: raw)
      return PredicateSyntax(.call(nil, name, [settled]), at: literal.place)
    default: return literal
    }
  }

  private func settled(
    item: PredicateSyntax, for element: Operand
  ) throws(Diagnostic) -> PredicateSyntax {
    // The name of a case or flag takes precedence over an attribute of the same name.
    let word = if element.takesWord(item) { item } else { element.label(item) }
    if let word { return try settled(word, for: element) }
    guard case .literal(let literal) = try check(operand: item) else {
      throw Diagnostic(
        "expected values in a list beside '\(element.name)', found '\(text(of: item))'",
        at: item.place)
    }
    return try settled(literal, for: element)
  }

  // MARK: Texts

  func textTest(
    _ left: Side, _ test: TextTest, _ options: TextOptions, _ right: PredicateSyntax,
    _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Predicate {
    var left = left
    if test == .contains {
      left = try withGivenText(left, beside: right)
      if let test = try contains(left, options, right, syntax) { return test }
    }
    let operand = try operand(of: left)
    guard operand.isText else {
      var hint: Hint?
      if operand.type == .date {
        hint = "compare a part, as in month(\(operand.name)) = '2026-11'"
      }
      throw Diagnostic(
        "'\(test.rawValue)' expects text, and '\(operand.name)' is \(operand.declaredType)",
        at: operand.place, hint: hint)
    }
    return try comparisons.textTest(operand, test, options, try side(right))
  }

  /// `$x CONTAINS code` with a single argument, which is a text, because the operator requires one.
  /// Swift's method `contains` is usually called on a list.
  private func withGivenText(
    _ left: Side, beside right: PredicateSyntax
  ) throws(Diagnostic) -> Side {
    guard let literal = left.literal, case .argument(let text) = literal.kind,
      Literals.list(givenBy: literal) == nil
    else { return left }
    let isText: Bool
    switch try check(operand: right) {
    case .operand(let operand): isText = operand.isText
    case .literal(let other): isText = if case .text = other.kind { true } else { false }
    default: isText = false
    }
    guard isText else { return left }
    return Side(.literal(PredicateSyntax(.text(text), at: literal.place)), left.syntax)
  }

  // MARK: Flags

  /// `markers has any (HRM, PLX)`; without an attribute, the only one that has all the flags.
  func flags(
    _ base: PredicateSyntax?, _ test: FlagTest, _ words: [PredicateSyntax],
    _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Predicate {
    let (base, words) = base.map { ($0, words) } ?? qualified(words)
    let named = flags.expression(all: words, at: syntax.place)
    let (operand, set) = try flagOperand(base, named.words, syntax)
    return try flags.test(operand, set, test, named)
  }

  /// Reads `markers.HRM, markers.PLX` as the flags HRM and PLX of `markers`.
  private func qualified(_ words: [PredicateSyntax]) -> (PredicateSyntax?, [PredicateSyntax]) {
    guard let first = words.first, case .name(let name) = first.kind,
      let point = name.text.lastIndex(of: ".")
    else { return (nil, words) }
    let path = PredicateSyntax.path(String(name.text[..<point]), at: first.place)
    guard let operand = try? self.operand(path), operand.type?.flagSet != nil else {
      return (nil, words)
    }
    let head = name.text[...point]
    let flags = words.map { word in
      guard case .name(let name) = word.kind, name.text.hasPrefix(head) else { return word }
      return PredicateSyntax(.name(Name(name.text.dropFirst(head.count))), at: word.place)
    }
    return (path, flags)
  }

  /// Tests flags of a value that is already checked.
  func flags(
    _ operand: Operand, _ test: FlagTest, _ words: [PredicateSyntax]
  ) throws(Diagnostic) -> Predicate {
    let named = flags.expression(all: words, at: operand.place)
    let set = try flags.set(of: operand, naming: named.words, at: operand.place)
    return try flags.test(operand, set, test, named)
  }

  private func flagOperand(
    _ base: PredicateSyntax?, _ words: [WordSyntax], _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> (Operand, FlagSet) {
    guard let base else {
      let (attribute, set) = try flags.attribute(words, syntax.place)
      let name = PredicateSyntax(.name(attribute.name), at: syntax.place)
      guard let path = environment.frames.first?.subject, case .record(let record) = path,
        case .operand(let operand)? = try property(attribute.name, of: record, name)
      else { throw Diagnostic("\(entity.name) has no flags", at: syntax.place) }
      return (operand, set)
    }
    let operand = try self.operand(base)
    return (operand, try flags.set(of: operand, naming: words, at: base.place))
  }
}
