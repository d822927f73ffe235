import FlagModel
internal import PlainText
import SQLText

// Several records or values: filters, aggregates, and what is asked of all of them.

extension PredicateChecker {
  // MARK: Members

  /// `readings.count`, `readings.value`
  func member(
    _ name: Name, of records: Records, _ entity: Entity, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    guard let last = records.links.last?.to else { return .literal(syntax) }
    switch Language.property(named: name.text, of: .records)?.meaning {
    case .aggregate(.count): return .operand(count(records, syntax))
    case .aggregate(let aggregate): return .chosen(aggregate, records, entity)
    case .isEmpty: return .predicate(.not(.exists(records)))
    case .several: return .records(records, entity)
    default: break
    }
    let path = RecordPath(start: last, entity: entity)
    guard let found = try property(name, of: path, syntax) else {
      throw unknownName(name, of: entity, at: syntax)
    }
    return try joined(found, to: records, syntax)
  }

  /// What was found for one of several records, for all of them.
  func joined(
    _ found: Checked, to records: Records, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    switch found {
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
      if let operand = plainOperand(found, syntax) {
        return .values(Values(records: records, element: operand))
      }
    case .group(let path, let prefix, _):
      return .group(path, prefix: prefix, of: records)
    case .literal(let literal):
      if let constant = constant(literal) {
        return .values(Values(records: records, element: constant))
      }
      if let name = unknownName(literal) { throw unknown(name) }
    }
    throw Diagnostic("'\(text(of: syntax))' is not supported", at: syntax.place)
  }

  /// `readings.value.max`
  func member(
    _ name: Name, of values: Values, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    switch Language.property(named: name.text, of: .values)?.meaning {
    case .isEmpty: return .predicate(.not(.exists(values.records)))
    case .aggregate(.count): return .operand(count(values, syntax))
    case .aggregate(let aggregate):
      return .operand(try checked(aggregate, of: values, syntax))
    default:
      if Language.property(named: name.text, of: values.element.kinds)?.meaning == .stored {
        let element = try member(name, of: values.element, syntax)
        return try joined(element, to: values.records, syntax)
      }
      throw Diagnostic(
        "'\(name)' is not supported for several values", at: syntax.place,
        hint: Self.propertiesOfValues)
    }
  }

  private static let propertiesOfValues: String = {
    let names = Language.members(of: .values).filter { $0.form == .property }.map(\.name)
    return "\(names.dropLast().joined(separator: ", ")) and \(names.last ?? "") are"
  }()

  private func count(_ values: Values, _ syntax: PredicateSyntax) -> Operand {
    values.isDistinct
      ? aggregate(.distinctCount, of: values, syntax) : count(values.records, syntax)
  }

  func count(_ records: Records, _ syntax: PredicateSyntax) -> Operand {
    let origin = records.links.first?.from ?? root
    return derived(
      Term(.count(records), .integer(.int), isOptional: false), "Int", syntax, origin: origin)
  }

  // MARK: Aggregates

  /// An aggregate of values that have what it asks for: an order, or sums.
  func checked(
    _ aggregate: Aggregate, of values: Values, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Operand {
    let element = values.element
    switch aggregate {
    case .min, .max: try requireOrder(element)
    case .sum, .average:
      try requireNumber(element, aggregate, isDistinct: values.isDistinct, syntax)
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
    switch aggregate {
    case .sum:
      return derived(
        made(element.term.type, false), element.declaredType, syntax, origin: origin)
    case .count, .distinctCount:
      return derived(made(.value(.integer(.int)), false), "Int", syntax, origin: origin)
    case .average:
      let mean = made(.value(.double), true)
      return derived(mean.inUnits(of: element.term), "Double", syntax, origin: origin)
    case .min, .max, .first, .last:
      return derived(
        made(element.term.type, true), element.declaredType, syntax, origin: origin)
    }
  }

  /// `readings.@max.value` cut at its aggregate; nil where there is none.
  func aggregatePath(
    _ syntax: PredicateSyntax
  ) -> (base: PredicateSyntax, aggregate: Name, names: [Name])? {
    var names: [Name] = []
    var node = syntax
    while case .member(let base, let name) = node.kind {
      if name.utf8.first == UInt8(ascii: "@") { return (base, name, names.reversed()) }
      names.append(name)
      node = base
    }
    return nil
  }

  func aggregate(
    _ name: Name, of base: PredicateSyntax, _ names: [Name], _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    var owner = try several(try check(operand: base), base)
    for name in names where name.folded != Name("self").folded {
      owner = try property(name, ofEach: owner, syntax)
    }
    owner = try several(owner, syntax)
    guard let known = Language.pathOperator(named: name.text) else {
      throw unknownPathOperator(name.text, syntax)
    }
    switch (known.meaning, owner) {
    case (.aggregate(.count), .records(let records, _)) where names.isEmpty:
      return .operand(count(records, syntax))
    case (.aggregate(.count), .values(let values)):
      if names.isEmpty { return .operand(count(values, syntax)) }
    case (.aggregate(let aggregate), .values(let values)):
      return .operand(try checked(aggregate, of: values, syntax))
    case (.several(let isDistinct), .values(var values)):
      values.isDistinct = values.isDistinct || isDistinct
      return .values(values)
    case (_, .records) where known.meaning != .aggregate(.count):
      throw Diagnostic(
        "expected the attribute after '\(name)', as in \(text(of: base)).\(name).NAME",
        at: syntax.place)
    default: break
    }
    throw Diagnostic("'\(text(of: base))' is not several values", at: base.place)
  }

  private func unknownPathOperator(_ name: String, _ syntax: PredicateSyntax) -> Diagnostic {
    let known = Language.all.filter { $0.form == .pathOperator }
    return Diagnostic(
      "'\(name)' is not supported", at: syntax.place,
      hint: Language.suggestion(for: name, among: known).map { "did you mean \($0)?" }
        ?? listed(known.map(\.name)))
  }

  /// A property of each of several records, whose names hide those of collections.
  func property(
    _ name: Name, ofEach owner: Checked, _ syntax: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    guard case .records(let records, let entity) = owner, let last = records.links.last?.to else {
      throw Diagnostic("'\(name)' is not supported here", at: syntax.place)
    }
    let path = RecordPath(start: last, entity: entity)
    guard let found = try property(name, of: path, syntax) else {
      throw unknownName(name, of: entity, at: syntax)
    }
    return try several(try joined(found, to: records, syntax), syntax)
  }

  // MARK: Filters

  /// `readings[value >= 90]`
  func filter(
    _ base: PredicateSyntax, _ variable: Name?, _ condition: PredicateSyntax
  ) throws(Diagnostic) -> Checked {
    switch try several(try check(operand: base), base) {
    case .records(let records, let entity):
      guard let subject = subject(of: records, entity) else { break }
      let holds = try inside(subject, variable).truth(condition)
      return .records(records.filtered(by: holds), entity)
    case .values(var values):
      let holds = try inside(.operand(values.element), variable).truth(condition)
      values.records = values.records.filtered(by: holds)
      return .values(values)
    case .literal(let literal):
      if let name = unknownName(literal) { throw unknown(name) }
    default: break
    }
    throw Diagnostic("'\(text(of: base))' is not several values", at: base.place)
  }

  func subject(of records: Records, _ entity: Entity) -> Checked? {
    records.links.last.map { .record(RecordPath(start: $0.to, entity: entity)) }
  }

  /// The checker for what is asked of one of several records.
  func inside(_ subject: Checked, _ variable: Name?) -> PredicateChecker {
    var inner = self
    inner.frames.append(Frame(subject: subject, variable: variable))
    return inner
  }
}
