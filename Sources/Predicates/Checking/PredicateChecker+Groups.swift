package import FlagModel
import SQLText

// Aggregates of the records of a group: `count()`, `max(score)`, `count(distinct status)`.

/// Names that the columns and groups of a query add to those of a record.
package struct AnswerNames {
  /// True if aggregates are allowed.
  package var hasGroups = false
  /// The values with an alias, as in `count() as n`.
  package var aliases: [(name: Name, operand: Operand)] = []
  /// The meaning of `each` for flags or values that have a group each.
  package var each: [(all: Term, operand: Operand)] = []
}

extension PredicateChecker {
  /// An aggregate of a group. Nil if the argument is several values of one record, which have their
  /// own aggregates.
  func groupAggregate(
    _ function: Callable, _ aggregate: Aggregate, _ arguments: [PredicateSyntax.Argument],
    _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Operand? {
    if Self.isOfRecords(arguments) {
      guard aggregate == .count else {
        throw Diagnostic(
          "'\(function.name)' needs an argument", at: syntax.place,
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
    return try collections.groupAggregate(
      aggregate, of: element, isDistinct: arguments[0].isDistinct, syntax)
  }

  /// True for `count()`, or `count(*)` as in SQL.
  private static func isOfRecords(_ arguments: [PredicateSyntax.Argument]) -> Bool {
    if arguments.isEmpty { return true }
    return arguments.count == 1 && arguments[0].value.kind == .dotted("*")
  }

  /// The part of each record that an aggregate uses.
  private func groupElement(_ value: PredicateSyntax) throws(Diagnostic) -> Operand? {
    var inner = self
    inner.environment.answer.hasGroups = false
    let checked = try inner.check(operand: value)
    switch checked {
    case .operand(let operand):
      if case .array? = operand.type { return nil }
      return operand.flagsAlone
    case .predicate, .record, .chosen: return plainOperand(checked, value)
    case .literal(let literal):
      if let name = unknownName(literal) { throw unknown(name) }
      return nil
    case .records, .values, .group: return nil
    }
  }

  private func requireGroups(_ syntax: PredicateSyntax) throws(Diagnostic) {
    guard environment.answer.hasGroups, environment.frames.count == 1,
      environment.expressionDepth == 0
    else {
      throw Diagnostic(
        "'\(text(of: syntax))' is an aggregate, and a predicate tests one record", at: syntax.place,
        hint: "test groups with --having, and show aggregates with --columns")
    }
  }

  /// `each(markers)`, if the query groups by each flag.
  func each(
    _ arguments: [PredicateSyntax.Argument], _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    let all = try several(inEach: arguments, syntax).all
    if let each = environment.answer.each.first(where: { $0.all.sql == all.sql }) {
      return .operand(each.operand)
    }
    throw Diagnostic(
      "'\(text(of: syntax))' needs groups", at: syntax.place,
      hint: "group by it with --group-by '\(text(of: syntax))'")
  }

  /// The flags or the list in `each`, and the meaning of one of them.
  package func several(
    inEach arguments: [PredicateSyntax.Argument], _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> (all: Term, one: Operand) {
    guard arguments.count == 1 else {
      throw Diagnostic("'each' takes one argument, found \(arguments.count)", at: syntax.place)
    }
    let argument = arguments[0].value
    var checked = try collections.several(try check(operand: argument), argument)
    if case .records(let records, let entity) = checked {
      checked = try labels(of: records, entity, argument)
    }
    if case .values(let values) = checked {
      let list = Term(
        .list(values.element.term, values.records), .array(.string), isOptional: false)
      return (list, values.element.flagsAlone)
    }
    if case .group(_, let prefix, _) = checked {
      throw Diagnostic(
        "'each' needs several values, and '\(prefix)' is a struct", at: argument.place,
        hint: "name a property of it that is a list or has flags")
    }
    let operand = try operand(of: checked, argument).flagsAlone
    guard case .flags? = operand.type else {
      throw Diagnostic(
        "'each' needs several values, and '\(operand.name)' (\(operand.declaredType)) is one",
        at: argument.place, hint: repair(ofEach: operand, argument))
    }
    return (operand.term, operand)
  }

  private func repair(ofEach operand: Operand, _ syntax: PredicateSyntax) -> Hint {
    if case .json(let shape)? = operand.type, case .dictionary = shape {
      return "write each(\(text(of: syntax)).keys) or each(\(text(of: syntax)).values)"
    }
    return "use flags, an array or a to-many relationship"
  }

  /// The names of records, or their keys.
  private func labels(
    of records: Records, _ entity: Entity, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    guard let last = records.links.last?.to else { return .records(records, entity) }
    let path = RecordPath(start: last, entity: entity)
    if let label = entity.label, label.type == .string,
      let labelValue = try property(label.name, of: path, syntax)
    {
      return try collections.joined(labelValue, to: records, syntax)
    }
    let key = derived(path.term, entity.name.text, syntax, origin: last)
    return .values(Values(records: records, element: key))
  }
}
