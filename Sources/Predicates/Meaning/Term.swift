package import FlagModel
package import SQLText

/// A value that SQL calculates for each record: a column, or an expression of columns.
///
/// A class, because most types of the planner contain one: see
/// Documentation/Decisions/large-values-are-shared.md.
package final class Term: Sendable {
  package indirect enum Kind: Hashable, Sendable {
    case column(Predicate.Column)
    case value(Value)
    /// A value of a to-one related record; NULL if there is none.
    case via(Link, Term)
    case negative(Term)
    case complement(Term)
    case binary(Operator, Term, Term)
    /// The value times a power of ten. Beyond 64 bits it is a REAL, so that comparisons stay
    /// correct.
    case scaled(Term, places: Int)
    case conditional(Predicate, Term, Term)
    /// The value of a predicate, 1 or 0.
    case condition(Predicate)
    case aggregate(Aggregate, Term, Records)
    case count(Records)
    /// The values of several records as a JSON array, in the order of their keys.
    case list(Term, Records)
    case function(SQLFunction, [Term])
    /// The number of these bits that are set.
    case bitCount(Term, masks: [Int64])
    /// The number of records of a group.
    case groupCount
    /// An aggregate of a value over all records of a group.
    case ofGroup(Aggregate, Term)
    /// One of the flags of a value or one element of a list, in a query with a group for each. It
    /// is in a column of the query.
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

  package convenience init(_ kind: Kind, _ type: AttributeType, isOptional: Bool) {
    self.init(kind, .value(type), isOptional: isOptional)
  }

  /// The value of an attribute.
  package convenience init(_ attribute: Attribute, scope: Int = 0) {
    self.init(attribute, Predicate.Column(attribute, scope: scope))
  }

  convenience init(_ attribute: Attribute, _ column: Predicate.Column) {
    guard let field = attribute.field else {
      self.init(.column(column), attribute.type, isOptional: attribute.isOptional)
      return
    }
    let mask = Term(.column(column), .integer(.int64), isOptional: attribute.isOptional)
    let term = mask.field(field)
    self.init(term.kind, term.type, isOptional: term.isOptional)
  }

  package static func constant(_ value: Value, _ type: AttributeType) -> Term {
    Term(.value(value), type, isOptional: value == .null)
  }

  /// True for an attribute of the record or of a related one.
  package var isAttribute: Bool {
    switch kind {
    case .column: true
    case .via(_, let inner): inner.isAttribute
    default: false
    }
  }

  /// The value if it is a constant.
  package var constant: Value? { if case .value(let value) = kind { value } else { nil } }
}

extension Term: Hashable {
  package static func == (one: Term, other: Term) -> Bool {
    one === other
      || one.isOptional == other.isOptional && one.type == other.type && one.kind == other.kind
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(type)
    hasher.combine(isOptional)
  }
}

/// The type of the values of a term.
package enum TermType: Hashable, Sendable {
  case value(AttributeType)
  /// The key of a record of an entity.
  indirect case record(entity: Name)
  /// A date as microseconds since 1970, for calculations.
  case moment
  /// A time span in microseconds.
  case duration
  /// A month or day by its ISO 8601 text: `2026-11` or `2026-11-20`.
  case calendar(CalendarUnit)

  /// The type of an attribute with such values.
  var attribute: AttributeType? { if case .value(let type) = self { type } else { nil } }

  /// The type of constants beside such a value. Calculations with decimals use their smallest
  /// units, whatever the form of the column.
  package var ofConstants: AttributeType? {
    if case .value(.decimal) = self { nil } else { attribute }
  }
}
