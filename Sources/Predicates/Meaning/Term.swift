package import FlagModel
package import SQLText

/// A value that SQL works out for each record: a column, or something made of columns.
package struct Term: Hashable, Sendable {
  package indirect enum Kind: Hashable, Sendable {
    case column(Predicate.Column)
    case value(Value)
    /// A value of the record that a to-one relationship leads to; NULL where it leads nowhere.
    case via(Link, Term)
    case negative(Term)
    case complement(Term)
    case binary(Operator, Term, Term)
    /// Times a power of ten; beyond 64 bits it is a REAL, so that comparisons stay right.
    case scaled(Term, places: Int)
    case conditional(Predicate, Term, Term)
    /// The truth of a predicate, 1 or 0.
    case condition(Predicate)
    case aggregate(Aggregate, Term, Records)
    case count(Records)
    /// The values of several records, as a JSON array in the order of their keys.
    case list(Term, Records)
    case function(SQLFunction, [Term])
    /// The number of these bits that are set.
    case bitCount(Term, masks: [Int64])
    /// The number of records of a group.
    case groupCount
    /// An aggregate of a value of all records of a group.
    case ofGroup(Aggregate, Term)
    /// One of the flags of a value, or of the values of a list, where each has a group; it is in a
    /// column of the query.
    case each(of: Term, column: Name)
  }

  package let kind: Kind
  package let type: TermType
  /// True if it may be NULL.
  package let isOptional: Bool

  package init(_ kind: Kind, _ type: TermType, isOptional: Bool) {
    self.kind = kind
    self.type = type
    self.isOptional = isOptional
  }

  package init(_ kind: Kind, _ type: AttributeType, isOptional: Bool) {
    self.init(kind, .value(type), isOptional: isOptional)
  }

  /// The value of an attribute.
  package init(_ attribute: Attribute, scope: Int = 0) {
    let column = Kind.column(Predicate.Column(attribute, scope: scope))
    guard let field = attribute.field else {
      self.init(column, attribute.type, isOptional: attribute.isOptional)
      return
    }
    let mask = Term(column, .integer(.int64), isOptional: attribute.isOptional)
    self = mask.field(field)
  }

  package static func constant(_ value: Value, _ type: AttributeType) -> Term {
    Term(.value(value), type, isOptional: value == .null)
  }

  /// The value, where it is the same for every record.
  package var constant: Value? { if case .value(let value) = kind { value } else { nil } }
}

/// The type of the values of a term.
package enum TermType: Hashable, Sendable {
  case value(AttributeType)
  /// The key of a record of an entity.
  case record(entity: Name)
  /// A date as the microseconds since 1970, which can be calculated with.
  case moment
  /// Microseconds.
  case duration
  /// A month or day by its ISO 8601 text, `2026-11` or `2026-11-20`.
  case calendar(CalendarUnit)

  /// The type of an attribute that has such values.
  var attribute: AttributeType? { if case .value(let type) = self { type } else { nil } }

  /// The type that a constant beside such a value says. Decimals are calculated with in their smallest
  /// units, whatever a column keeps.
  package var ofConstants: AttributeType? {
    if case .value(.decimal) = self { nil } else { attribute }
  }
}
