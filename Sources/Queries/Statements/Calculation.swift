package import FlagModel
package import Predicates
package import SQLText

/// A value that SQL works out of each record, to be stored in one of its columns.
package struct Calculation: Hashable, Sendable {
  /// The way in which a column of others keeps the value.
  package enum Form: Hashable, Sendable {
    case own
    /// - Parameter sample: a value of the column, whose dates are written so.
    case other(StoredForm, AttributeType, sample: Value?)
    case word(NumberWord)
  }

  package let term: Term
  package var file = StoringFile.own
  package var form = Form.own

  package init(_ term: Term) { self.term = term }

  /// The value in our own form.
  package var value: SQLText { term.sql(storedIn: file) }

  /// The value as a column of the type keeps it.
  func sql(of type: AttributeType?) -> SQLText {
    switch form {
    case .own:
      guard let type, type.isDecimal else { return value }
      return "\(.kept(.own, type), of: value)"
    case .word(let word): return word.within(value)
    case .other(let form, let type, let sample):
      return "\(.kept(form, type), of: [value] + (sample.map { ["\($0)"] } ?? []))"
    }
  }
}

/// Bits of a mask that are calculated: its flags, or one of its fields.
package struct CalculatedBits: Hashable, Sendable {
  let term: Term
  /// The bits of the value, before they are moved.
  let mask: UInt64
  let shift: Int
  /// True of a field, which has no room for other bits; flags are those of a number that has others.
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

  /// True of a field that 0 stands for nothing in.
  private var isOptional = false

  /// The bits in their place.
  var sql: SQLText {
    let value = term.sql(storedIn: file)
    let mask = Int64(bitPattern: mask)
    guard isField else { return "(\(value)) & \(.integer(mask))" }
    let given: SQLText = isOptional ? "coalesce(\(value), 0)" : value
    let field: SQLText = "\(.demanded(.field(mask: mask)), of: given)"
    return shift == 0 ? field : "\(field) << \(literal: Int64(shift))"
  }
}

extension Assignment {
  /// The values that are calculated for it.
  package var terms: [Term] {
    switch change {
    case .set: []
    case .flags(_, _, _, _, let bits): bits.map(\.term)
    case .calculated(let calculation): [calculation.term]
    }
  }
}

extension Term {
  /// True if a value of other records of a table is anywhere in it, those of the record itself by a
  /// relationship among them.
  package func reads(_ table: Name) -> Bool { tables.contains { $0.folded == table.folded } }

  /// The tables whose records it is reached through.
  var tables: [Name] {
    let own: [Name] =
      switch kind {
      case .via(let link, _): link.tables
      case .aggregate(_, _, let records), .count(let records): records.tables
      case .conditional(let condition, _, _): condition.tables
      case .condition(let predicate): predicate.tables
      default: []
      }
    return own + operands.flatMap(\.tables)
  }
}

extension Predicate {
  fileprivate var tables: [Name] {
    let own: [Name] =
      switch self {
      case .all(let parts), .any(let parts): parts.flatMap(\.tables)
      case .not(let inner): inner.tables
      case .exists(let records): records.tables
      case .constant, .test, .compare, .compareTexts: []
      }
    return own + operands.flatMap(\.tables)
  }
}

extension Records {
  fileprivate var tables: [Name] {
    links.flatMap(\.tables) + filters.flatMap(\.tables)
  }
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
