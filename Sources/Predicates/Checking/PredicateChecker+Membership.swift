import FlagModel
import SQLText

// Lists, ranges and containment.

extension PredicateChecker {
  /// Checks `left in right`.
  func membership(
    _ left: Side, _ options: TextOptions, in right: PredicateSyntax, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Predicate {
    let container = try collections.several(try check(operand: right), right)
    if case .literal(let literal) = container {
      return try membership(left, options, literal)
    }
    return try contains(Side(container, right), left, options, syntax)
  }

  /// A value in a literal list, range or text.
  private func membership(
    _ left: Side, _ options: TextOptions, _ list: PredicateSyntax
  ) throws(Diagnostic) -> Predicate {
    guard let word = left.literal else {
      return try membership(operand(of: left.checked, left.syntax), options, list)
    }
    if let name = unknownName(word), literals.constant(word) == nil { throw unknown(name) }
    guard let operand = literals.constant(word) else {
      throw Diagnostic("expected an attribute before 'in'", at: word.place)
    }
    return try membership(operand, options, list)
  }

  /// A value in a literal list or range.
  func membership(
    _ operand: Operand, _ options: TextOptions, _ literal: PredicateSyntax
  ) throws(Diagnostic) -> Predicate {
    switch literal.kind {
    case .list(let items): return try membership(operand, options, items: items)
    case .range(let lower, let upper, let includesUpper):
      return try range(operand, options, lower, upper, includesUpper: includesUpper)
    case .argument, .nilOrText:
      return try membership(operand, options, literals.several(argument: literal, beside: operand))
    // 'x' in code: a part of a text.
    case .text where operand.isText:
      return .compareTexts(.constant(textValue(literal), .string), .contains, options, operand.term)
    default:
      if let name = unknownName(literal) { throw unknown(name) }
      throw Diagnostic(
        "expected a list or a range after 'in', found \(literals.words(of: literal))",
        at: literal.place)
    }
  }

  private func textValue(_ literal: PredicateSyntax) -> Value {
    if case .text(let text) = literal.kind { .text(text) } else { .null }
  }

  private func membership(
    _ operand: Operand, _ options: TextOptions, items: [PredicateSyntax]
  ) throws(Diagnostic) -> Predicate {
    let operand = operand.caseName
    let isPlain = operand.type.map { !$0.isFlags && !$0.isArray } ?? false
    let term =
      if options == .exact {
        operand.term
      } else {
        try comparisons.fold(operand, .text(""), options).0
      }
    var values: [Value] = []
    var tests: [Predicate] = []
    for item in items {
      let isTyped =
        switch item.kind {
        case .number, .text, .date, .bool, .dotted, .argument: true
        default: false
        }
      if isPlain, isTyped {
        values.append(
          try comparisons.fold(operand, try literals.value(item, for: operand), options).1)
      } else {
        let left = itself(operand)
        let right = try side(item, beside: left.checked)
        let test = try compare(left, .equal, options, right, item.place)
        if isPlain, case .test(term, .compare(.equal, let value)) = test {
          values.append(value)
        } else {
          tests.append(test)
        }
      }
    }
    let list = Predicate.test(term, .isIn(values))
    if tests.isEmpty { return list }
    if values.isEmpty { return .disjunction(tests) }
    return .disjunction([list] + tests)
  }

  private func itself(_ operand: Operand) -> Side {
    Side(.operand(operand), PredicateSyntax(.itself, at: operand.place))
  }

  private func range(
    _ operand: Operand, _ options: TextOptions, _ lower: PredicateSyntax?,
    _ upper: PredicateSyntax?, includesUpper: Bool
  ) throws(Diagnostic) -> Predicate {
    try comparisons.requireOrder(operand)
    let ends = try [lower, upper].map { end throws(Diagnostic) -> Value? in
      guard let end, case .literal(let literal) = try check(operand: end) else { return nil }
      if case .null = literal.kind {
        throw Diagnostic("the ends of a range cannot be nil", at: literal.place)
      }
      if options != .exact || operand.term.type == .moment { return nil }
      return try literals.value(literal, for: operand)
    }
    if let first = ends[0], let last = ends[1] {
      return .test(operand.term, .isBetween(first, last, includesUpper: includesUpper))
    }
    func test(_ end: PredicateSyntax, _ comparison: Comparison) throws(Diagnostic) -> Predicate {
      try compare(itself(operand), comparison, options, try side(end), end.place)
    }
    var tests: [Predicate] = []
    if let lower { tests.append(try test(lower, .greaterOrEqual)) }
    if let upper {
      tests.append(try test(upper, includesUpper ? .lessOrEqual : .less))
    }
    return .conjunction(tests)
  }

  // MARK: Containers

  /// `left contains right`, unless the left side is a text; nil for a text.
  func contains(
    _ left: Side, _ options: TextOptions, _ right: PredicateSyntax, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Predicate? {
    let container = try collections.several(left.checked, left.syntax)
    switch container {
    case .operand(let operand):
      guard case .flags(let set)? = operand.type else { return nil }
      guard options == .exact else { throw comparisons.noText(operand, options) }
      return try flags.test(operand, set, .has, flags.expression(right))
    case .literal(let list):
      let item = try side(right)
      if case .text = list.kind, case .operand(let operand) = item.checked {
        return try comparisons.textTest(
          self.operand(of: Side(.literal(list), left.syntax)), .contains, options,
          Side(.operand(operand), right))
      }
      return try membership(item, options, list)
    default:
      return try contains(Side(container, left.syntax), try side(right), options, syntax)
    }
  }

  /// A collection that contains an item.
  private func contains(
    _ container: Side, _ item: Side, _ options: TextOptions, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Predicate {
    switch container.checked {
    case .values(let values):
      let element = Side(.operand(values.element), container.syntax)
      let test = try compare(element, .equal, options, item, syntax.place)
      return .exists(values.records.filtered(by: test))
    case .records(let records, let entity):
      guard let subject = collections.subject(of: records, entity) else { break }
      let element = Side(subject, container.syntax)
      let test = try compare(element, .equal, options, item, syntax.place)
      return .exists(records.filtered(by: test))
    case .operand(let operand):
      if case .flags(let set)? = operand.type {
        guard options == .exact else { throw comparisons.noText(operand, options) }
        return try flags.test(operand, set, .has, flags.expression(item.syntax))
      }
      guard operand.isText else { break }
      // `'x' in code`
      return try comparisons.textTest(operand, .contains, options, item)
    default: break
    }
    throw Diagnostic("'\(text(of: container.syntax))' is not a list", at: container.syntax.place)
  }
}
