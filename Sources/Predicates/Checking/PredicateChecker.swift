package import FlagModel
import SQLText

/// Checks a predicate: it resolves every name in the model, and converts every value to the stored
/// form of its column.
///
/// This module is the language of `--where`: it parses predicates, checks them against a model,
/// and turns them into SQL.
package struct PredicateChecker: CheckingPart {
  package var environment: Environment

  package init(_ entity: Entity, in schema: Schema, now: Timestamp) {
    environment = Environment(entity, in: schema, now: now)
  }

  /// Names that the columns and groups of a query add to those of a record.
  package var answer: AnswerNames {
    get { environment.answer }
    set { environment.answer = newValue }
  }

  /// Checks a complete predicate, or one for a named expression of the model.
  package func check(
    _ syntax: PredicateSyntax, keptAs expression: NamedExpression? = nil
  ) throws(Diagnostic) -> Predicate {
    let syntax = try CaptureResolver(schema: schema, entity: entity, expression: expression)
      .resolve(syntax)
    let predicate = try truth(syntax)
    let count = predicate.testCount
    guard count <= Self.greatestCount else {
      throw Diagnostic(
        "a predicate may have \(Self.greatestCount) comparisons at most, found \(count)",
        hint: "a list of whole numbers or texts after 'in' can have any length")
    }
    try predicate.sql().requireFeasible()
    return predicate
  }

  /// The maximum number of tests. With more, SQLite plans for many seconds, and exceeds its limit
  /// for bindings.
  static let greatestCount = 30_000

  // MARK: True or false

  /// The meaning of a part that must be a condition.
  package func truth(_ syntax: PredicateSyntax) throws(Diagnostic) -> Predicate {
    try requireEntity(of: syntax)
    switch syntax.kind {
    // If arguments decide the result early, as in `a != nil && id > a`, later terms need not be
    // valid for them.
    case .and(let terms):
      return try truths(terms, before: false).map(Predicate.conjunction) ?? .constant(false)
    case .or(let terms):
      return try truths(terms, before: true).map(Predicate.disjunction) ?? .constant(true)
    case .not(let term): return .not(try truth(term))
    case .bool(let value): return .constant(value)
    case .conditional(let condition, let yes, let no) where !isBeingTyped(syntax):
      let condition = try truth(condition)
      // A branch that the arguments exclude need not be valid for them.
      if condition == .constant(false) { return try truth(no) }
      return .choice(condition, try truth(yes), try truth(no))
    case .binding(let name, let isUnwrapped, let value, let body) where !isBeingTyped(syntax):
      return try self.naming(name, try check(operand: value), isUnwrapped).truth(body)
    default: return try truth(of: try check(operand: syntax), syntax)
    }
  }

  /// Nil if an argument alone decides the result.
  private func truths(
    _ terms: [PredicateSyntax], before answer: Bool
  ) throws(Diagnostic) -> [Predicate]? {
    var checked: [Predicate] = []
    for term in terms {
      checked.append(try truth(term))
      if checked.last == .constant(answer), literals.asksGiven(term) { return nil }
    }
    return checked
  }

  /// The checker for the code after a declaration.
  private func naming(_ name: Name, _ value: Checked, _ isUnwrapped: Bool) -> PredicateChecker {
    if isUnwrapped { return inside(value.unwrapped, name) }
    return inside(value, name)
  }

  func truth(of checked: Checked, _ syntax: PredicateSyntax) throws(Diagnostic) -> Predicate {
    if mayGoOn(checked, syntax) { return .constant(true) }
    switch checked {
    case .predicate(let predicate): return predicate
    case .operand(let operand) where operand.term.type == .value(.bool):
      return .test(operand.term, .compare(.equal, .integer(1)))
    case .literal(let literal):
      if case .bool(let value) = literals.plain(literal).kind { return .constant(value) }
      if let name = unknownName(literal) { throw wordAlone(name) ?? self.unknown(name) }
    case .operand(let operand): throw noCondition(operand, syntax)
    default: break
    }
    throw Diagnostic("'\(text(of: syntax))' is not a condition", at: syntax.place)
  }

  /// The error for a value in place of a condition, such as `markers` or `markers & 2`.
  private func noCondition(_ operand: Operand, _ syntax: PredicateSyntax) -> Diagnostic {
    let typed = text(of: syntax)
    var hint: Hint?
    switch (operand.type, syntax.kind) {
    case (_, .binary(.bitAnd, _, _)): hint = .meant(["(\(typed)) != 0"])
    case (.flags(let set)?, .name):
      hint = set.flags.first.map { "compare it, as in \(typed) has \($0.name)" }
    case (.enumeration(let cases)?, .name):
      hint = cases.cases.first.map { "compare it, as in \(typed) = \($0.name)" }
    case (.string?, .name): hint = "compare it, as in \(typed) = 'text'"
    case (.integer?, .name), (.double?, .name), (.float?, .name), (.decimal?, .name):
      hint = "compare it, as in \(typed) > 0"
    default: hint = nil
    }
    if case .name = syntax.kind {
      return Diagnostic("'\(typed)' is an attribute, not a condition", at: syntax.place, hint: hint)
    }
    return Diagnostic("'\(typed)' is a value, not a condition", at: syntax.place, hint: hint)
  }

  // MARK: Operands

  /// The meaning of a part of a predicate.
  package func check(operand syntax: PredicateSyntax) throws(Diagnostic) -> Checked {
    try requireEntity(of: syntax)
    switch syntax.kind {
    case .bool, .null, .number, .text, .date, .duration, .argument, .nilOrText, .list, .range,
      .dotted:
      return .literal(syntax)
    case .name(let name): return try resolve(name, syntax)
    case .capture:
      let resolver = CaptureResolver(schema: schema, entity: entity, expression: nil)
      return .literal(try resolver.resolve(syntax))
    case .itself: return environment.frames.last { $0.variable == nil }?.subject ?? .literal(syntax)
    case .variable(let name):
      return environment.frames.last { $0.variable == name }?.subject ?? .literal(syntax)
    case .member(let base, let name): return try member(name, of: base, syntax)
    case .negative(let inner): return try arithmetic.negative(try side(inner), syntax)
    case .complement(let inner): return try arithmetic.complement(try side(inner), syntax)
    case .binary(let binary, let left, let right):
      return try calculate(binary, left, right, syntax)
    case .conditional(let condition, let yes, let no):
      return try choice(condition, yes, no, syntax)
    case .binding(let name, let isUnwrapped, let value, let body):
      return try naming(name, try check(operand: value), isUnwrapped).check(operand: body)
    case .call(let base?, let name, let arguments):
      try refuseDistinct(arguments)
      return try call(name, of: base, arguments, syntax)
    case .call(nil, let name, let arguments): return try call(name, arguments, syntax)
    case .filter(let base, let variable, let condition):
      return try filter(base, variable, condition)
    case .closure:
      throw Diagnostic("braces with a condition are not allowed here", at: syntax.place)
    case .and, .or, .not: return .predicate(try truth(syntax))
    case .compare, .textTest, .isIn: return .predicate(try test(syntax))
    case .quantified(let quantifier, let test):
      return .predicate(try quantified(quantifier, test))
    case .flags(let base, let test, let words):
      return .predicate(try flags(base, test, words, syntax))
    case .key(let text): return .predicate(try key(text, syntax))
    }
  }

  /// Throws if a closure is written for another entity, such as `#Predicate<Group>` in a query of
  /// Item.
  private func requireEntity(of syntax: PredicateSyntax) throws(Diagnostic) {
    for type in syntax.recordTypes {
      let asked = innermost
      let meant = schema.entities(called: type.name)
      guard !meant.contains(asked.name) else { continue }
      let others = schema.entities.map(\.name).filter { $0 != asked.name }
      guard let other = meant.first else {
        // A type name of the app for the entity is allowed with a note, unless it is similar to
        // another entity's name.
        guard let near = type.name.nearest(in: others) else { continue }
        throw Diagnostic(
          "'\(type.name)' is not an entity of the model", at: type.place, hint: .meant([near.text]))
      }
      throw Diagnostic(
        "the closure is for '\(other)', and the query for '\(asked.name)'", at: type.place,
        hint: "name \(other) as the entity, or write <\(asked.name)>")
    }
  }

  /// Checks an expression that gives a value for each record.
  package func operand(_ syntax: PredicateSyntax) throws(Diagnostic) -> Operand {
    try operand(of: try check(operand: syntax), syntax)
  }

  /// The values of several records as an array. Nil if the expression has no such values, or if an
  /// array cannot contain their stored form.
  package func list(_ syntax: PredicateSyntax) throws(Diagnostic) -> Operand? {
    guard case .values(let values) = try check(operand: syntax), let type = values.element.type,
      type.isSameInJSON, !values.isDistinct
    else { return nil }
    return derived(
      Term(.list(values.element.term, values.records), .array(type), isOptional: false),
      "[\(values.element.declaredType)]", syntax, origin: root)
  }

  /// The name of the record to which a key belongs, or the key that users see.
  package func labelled(_ operand: Operand, byKey: Bool = false) -> Term {
    comparisons.labelled(operand, byKey: byKey)
  }
}
