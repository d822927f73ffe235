import FlagModel

/// What becomes of a column.
enum DecodedColumn {
  case skipped
  case target(Int)
  /// The name of a struct, and the targets of its attributes.
  case group(Name, [Int])
  /// Refused in each record that has it.
  case wrong(InputProblem)
}
