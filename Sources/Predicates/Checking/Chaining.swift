import FlagModel

// What Swift asks of a value that may not be there: `note?.isEmpty == false`, `note?.isEmpty ?? true`,
// `note.map { … }`. What stands after `?.` is then neither true nor false but nil; alone, where only
// true or false will do, nil is false.

extension Predicate {
  /// The term that may be missing before a method or a property that says true or false; nil if the
  /// answer is always one of the two, as that of an operator is.
  private func chained(_ syntax: PredicateSyntax) -> Term? {
    switch syntax.kind {
    case .member: return subject
    case .call(let base?, _, _):
      // `[.low].contains(level)` asks the list, which is there.
      switch base.kind {
      case .list, .range, .text: return nil
      default: return subject
      }
    default: return nil
    }
  }

  /// The answer as a value, nil where what was asked is not there.
  /// See Documentation/Decisions/optional-chaining-returns-nil.md.
  func value(_ syntax: PredicateSyntax) -> Term {
    let truth = Term(.condition(self), .bool, isOptional: false)
    return chained(syntax).map { truth.unlessNull($0) } ?? truth
  }

  /// A predicate that is true if another one answers `value`, and false if it answers the opposite
  /// or nil.
  func answers(_ value: Bool, _ syntax: PredicateSyntax) -> Predicate {
    let holds = value ? self : .not(self)
    guard let subject = chained(syntax), holds.isTrueOfNull else { return holds }
    return .all([.not(.test(subject, .isNull)), holds])
  }
}

extension Predicate {
  /// The one value that it asks about, where that may be missing.
  fileprivate var subject: Term? {
    switch self {
    case .test(_, .isNull): nil
    case .test(let term, _), .compareTexts(let term, _, _, _): term.isOptional ? term : nil
    case .not(let inner): inner.subject
    case .exists(let records): records.missing
    // One question put for each of several values.
    case .all(let parts), .any(let parts):
      parts.allSatisfy { $0.subject == parts[0].subject } ? parts.first?.subject : nil
    default: nil
    }
  }

  /// True if it holds for a missing value.
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
  /// A term with a value if each of the links is there that leads to one thing: `sample?.maybe?` is
  /// nil without a sample and without its array. From the first link that leads to several on, none
  /// is nil.
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
        return array.isOptional ? array.reached(over: path) : missing
      case .inverse, .pairs: return missing
      }
    }
    return missing
  }
}

extension Term {
  /// A value of the record that links lead to, nil where one of them leads to none.
  fileprivate func reached(over links: [Link]) -> Term {
    links.reversed().reduce(self) { Term(.via($1, $0), $0.type, isOptional: true) }
  }

  /// Nil where another value is missing.
  func unlessNull(_ other: Term) -> Term {
    let missing = Term(.value(.null), type, isOptional: true)
    return Term(.conditional(.test(other, .isNull), missing, self), type, isOptional: true)
  }
}
