import FlagModel
import SQLText

/// The functions of plain SQL that flagdb replaces before the engine sees them. Each becomes an
/// expression with constant masks.
package enum FoldedFunction: String, CaseIterable, Sendable {
  case has
  case any
  case none
  case exactly
  case notAll = "not_all"
  /// The names of a column's flags, as in the views.
  case flags
  /// The value of a field of a mask, by its name; with a value as an argument, true if the field
  /// has this value.
  case field
  /// The stored form of a value as people type it.
  case stored

  package init?(keyword: String) { self.init(rawValue: keyword.lowercased()) }

  /// The spellings of the functions.
  package static var names: [String] { allCases.map(\.rawValue) }

  /// An example of a correct call, for hints.
  var example: String {
    switch self {
    case .flags: "flags(markers)"
    case .field: "field(transition, 'core')"
    case .stored: "stored(status, 'measured')"
    default: "\(rawValue)(markers, 'HRM,PLX')"
    }
  }

  /// The condition for a test of flags. NULL counts as no flags, as in a predicate, also under NOT.
  /// A column that is never NULL gets the simple form.
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
