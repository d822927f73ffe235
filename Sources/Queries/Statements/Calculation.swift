package import FlagModel
package import Predicates
package import SQLText

/// A value that SQL calculates for each record, to be stored in a column.
package struct Calculation: Hashable, Sendable {
  /// The form of a foreign column for the value.
  package enum Form: Hashable, Sendable {
    case own
    /// - Parameter sample: a value of the column, which shows the format of its dates.
    case other(StoredForm, AttributeType, sample: Value?)
    case word(NumberWord)
  }

  package let term: Term
  package var file = StoringFile.own
  package var form = Form.own

  package init(_ term: Term) { self.term = term }

  /// The value in flagdb's form.
  package var value: SQLText { term.sql(storedIn: file) }

  /// The value in the form of a column of the type.
  func sql(of type: AttributeType?) -> SQLText {
    switch form {
    case .own:
      guard let type, type.isDecimal else { return value }
      return "\(.kept(.own, type), of: value)"
    case .word(let word): return word.within(value)
    case .other(let form, .double, _) where form.isNumeric:
      if let number = term.numeric(storedIn: file) { return number }
      return "\(.kept(form, .double), of: value)"
    case .other(let form, let type, let sample):
      return "\(.kept(form, type), of: [value] + (sample.map { ["\($0)"] } ?? []))"
    }
  }
}

/// Calculated bits of a mask: flags or a field.
package struct CalculatedBits: Hashable, Sendable {
  let term: Term
  /// The bits of the value before the shift.
  let mask: UInt64
  let shift: Int
  /// True for a field, in which excess bits are an error. Excess bits of flags are ignored.
  let isField: Bool
  package var file = StoringFile.own

  init(flags term: Term, _ mask: UInt64) {
    self.term = term
    self.mask = mask
    shift = 0
    isField = false
  }

  init(field: BitField, _ term: Term) {
    self.term = term
    mask = field.valueMask
    shift = field.shift
    isField = true
    isOptional = field.isOptional
  }

  /// True for a field in which 0 means no value.
  private var isOptional = false

  /// The bits, shifted to their position.
  var sql: SQLText {
    let value = term.sql(storedIn: file)
    let mask = Int64(bitPattern: mask)
    guard isField else { return "(\(value)) & \(.integer(mask))" }
    let present: SQLText = isOptional ? "coalesce(\(value), 0)" : value
    let field: SQLText = "\(.demanded(.field(mask: mask)), of: present)"
    if shift == 0 { return field }
    return "\(field) << \(literal: Int64(shift))"
  }
}

extension Assignment {
  /// The values that are calculated for the change.
  package var terms: [Term] {
    switch change {
    case .set: []
    case .flags(_, _, _, _, let bits): bits.map(\.term)
    case .calculated(let calculation): [calculation.term]
    }
  }
}

extension Term {
  /// True if the value depends on other records of the table, even through a relationship.
  package func reads(_ table: Name) -> Bool { tables.contains { $0.folded == table.folded } }

  /// The tables of the related records.
  var tables: [Name] {
    let kindTables: [Name] =
      switch kind {
      case .via(let link, _): link.tables
      case .aggregate(_, _, let records), .count(let records): records.tables
      case .conditional(let condition, _, _): condition.tables
      case .condition(let predicate): predicate.tables
      default: []
      }
    return kindTables + operands.flatMap(\.tables)
  }
}

extension Predicate {
  /// True if the condition depends on the rows of the table, even through a relationship.
  package func reads(_ table: Name) -> Bool { tables.contains { $0.folded == table.folded } }

  fileprivate var tables: [Name] {
    let partTables: [Name] =
      switch self {
      case .all(let parts), .any(let parts): parts.flatMap(\.tables)
      case .not(let inner): inner.tables
      case .exists(let records): records.tables
      case .constant, .test, .compare, .compareTexts: []
      }
    return partTables + operands.flatMap(\.tables)
  }
}

extension Records {
  fileprivate var tables: [Name] { links.flatMap(\.tables) + filters.flatMap(\.tables) }
}

extension Link {
  fileprivate var tables: [Name] {
    switch kind {
    case .pairs(let join): [join.name, to.table]
    case .key, .inverse: [to.table]
    case .elements: []
    }
  }
}
