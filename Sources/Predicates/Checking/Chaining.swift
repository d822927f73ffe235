import FlagModel

// Optional chaining in Swift: `note?.isEmpty == false`, `note?.isEmpty ?? true`, `note.map { … }`.
// If the value before `?.` is missing, the result is nil. As a condition, nil counts as false.

extension Predicate {
  /// The optional term before a method or a property that returns a Bool; nil if the result is
  /// never nil.
  private func chained(_ syntax: PredicateSyntax) -> Term? {
    switch syntax.kind {
    case .member: return subject
    case .call(let base?, _, _):
      // `[.low].contains(level)` is a test of the list, which is never nil.
      switch base.kind {
      case .list, .range, .text: return nil
      default: return subject
      }
    default: return nil
    }
  }

  /// The result as an optional value.
  /// See Documentation/Decisions/optional-chaining-returns-nil.md.
  func value(_ syntax: PredicateSyntax) -> Term {
    let plain = withoutGuard
    guard let subject = plain.chained(syntax) else {
      return Term(.condition(self), .bool, isOptional: false)
    }
    return Term(.condition(plain), .bool, isOptional: false).unlessNull(subject)
  }

  /// A predicate that is true if another one returns `value`, and false if it returns the opposite
  /// or nil.
  func answers(_ value: Bool, _ syntax: PredicateSyntax) -> Predicate {
    let plain = withoutGuard
    guard let subject = plain.chained(syntax) else { return negated(if: !value) }
    let holds = plain.negated(if: !value)
    guard holds.isTrueOfNull else { return holds }
    return .all([.not(.test(subject, .isNull)), holds])
  }

  /// The elements in `tags.isEmpty` if the array may be missing; nil for another predicate.
  var emptyElements: Records? {
    guard case .all(let parts) = self, parts.count == 2, case .not(.exists(let records)) = parts[1],
      self == records.areNone
    else { return nil }
    return records
  }

  /// The test of `tags.isEmpty` alone, which is true for a missing array.
  fileprivate var withoutGuard: Predicate { emptyElements.map { .not(.exists($0)) } ?? self }

  /// The only value that it tests, if that is optional.
  fileprivate var subject: Term? {
    switch self {
    case .test(_, .isNull): nil
    case .test(let term, _) where term.isOptional: term
    case .compareTexts(let term, _, _, _) where term.isOptional: term
    case .not(let inner): inner.subject
    case .exists(let records): records.missing
    // The same test for each of several values.
    case .all(let parts), .any(let parts):
      parts.allSatisfy { $0.subject == parts[0].subject } ? parts.first?.subject : nil
    default: nil
    }
  }

  /// True if it is true for a missing value.
  fileprivate var isTrueOfNull: Bool {
    switch self {
    case .test(_, let test): test.isTrueOfNull
    case .not(let inner): !inner.isTrueOfNull
    case .all(let parts): parts.allSatisfy(\.isTrueOfNull)
    case .any(let parts): parts.contains(where: \.isTrueOfNull)
    default: false
    }
  }
}

extension Records {
  /// The condition that there are none. A missing array is not empty, like missing flags; the records of a missing
  /// record are.
  var areNone: Predicate {
    guard isOfArray, let missing else { return .not(.exists(self)) }
    return .all([.not(.test(missing, .isNull)), .not(.exists(self))])
  }

  /// True for the elements of an array that may be missing.
  var mayBeMissing: Bool { isOfArray && missing != nil }

  private var isOfArray: Bool {
    let first = links.first { if case .key = $0.kind { false } else { true } }
    return if case .elements? = first?.kind { true } else { false }
  }

  /// A term that is NULL if a link before the first to-many relationship leads nowhere. For
  /// example, `sample?.maybe?` is nil without a sample, and without its array.
  var missing: Term? {
    var path: [Link] = []
    var missing: Term?
    for link in links {
      if let last = path.last, last.to != link.from { return missing }
      switch link.kind {
      case .key(let foreign, let isOptional):
        let key = Term.column(
          foreign.column, .record(entity: link.to.table), isOptional: isOptional, in: link.from)
        if isOptional { missing = key.reached(over: path) }
        path.append(link)
      case .elements(let array):
        if array.isOptional { return array.reached(over: path) }
        return missing
      case .inverse, .pairs: return missing
      }
    }
    return missing
  }
}

extension Term {
  /// A value of the related record; nil if one of the links leads nowhere.
  fileprivate func reached(over links: [Link]) -> Term {
    links.reversed().reduce(self) { Term(.via($1, $0), $0.type, isOptional: true) }
  }

  /// The term; nil if another value is missing.
  func unlessNull(_ other: Term) -> Term {
    let missing = Term(.value(.null), type, isOptional: true)
    return Term(.conditional(.test(other, .isNull), missing, self), type, isOptional: true)
  }
}
