import FlagModel
import SQLText

/// Calculations on several records and values.
struct Collections: CheckingPart {
  let environment: Environment

  /// Converts an array to its elements; other values stay unchanged.
  func several(_ checked: Checked, _ syntax: PredicateSyntax) throws(Diagnostic) -> Checked {
    guard case .operand(let operand) = checked, case .array? = operand.type else { return checked }
    guard let values = elements(of: operand, after: []) else {
      throw unsupportedElements(operand, syntax)
    }
    return .values(values)
  }

  func subject(of records: Records, _ entity: Entity) -> Checked? {
    records.links.last.map { .record(RecordPath(start: $0.to, entity: entity)) }
  }

  /// The meaning for several records, from the meaning for one of them.
  func joined(
    _ checked: Checked, to records: Records, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    switch checked {
    case .operand(let operand):
      if var values = elements(of: operand, after: records.links) {
        values.records.filters = records.filters
        return .values(values)
      }
      return .values(Values(records: records, element: operand))
    case .record(let path):
      if path.links.isEmpty { return .records(records, path.entity) }
      return .records(
        Records(links: records.links + path.links, filters: records.filters), path.entity)
    case .records(let inner, let entity):
      return .records(
        Records(links: records.links + inner.links, filters: records.filters + inner.filters),
        entity)
    case .values(let inner):
      let all = Records(
        links: records.links + inner.records.links,
        filters: records.filters + inner.records.filters)
      return .values(Values(records: all, element: inner.element, isDistinct: inner.isDistinct))
    case .predicate, .chosen:
      if let operand = plainOperand(checked, syntax) {
        return .values(Values(records: records, element: operand))
      }
    case .group(let path, let prefix, _):
      return .group(path, prefix: prefix, of: records)
    case .literal(let literal):
      if let constant = literals.constant(literal) {
        return .values(Values(records: records, element: constant))
      }
      if let name = unknownName(literal) { throw unknown(name) }
    }
    throw Diagnostic("'\(text(of: syntax))' is not supported", at: syntax.place)
  }

  func count(_ values: Values, _ syntax: PredicateSyntax) -> Operand {
    if values.isDistinct { return aggregate(.distinctCount, of: values, syntax) }
    return count(values.records, syntax)
  }

  func count(_ records: Records, _ syntax: PredicateSyntax) -> Operand {
    let origin = records.links.first?.from ?? root
    let isOptional = records.missing != nil
    return derived(
      Term(.count(records), .integer(.int), isOptional: isOptional), "Int", syntax, origin: origin)
  }

  // MARK: Aggregates

