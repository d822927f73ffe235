import FlagModel
import SQLText

extension Term {
  /// The value of a column of a record.
  static func column(_ name: Name, _ type: TermType, isOptional: Bool, in scope: Scope) -> Term {
    let column = Predicate.Column(name: name, isOptional: isOptional, scope: scope.number)
    return Term(.column(column), type, isOptional: isOptional)
  }

  /// The value as a text, in the form of a file.
  func asText(of type: AttributeType) -> Term {
    let text: Kind =
      switch kind {
      case .column(let column): .column(column.read(as: type))
      case .via(let link, let inner): .via(link, inner.asText(of: type))
      default: .function(.read(.own, type), [self])
      }
    return Term(text, .string, isOptional: isOptional)
  }

  static func column(of attribute: Attribute, in scope: Scope) -> Term {
    Term(attribute, Predicate.Column(attribute, in: scope))
  }

  /// True for a column whose texts are ordered by code points, so that texts with a prefix are a range.
  var isInCodePointOrder: Bool {
    switch kind {
    case .column(let column): column.collation == nil
    case .via(_, let inner): inner.isInCodePointOrder
    default: false
    }
  }

  /// The collation that a text of a related record needs in SQL, because SQLite gives the result of
  /// a subquery no collation.
  var collationOfOthers: Name? {
    switch kind {
    case .via(_, let inner): inner.collation
    case .aggregate(.min, let inner, _), .aggregate(.max, let inner, _),
      .aggregate(.first, let inner, _), .aggregate(.last, let inner, _):
      inner.collation
    default: nil
    }
  }

  private var collation: Name? {
    guard case .column(let column) = kind else { return collationOfOthers }
    if case .named(let name)? = column.collation { return name }
    return nil
  }

  /// True if a foreign column stores the value. Such a column can contain texts and numbers that are no dates.
  var mayBeNoDate: Bool {
    switch kind {
    case .column(let column): column.form.mayBeNoDate
    case .via(_, let inner), .aggregate(_, let inner, _), .ofGroup(_, let inner): inner.mayBeNoDate
    default: false
    }
  }
}

extension StoredForm {
  fileprivate var mayBeNoDate: Bool {
    switch self {
    case .dates, .text: true
    default: false
    }
  }
}
