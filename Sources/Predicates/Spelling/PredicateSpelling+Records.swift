import FlagModel
import SQLText

// Spells paths to related records, and expressions on them.

extension PredicateSpelling {
  /// The speller for the record behind a link.
  func following(_ link: Link) -> PredicateSpelling {
    var inner = self
    inner.subjects[link.to.number] = Subject(
      base: member(subjects[link.from.number]?.base, link.name),
      entity: schema.entity(named: link.to.table))
    return inner
  }

  /// The path to records, the speller for one of them, and its variable.
  private func path(_ records: Records) -> (PredicateSyntax, PredicateSpelling, Name) {
    var inner = self
    var path = make(.itself)
    for link in records.links {
      let entity: Entity?
      if case .elements(let json) = link.kind {
        let isArray = if case .value(.array) = json.type { true } else { false }
        path = if isArray { inner.node(json) } else { member(inner.node(json), link.name) }
        entity = nil
      } else {
        path = member(inner.subjects[link.from.number]?.base, link.name)
        entity = schema.entity(named: link.to.table)
      }
      inner.subjects[link.to.number] = Subject(base: path, entity: entity)
    }
    let variable: Name = depth == 0 ? "0" : "r\(depth)"
    if let last = records.links.last {
      inner.subjects[last.to.number] = Subject(
        base: make(.variable(variable)), entity: inner.subjects[last.to.number]?.entity)
    }
    inner.depth += 1
    return (path, inner, variable)
  }

  func node(_ records: Records) -> PredicateSyntax {
    let (path, inner, variable) = path(records)
    guard let condition = Predicate.conjunction(records.filters) else { return path }
    return make(.filter(path, variable: variable, inner.node(condition)))
  }

  func isEmpty(_ records: Records) -> PredicateSyntax { make(.member(node(records), "isEmpty")) }

  func existence(_ records: Records, isNegated: Bool) -> PredicateSyntax {
    let (path, inner, variable) = path(records)
    guard let condition = Predicate.conjunction(records.filters) else {
      if records.mayBeMissing {
        // A missing array has no elements either, but it is not empty.
        let count = make(.member(path, "count"))
        let hasSome = make(.compare(count, .greater, .exact, make(.number("0"))))
        return isNegated ? make(.not(hasSome)) : hasSome
      }
      let isEmpty = make(.member(path, "isEmpty"))
      if isNegated { return isEmpty }
      return make(.not(isEmpty))
    }
    func quantified(_ name: String, _ condition: Predicate) -> PredicateSyntax {
      let closure = make(.closure(variable: variable, inner.node(condition)))
      return make(.call(path, name, [.init(label: nil, value: closure)]))
    }
    if isNegated, case .not(let holds) = condition { return quantified("allSatisfy", holds) }
    let contains = quantified("contains", condition)
    if isNegated { return make(.not(contains)) }
    return contains
  }

  func ofGroup(_ aggregate: Aggregate, _ value: Term) -> PredicateSyntax {
    var label: String?
    if aggregate == .distinctCount { label = PredicateSyntax.Argument.distinct }
    let argument = PredicateSyntax.Argument(label: label, value: node(value))
    return make(.call(nil, Self.name(of: aggregate), [argument] + percent(of: aggregate)))
  }

  private static func name(of aggregate: Aggregate) -> String {
    switch aggregate {
    case .average: "avg"
    case .distinctCount: "count"
    default: aggregate.name
    }
  }

  /// The second argument of `percentile`.
  private func percent(of aggregate: Aggregate) -> [PredicateSyntax.Argument] {
    guard case .percentile(let percent) = aggregate, percent != 50 else { return [] }
    return [.init(label: nil, value: node(.real(percent), .value(.double)))]
  }

  func aggregate(_ aggregate: Aggregate, _ value: Term, _ records: Records) -> PredicateSyntax {
    let (_, inner, variable) = path(records)
    let base = node(records)
    let element = inner.node(value)
    if aggregate == .distinctCount, case .member(_, let name) = element.kind {
      return make(
        .member(make(.member(make(.member(base, "@distinctUnionOfObjects")), name)), "@count"))
    }
    let isElement = element.kind == .variable(variable)
    if aggregate == .distinctCount, isElement {
      let set = make(.call(nil, "Set", [.init(label: nil, value: base)]))
      return make(.member(set, "count"))
    }
    if case .percentile(let percent) = aggregate, percent != 50 {
      let all = PredicateSyntax.Argument(label: nil, value: values(value, records))
      return make(.call(nil, aggregate.name, [all] + self.percent(of: aggregate)))
    }
    return make(.call(values(value, records), Self.name(of: aggregate), []))
  }

  /// `readings.map { $0.value }`
  func values(_ value: Term, _ records: Records) -> PredicateSyntax {
    let (_, inner, variable) = path(records)
    let (base, element) = (node(records), inner.node(value))
    if element.kind == .variable(variable) { return base }
    let closure = PredicateSyntax.Argument(
      label: nil, value: make(.closure(variable: variable, element)))
    return make(.call(base, "map", [closure]))
  }
}