  /// An aggregate of values. Throws if their type has no order or no sum, as far as the aggregate
  /// needs it.
  func checked(
    _ aggregate: Aggregate, of values: Values, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Operand {
    let element = values.element
    switch aggregate {
    case .min, .max: try comparisons.requireOrder(element)
    case .sum, .average, .percentile, .deviation:
      try requireNumber(element, aggregate, isDistinct: values.isDistinct, syntax)
    case .union, .intersection: try requireMask(element, aggregate, syntax)
    case .count, .distinctCount, .first, .last: break
    }
    return self.aggregate(aggregate, of: values, syntax)
  }

  func aggregate(_ aggregate: Aggregate, of values: Values, _ syntax: PredicateSyntax) -> Operand {
    let origin = values.records.links.first?.from ?? root
    let element = values.element
    func made(_ type: TermType, _ isOptional: Bool) -> Term {
      Term(.aggregate(aggregate, element.term, values.records), type, isOptional: isOptional)
    }
    // A missing array has neither a sum nor a count.
    let isMissing = values.records.missing != nil
    switch aggregate {
    case .sum:
      return derived(
        made(element.term.type, isMissing), element.declaredType, syntax, origin: origin)
    case .count, .distinctCount:
      return derived(made(.value(.integer(.int)), isMissing), "Int", syntax, origin: origin)
    case .average, .percentile, .deviation:
      let (type, declared) = meanType(of: element)
      return derived(made(type, true).inUnits(of: element.term), declared, syntax, origin: origin)
    case .min, .max, .first, .last:
      return derived(made(element.term.type, true), element.declaredType, syntax, origin: origin)
    case .union, .intersection:
      let flags = element.term.flagsAlone
      let term = Term(
        .aggregate(aggregate, flags, values.records), flags.type,
        isOptional: aggregate == .intersection || isMissing)
      return derived(term, element.declaredType, syntax, origin: origin)
    }
  }

  // MARK: Aggregates of groups

  /// An aggregate of the records of a group.
  func groupAggregate(
    _ aggregate: Aggregate, of element: Operand, isDistinct: Bool, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Operand {
    switch aggregate {
    case .count:
      let count: Term.Kind =
        if isDistinct {
          .ofGroup(.distinctCount, element.term)
        } else {
          .ofGroup(.count, element.term.counted)
        }
      let counted = Term(count, .integer(.int), isOptional: false)
      return derived(counted, "Int", syntax, origin: root)
    case .min, .max:
      if case .record = element.term.type {
        throw Diagnostic(
          "'\(element.name)' is a relationship, and has no \(aggregate.name)",
          at: element.place, hint: "its attributes may have one")
      }
      // For Bools, the maximum is true if any is true, and the minimum if all are.
      if element.type != .bool { try comparisons.requireOrder(element) }
      let term = Term(.ofGroup(aggregate, element.term), element.term.type, isOptional: true)
      return derived(term, element.declaredType, syntax, origin: root)
    case .average, .percentile, .deviation:
      try requireNumber(element, aggregate, isDistinct: isDistinct, syntax)
      let (type, declared) = meanType(of: element)
      let mean = Term(.ofGroup(aggregate, element.term), type, isOptional: true)
      return derived(mean.inUnits(of: element.term), declared, syntax, origin: root)
    case .union, .intersection:
      try requireMask(element, aggregate, syntax)
      let term = Term(.ofGroup(aggregate, element.term), element.term.type, isOptional: true)
      return derived(term, element.declaredType, syntax, origin: root)
    case .sum, .first, .last, .distinctCount:
      try requireNumber(element, aggregate, isDistinct: isDistinct, syntax)
      let (type, declared) = sumType(of: element)
      let term = Term(.ofGroup(.sum, element.term), type, isOptional: true)
      return derived(term, declared, syntax, origin: root)
    }
  }

  /// A mean of dates is a date, and one of numbers a Double.
  private func meanType(of element: Operand) -> (TermType, String) {
    if element.type == .date { return (.value(.date), "Date") }
    return (.value(.double), "Double")
  }

  /// A sum of integers of any type is an Int.
  private func sumType(of element: Operand) -> (TermType, String) {
    switch element.type {
    case .integer: (.value(.integer(.int64)), "Int")
    case .float: (.value(.double), "Double")
    default: (element.term.type, element.declaredType)
    }
  }

  /// Throws unless the operand has bits: flags, or a whole number.
  private func requireMask(
    _ element: Operand, _ aggregate: Aggregate, _ syntax: PredicateSyntax
  ) throws(Diagnostic) {
    switch element.type {
    case .flags, .integer: return
    default:
      throw Diagnostic(
        "'\(element.name)' (\(element.declaredType)) has no \(aggregate.name)", at: syntax.place,
        hint: "flags and whole numbers have one")
    }
  }

  /// Throws unless the operand is a number for sums and means.
  private func requireNumber(
    _ element: Operand, _ aggregate: Aggregate, isDistinct: Bool, _ syntax: PredicateSyntax
  ) throws(Diagnostic) {
    let isSpan = element.term.type == .duration && aggregate == .sum
    let isDate = if case .percentile = aggregate { element.type == .date } else { false }
    guard element.type?.places != nil || isSpan || isDate else {
      let isOrdered =
        switch element.type {
        case .date, .string: true
        default: false
        }
      throw Diagnostic(
        "'\(element.name)' (\(element.declaredType)) has no \(aggregate.name)",
        at: syntax.place, hint: isOrdered ? "it has min and max" : nil)
    }
    if isDistinct {
      throw Diagnostic(
        "the \(aggregate.name) of distinct values is not supported", at: syntax.place)
    }
  }
}

extension Term {
  /// The term to count; a condition counts if it is true.
  fileprivate var counted: Term {
    guard case .condition(let predicate) = kind else { return self }
    let unit = Term.constant(.integer(1), .integer(.int))
    return Term(
      .conditional(predicate, unit, .constant(.null, .integer(.int))), .integer(.int),
      isOptional: true)
  }

  /// The mean of decimals in their smallest units, whose sum is exact.
  func inUnits(of element: Term) -> Term {
    guard case .value(.decimal(let places)) = element.type else { return self }
    let unit = Term.constant(.real(Double(powerOfTen(places))), .double)
    return Term(.binary(.divide, self, unit), .double, isOptional: true)
  }
}
