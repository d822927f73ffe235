package import FlagModel
import SQLText

// Aggregates of the records of a group: `count()`, `max(score)`, `count(distinct status)`.

/// What the columns and groups of an answer add to the names of a record.
package struct AnswerNames {
  /// Whether aggregates may be asked for.
  package var hasGroups = false
  /// What `count() as n` calls its values.
  package var aliases: [(name: Name, operand: Operand)] = []
  /// What `each` of an attribute is, where each of its flags has a group.
  package var eachFlags: [(attribute: Term, operand: Operand)] = []
}

extension PredicateChecker {
  /// An aggregate of a group; nil where the argument is several values of one record, which have
  /// aggregates of their own.
  func groupAggregate(
    _ function: Callable, _ aggregate: Aggregate, _ arguments: [PredicateSyntax.Argument],
    _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Operand? {
    if Self.isOfRecords(arguments) {
      guard aggregate == .count else {
        throw Diagnostic(
          "'\(function.name)' got 0 arguments", at: syntax.place,
          hint: "as in \(function.name)(ATTRIBUTE)")
      }
      try requireGroups(syntax)
      return derived(
        Term(.groupCount, .integer(.int), isOptional: false), "Int", syntax, origin: root)
    }
    guard arguments.count == 1 else { return nil }
    let value = arguments[0].value
    if case .list = value.kind { return nil }
    guard let element = try groupElement(value) else { return nil }
    try requireGroups(syntax)
    return try groupAggregate(
      aggregate, of: element, isDistinct: arguments[0].isDistinct, syntax)
  }

  /// `count()`, or as SQL has it `count(*)`.
  private static func isOfRecords(_ arguments: [PredicateSyntax.Argument]) -> Bool {
    if arguments.isEmpty { return true }
    return arguments.count == 1 && arguments[0].value.kind == .dotted("*")
  }

  /// What there is one of in each record.
  private func groupElement(_ value: PredicateSyntax) throws(Diagnostic) -> Operand? {
    var inner = self
    inner.answer.hasGroups = false
    let found = try inner.check(operand: value)
    switch found {
    case .operand(let operand):
      if case .array? = operand.type { return nil }
      return operand
    case .predicate, .record, .chosen: return plainOperand(found, value)
    case .literal(let literal):
      if let name = unknownName(literal) { throw unknown(name) }
      return nil
    case .records, .values, .group: return nil
    }
  }

  private func requireGroups(_ syntax: PredicateSyntax) throws(Diagnostic) {
    guard answer.hasGroups, frames.count == 1, expressionDepth == 0 else {
      throw Diagnostic(
        "'\(text(of: syntax))' is of many records, and one is asked here", at: syntax.place,
        hint: "--having asks of groups, --columns and --sort show and sort them")
    }
  }

  private func groupAggregate(
    _ aggregate: Aggregate, of element: Operand, isDistinct: Bool, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Operand {
    switch aggregate {
    case .count:
      let counted = Term(
        isDistinct
          ? .ofGroup(.distinctCount, element.term) : .ofGroup(.count, element.term.counted),
        .integer(.int), isOptional: false)
      return derived(counted, "Int", syntax, origin: root)
    case .min, .max:
      if case .record = element.term.type {
        throw Diagnostic(
          "'\(element.name)' is a relationship, and has no \(aggregate.rawValue)",
          at: element.place, hint: "its attributes may have one")
      }
      // Of truth values the greatest says whether any is true, the least whether all are.
      if element.type != .bool { try requireOrder(element) }
      let term = Term(.ofGroup(aggregate, element.term), element.term.type, isOptional: true)
      return derived(term, element.declaredType, syntax, origin: root)
    case .sum, .average, .first, .last, .distinctCount:
      try requireNumber(element, aggregate, isDistinct: isDistinct, syntax)
      let (type, declared) = sumType(of: element)
      guard aggregate == .average else {
        let term = Term(.ofGroup(.sum, element.term), type, isOptional: true)
        return derived(term, declared, syntax, origin: root)
      }
      let mean = Term(.ofGroup(.average, element.term), .double, isOptional: true)
      return derived(mean.inUnits(of: element.term), "Double", syntax, origin: root)
    }
  }

  /// A sum of narrow integers is no narrow integer.
  private func sumType(of element: Operand) -> (TermType, String) {
    switch element.type {
    case .integer: (.value(.integer(.int64)), "Int")
    case .float: (.value(.double), "Double")
    default: (element.term.type, element.declaredType)
    }
  }

  /// What a sum or mean asks for: numbers, and all of them.
  func requireNumber(
    _ element: Operand, _ aggregate: Aggregate, isDistinct: Bool, _ syntax: PredicateSyntax
  ) throws(Diagnostic) {
    let isSpan = element.term.type == .duration && aggregate == .sum
    guard element.type?.places != nil || isSpan else {
      let isOrdered =
        switch element.type {
        case .date, .string: true
        default: false
        }
      throw Diagnostic(
        "'\(element.name)' (\(element.declaredType)) has no \(aggregate.rawValue)",
        at: syntax.place, hint: isOrdered ? "it has min and max" : nil)
    }
    if isDistinct {
      throw Diagnostic(
        "the \(aggregate.rawValue) of distinct values is not supported", at: syntax.place)
    }
  }

  /// `each(markers)`, where it has been said that each flag has a group.
  func eachFlag(
    _ arguments: [PredicateSyntax.Argument], _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    let attribute = try flagsOfEach(arguments, syntax)
    if let each = answer.eachFlags.first(where: { $0.attribute.sql == attribute.term.sql }) {
      return .operand(each.operand)
    }
    throw Diagnostic(
      "'\(text(of: syntax))' is a flag of each group, and there are none", at: syntax.place,
      hint: "--group-by '\(text(of: syntax))' makes them")
  }

  /// The flags that `each` asks for one by one.
  package func flagsOfEach(
    _ arguments: [PredicateSyntax.Argument], _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Operand {
    guard arguments.count == 1 else {
      throw Diagnostic("'each' got \(arguments.count) arguments", at: syntax.place)
    }
    let attribute = try operand(arguments[0].value)
    guard case .flags? = attribute.type else {
      throw Diagnostic(
        "'each' is for flags, and '\(attribute.name)' (\(attribute.declaredType)) holds none",
        at: arguments[0].value.place)
    }
    return attribute
  }
}

extension Term {
  /// What is counted: of a condition, that it holds.
  fileprivate var counted: Term {
    guard case .condition(let predicate) = kind else { return self }
    let one = Term.constant(.integer(1), .integer(.int))
    return Term(
      .conditional(predicate, one, .constant(.null, .integer(.int))), .integer(.int),
      isOptional: true)
  }

  /// The mean of decimals comes in their smallest units, whose sum is exact.
  func inUnits(of element: Term) -> Term {
    guard case .value(.decimal(let places)) = element.type else { return self }
    let unit = Term.constant(.real(Double(powerOfTen(places))), .double)
    return Term(.binary(.divide, self, unit), .double, isOptional: true)
  }
}
