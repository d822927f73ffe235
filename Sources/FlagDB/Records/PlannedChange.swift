import FlagModel
internal import Queries

/// A change of one column.
enum PlannedChange {
  typealias New = (field: ImportField, value: Value)

  case set(New)
  case adding(New)
  case removing(New)

  /// The assignments for the engine, one for each column. Flags that are set and cleared in one column become one
  /// assignment, in which the last change of a flag counts. Throws if a column changes twice in another way.
  static func assignments(of changes: [PlannedChange]) throws(ValueError) -> [Assignment] {
    var all: [Assignment] = []
    for assignment in changes.compactMap(\.assignment) {
      guard let place = all.firstIndex(where: { $0.column == assignment.column }) else {
        all.append(assignment)
        continue
      }
      guard case .flags(let added, let removed, 0, _, _) = all[place].change,
        case .flags(let adding, let removing, 0, _, _) = assignment.change
      else { throw ValueError("'\(assignment.column)' is changed twice") }
      all[place] = Assignment(
        column: assignment.column, isOptional: assignment.isOptional,
        change: .flags(
          adding: added & ~removing | adding, removing: removed & ~adding | removing, toggling: 0))
    }
    return all
  }

  /// The assignment for the engine; nil if the property has no column.
  private var assignment: Assignment? {
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
