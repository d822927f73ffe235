package import FlagModel
package import SQLText

/// A value that a new record gets in addition to the given ones: its kind, and default values that
/// the table cannot have, because records of other kinds would get them too.
package struct ImpliedValue: Hashable, Sendable {
  package let column: Name
  package let sql: SQLText
  /// True if the value is bound.
  let isBound: Bool
}

extension Entity {
  /// The implied values of a new record that sets the given columns.
  func impliedValues(besides assignedColumns: [Name]) -> [ImpliedValue] {
    guard let kinds = source.kinds, let kindValue = kinds.ownKind else { return [] }
    let kind = ImpliedValue(column: kinds.column, sql: "\(kindValue)", isBound: true)
    guard parent != nil else { return [kind] }
    let assigned = Set(assignedColumns)
    return [kind]
      + attributes.compactMap { attribute in
        guard !assigned.contains(attribute.column), let value = attribute.defaultOfNewRecords else {
          return nil
        }
        let isBound = if case .value = value { true } else { false }
        return ImpliedValue(
          column: attribute.column, sql: value.sql(of: attribute.type), isBound: isBound)
      }
  }
}
