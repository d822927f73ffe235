import FlagModel
internal import Queries

/// A change of one column.
enum PlannedChange {
  typealias New = (field: ImportField, value: Value)

  case set(New)
  case adding(New)
  case removing(New)

  /// The assignment for the engine; nil if the property has no column.
  var assignment: Assignment? {
    switch self {
    case .set(let new): Self.assignment(new, .set(new.value))
    case .adding(let new):
      Self.assignment(new, .flags(adding: Self.mask(new), removing: 0, toggling: 0))
    case .removing(let new):
      Self.assignment(new, .flags(adding: 0, removing: Self.mask(new), toggling: 0))
    }
  }

  private static func assignment(_ new: New, _ change: Assignment.Change) -> Assignment? {
    var isOptional = true
    if case .attribute(let attribute) = new.field { isOptional = attribute.isOptional }
    return new.field.column.map { Assignment(column: $0, isOptional: isOptional, change: change) }
  }

  private static func mask(_ new: New) -> Int64 {
    if case .integer(let mask) = new.value { mask } else { 0 }
  }
}
