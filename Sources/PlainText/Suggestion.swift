/// Finds the name that was probably meant, for hints.
///
/// This module is about text as people see and type it.
package func nearestName(to typed: String, in names: some Sequence<String>) -> String? {
  var distance = EditDistance(to: typed.lowercased())
  var limit = max(1, min(3, distance.length / 3))
  var best: String?
  // The number of names is limited, because there can be thousands of errors too.
  for name in names.lazy.prefix(1_000) where !name.utf8.elementsEqual(typed.utf8) {
    guard let near = distance.from(name.lowercased(), limit: limit) else { continue }
    best = name
    if near == 0 { break }
    limit = near - 1
  }
  return best
}

/// The question behind an error: `did you mean 'HRM'?`
package func didYouMean(_ names: [String]) -> String {
  "did you mean \(listedInQuotes(names, "or"))?"
}

/// The edit distance: the number of letters to add, remove, change or swap with a neighbour.
struct EditDistance {
  private let wanted: [Unicode.Scalar]
  // The last three rows of the table, reused for all texts.
  private var beforeLast: [Int]
  private var last: [Int]
  private var row: [Int]

  init(to wanted: String) {
    self.wanted = Array(wanted.unicodeScalars)
    row = [Int](repeating: 0, count: self.wanted.count + 1)
    beforeLast = row
    last = row
  }

  var length: Int { wanted.count }

  /// The distance from `text`; nil if it exceeds `limit`.
  mutating func from(_ text: String, limit: Int) -> Int? {
    if abs(text.unicodeScalars.count - length) > limit { return nil }
    for j in 0...length { row[j] = j }
    var previous: Unicode.Scalar?
    for (i, scalar) in text.unicodeScalars.enumerated() {
      (beforeLast, last, row) = (last, row, beforeLast)
      fillRow(of: scalar, at: i, after: previous)
      // A later row cannot contain a smaller distance than the minimum of two consecutive rows.
      if row.allSatisfy({ $0 > limit }), last.allSatisfy({ $0 > limit }) { return nil }
      previous = scalar
    }
    if row[length] <= limit { return row[length] }
    return nil
  }

  private mutating func fillRow(
    of scalar: Unicode.Scalar, at i: Int, after previous: Unicode.Scalar?
  ) {
    row[0] = i + 1
    for j in wanted.indices {
      let change = last[j] + (wanted[j] == scalar ? 0 : 1)
      row[j + 1] = min(change, last[j + 1] + 1, row[j] + 1)
      if j > 0, wanted[j - 1] == scalar, wanted[j] == previous {
        row[j + 1] = min(row[j + 1], beforeLast[j - 1] + 1)
      }
    }
  }
}
