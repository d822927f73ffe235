import FlagModel

extension TakenTable {
  /// The records, each after those that it refers to, unless they refer to it too.
  func targetsFirst(_ rows: [StoredRow]) -> [StoredRow] {
    if ownReferences.isEmpty || rows.count < 2 { return rows }
    var indexes: [Value: Int] = [:]
    for (index, row) in rows.enumerated() { indexes[row.value(at: 0)] = index }
    var ordered: [StoredRow] = []
    var visited = Array(repeating: false, count: rows.count)
    // A chain of records can be as long as the table, so this does not call itself.
    for first in rows.indices where !visited[first] {
      visited[first] = true
      var path = [(row: first, next: 0)]
      while let (row, next) = path.last {
        guard next < ownReferences.count else {
          ordered.append(rows[row])
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let target = indexes[rows[row].value(at: ownReferences[next])]
        if let target, !visited[target] {
          visited[target] = true
          path.append((target, 0))
        }
      }
    }
    return ordered
  }
}
