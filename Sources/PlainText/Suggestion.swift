/// Finds the name that was probably meant, for the hints of every error message. This module is
/// about text as people see and type it, and imports nothing.
package func nearestName(to typed: String, in names: some Sequence<String>) -> String? {
  let wanted = typed.lowercased()
  let limit = max(1, min(3, wanted.unicodeScalars.count / 3))
  var best: (name: String, distance: Int)?
  // A hint is not worth a search through ten thousand names for each of ten thousand mistakes.
  for name in names.lazy.prefix(1_000) where !name.utf8.elementsEqual(typed.utf8) {
    let distance = editDistance(wanted, name.lowercased(), limit: best.map { $0.distance } ?? limit)
    if distance <= limit, distance < best?.distance ?? Int.max {
      best = (name, distance)
    }
  }
  return best?.name
}

/// The question behind an error: `did you mean 'HRM'?`
package func didYouMean(_ names: [String]) -> String {
  "did you mean \(listedInQuotes(names, "or"))?"
}

/// The number of letters to add, remove, change or swap with a neighbour to turn one text into the
/// other. Anything beyond `limit` is answered as `limit + 1`.
func editDistance(_ first: String, _ second: String, limit: Int) -> Int {
  let a = Array(first.unicodeScalars)
  let b = Array(second.unicodeScalars)
  if abs(a.count - b.count) > limit { return limit + 1 }
  var beforeLast = [Int](repeating: 0, count: b.count + 1)
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1] + [Int](repeating: 0, count: b.count)
    for j in b.indices {
      let change = last[j] + (a[i] == b[j] ? 0 : 1)
      row[j + 1] = min(change, last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        row[j + 1] = min(row[j + 1], beforeLast[j - 1] + 1)
      }
    }
    (beforeLast, last) = (last, row)
  }
  return min(last[b.count], limit + 1)
}
