import Databases

extension PagePlan {
  /// The step of `--explain`.
  var words: String {
    let names = columns.map { "\($0)" }.joined(separator: ", ")
    return "read the pages of \(table)" + (names.isEmpty ? "" : ": \(names)")
  }
}
