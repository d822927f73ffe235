package import FlagModel
import SQLText

extension Predicate {
  /// The predicate in its simplest spelling, with names for all masks, cases and columns. It shows
  /// how the typed text was understood.
  package func spelled(of entity: Entity, in schema: Schema) -> String {
    PredicateSpelling(entity, schema).node(self).printed
  }
}

/// Builds the syntax tree from which a checked predicate would be parsed.
package struct PredicateSpelling {
  let schema: Schema
  /// The records: the syntax before the names of their properties, and their entities.
  var subjects: [Int: Subject] = [:]
  /// The number of surrounding closures.
  var depth = 0

  package struct Subject {
    /// Nil if the names need no qualifier.
    let base: PredicateSyntax?
    /// Nil for the elements of an array.
    let entity: Entity?
  }

  package init(_ entity: Entity, _ schema: Schema) {
    self.schema = schema
    subjects[0] = Subject(base: nil, entity: entity)
  }

  func make(_ kind: PredicateSyntax.Kind) -> PredicateSyntax {
    PredicateSyntax(kind, at: SourcePlace(SourceText(""), 0..<0))
  }

  func member(_ base: PredicateSyntax?, _ path: Name) -> PredicateSyntax {
    path.parts.reduce(base) { base, name in
      make(base.map { .member($0, name) } ?? .name(name))
    } ?? make(.itself)
  }

  // MARK: Predicates

  func node(_ predicate: Predicate) -> PredicateSyntax {
    switch predicate {
    case .constant(let value): return make(.bool(value))
    case .all(let terms):
      if let elements = predicate.emptyElements { return isEmpty(elements) }
      return conjunction(terms)
    case .any(let terms): return make(.or(terms.map(node)))
    case .not(.exists(let records)): return existence(records, isNegated: true)
    case .not(.not(.exists(let records))): return existence(records, isNegated: false)
    case .not(.test(let term, .isNull)):
      return make(.compare(node(term), .unequal, .exact, make(.null)))
    case .not(.test(let term, .flags(let test, let mask))) where test != .exactly:
      let opposites: [FlagTest: FlagTest] = [.has: .notAll, .notAll: .has, .any: .none]
      return flags(term, opposites[test] ?? .any, mask)
    case .not(let inner): return make(.not(node(inner)))
    case .test(let term, let test): return node(term, test)
    case .compare(let left, .equal, let right) where !right.isOptional && isRelation(left, right):
      return relation(left, right)
    case .compare(let left, let comparison, let right):
      let (a, options) = folded(left)
      return make(.compare(node(a), comparison, options, node(folded(right).0)))
    case .compareTexts(let text, let test, let options, let other):
      return make(.textTest(node(text), test, options, node(other)))
    case .exists(let records): return existence(records, isNegated: false)
    }
  }

  private func node(_ term: Term, _ test: Predicate.Test) -> PredicateSyntax {
    let (term, options) = folded(term)
    func value(_ value: Value) -> PredicateSyntax { node(value, term.type) }
    switch test {
    case .flags(let test, let mask): return flags(term, test, mask)
    case .compare(.equal, .integer(1)) where term.type == .value(.bool): return node(term)
    case .compare(let comparison, let other):
      return make(.compare(node(term), comparison, options, value(other)))
    case .isIn(let values): return make(.isIn(node(term), options, make(.list(values.map(value)))))
    case .isBetween(let lower, let upper, let includesUpper):
      let range = make(.range(value(lower), value(upper), includesUpper: includesUpper))
      return make(.isIn(node(term), .exact, range))
    case .isNull: return make(.compare(node(term), .equal, .exact, make(.null)))
    case .text(let test, let other, let options):
      return make(.textTest(node(term), test, options, make(.text(other))))
    }
  }

  /// A folded text is spelled as a comparison that ignores these differences.
  private func folded(_ term: Term) -> (Term, TextOptions) {
    guard case .function(.folded(let options), let arguments) = term.kind else {
      return (term, .exact)
    }
    return (arguments[0], options)
  }

  // MARK: Values

  func node(_ value: Value, _ type: TermType) -> PredicateSyntax {
    switch (type, value) {
    case (_, .null): return make(.null)
    case (.duration, .integer(let span)): return make(.duration(TimeSpan.text(of: span)))
    case (.moment, .integer(let number)):
      return make(.date(Timestamp(microseconds: number)?.text ?? "\(number)"))
    case (.calendar(.day), .text(let day)): return make(.date(day))
    case (.record, _): return make(.number(AttributeType.integer(.int64).text(of: value)))
    case (.value(let type), _): return node(value, type)
    default: return make(.text(AttributeType.string.rawText(of: value)))
    }
  }

  private func node(_ value: Value, _ type: AttributeType) -> PredicateSyntax {
    switch type {
    case .bool: return make(.bool(value == .integer(1)))
    case .integer, .double, .float, .decimal: return make(.number(type.text(of: value)))
    case .date: return make(.date(type.text(of: value)))
    case .enumeration(let enumeration):
      return make(.dotted(enumeration.caseName(of: value) ?? Name(type.text(of: value))))
    case .flags(let set):
      guard case .integer(let stored) = value else { return make(.null) }
      return list(of: set.mask(stored: stored), set)
    case .array(let element, _):
      return make(
        type.elements(of: value).map { .list($0.map { node($0, element) }) }
          ?? .text(type.rawText(of: value)))
    case .json(.optional(let type)): return value == .null ? make(.null) : node(value, type)
    case .any where value.isNumber: return make(.number(type.text(of: value)))
    case .string, .uuid, .url, .data, .json, .any: return make(.text(type.rawText(of: value)))
    }
  }
}
