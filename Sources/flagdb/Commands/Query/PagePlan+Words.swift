import Databases

extension PagePlan {
  /// The step of `--explain`.
  var words: String {
    let names = columns.map { "\($0)" }.joined(separator: ", ")
    let place = readsIndex ? "an index of \(table)" : "\(table)"
    return "read the pages of \(place)" + (names.isEmpty ? "" : ": \(names)")
  }
}
