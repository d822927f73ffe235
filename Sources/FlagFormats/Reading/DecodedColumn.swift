import FlagModel

/// The use of a column: its cells are decoded or ignored.
enum DecodedColumn {
  case skipped
  case field(Int)
  /// The name of a struct, and the fields of its attributes.
  case group(Name, [Int])
  /// An error in each record that has it.
  case wrong(InputProblem)
}
