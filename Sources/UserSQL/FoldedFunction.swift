import FlagModel
import SQLText

/// The functions of plain SQL that are gone before SQLite sees it: each becomes an expression with
/// the masks written into it.
package enum FoldedFunction: String, CaseIterable, Sendable {
  case has
  case any
  case none
  case exactly
  case notAll = "not_all"
  /// The names of a column's flags, as the views spell them.
  case flags
  /// The value of a field of a mask by its name; with a value behind it, true if it is that.
  case field
  /// The stored value for one that is given as people type it.
  case stored

  init?(keyword: String) {
    self.init(rawValue: keyword.lowercased())
  }

  /// As they are written.
  package static var names: [String] { allCases.map(\.rawValue) }

  /// A call as it should be, for hints.
  var example: String {
    switch self {
    case .flags: "flags(markers)"
    case .field: "field(transition, 'core')"
    case .stored: "stored(status, 'measured')"
    default: "\(rawValue)(markers, 'HRM,PLX')"
    }
  }

  /// The condition that a test of flags becomes. What may be NULL has no flags, as in a predicate,
  /// and NOT must find that too; a column that is never NULL gets the plain form.
  func condition(
    _ column: String, _ set: FlagSet, _ mask: UInt64, isOptional: Bool, _ dialect: any Dialect
  ) -> String {
    let bits: SQLText = "\(literal: Int64(bitPattern: mask))"
    let whole: SQLText = "\(literal: set.stored(mask))"
    // The highest bit of a narrow type makes a number negative in one column and not in another.
    guard self == .exactly, !set.fields.isEmpty || set.hasSignBit(mask) else {
      return condition(.written(column), bits, whole, isOptional: isOptional).script(in: dialect)
    }
    let flags: SQLText = "(\(.written(column)) & \(literal: Int64(bitPattern: set.flagMask)))"
    return condition(flags, bits, bits, isOptional: isOptional).script(in: dialect)
  }

  private func condition(
    _ column: SQLText, _ bits: SQLText, _ whole: SQLText, isOptional: Bool
  ) -> SQLText {
    let masked: SQLText = "\(column) & \(bits)"
    switch (self, isOptional) {
    case (.any, false): return "((\(masked)) != 0)"
    case (.any, true): return "(coalesce(\(masked), 0) != 0)"
    case (.none, false): return "((\(masked)) = 0)"
    case (.none, true): return "(coalesce(\(masked), 0) = 0)"
    case (.exactly, false): return "(\(column) = \(whole))"
    case (.exactly, true): return "(\(.same, of: column, whole))"
    case (.notAll, false): return "((\(masked)) != \(bits))"
    case (.notAll, true): return "(\(.different, of: "(\(masked))", bits))"
    case (_, false): return "((\(masked)) = \(bits))"
    case (_, true): return "(\(.same, of: "(\(masked))", bits))"
    }
  }
}
