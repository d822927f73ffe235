/// The pairs of things: below the diagonal their common counts, above it the lift, which is the
/// ratio to the expected count.
package struct HeatMap: Hashable, Sendable {
  package struct Cell: Hashable, Sendable {
    package let count: Int64
    package let byChance: Double

    package init(count: Int64, byChance: Double) {
      self.count = count
      self.byChance = byChance
    }

    /// The ratio of the count to the expected count; nil if nothing is expected.
    var lift: Double? { byChance > 0 ? Double(count) / byChance : nil }

    /// The weight for the choice of pairs. It grows with the difference between count and expected
    /// count.
    var weight: Double {
      let (sum, difference) = (Double(count) + byChance, Double(count) - byChance)
      if sum > 0 { return difference * difference / sum }
      return 0
    }
  }

  package let caption: String
  package let names: [String]
  package let counts: [Int64]
  /// A row for each name but the first, with a cell for each earlier name.
  package let cells: [[Cell]]
  package let notes: [String]

  package init(
    caption: String, names: [String], counts: [Int64], cells: [[Cell]],
    notes: [String] = []
  ) {
    self.caption = caption
    self.names = names
    self.counts = counts
    self.cells = cells
    self.notes = notes
  }

  func cell(_ a: Int, _ b: Int) -> Cell { cells[max(a, b) - 1][min(a, b)] }

  /// From 0 to 4: the share of the rarer one's records that have both.
  func shade(ofCount cell: Cell, _ a: Int, _ b: Int) -> Int {
    if cell.count == 0 { return 0 }
    let share = Double(cell.count) / Double(max(1, min(counts[a], counts[b])))
    return min(4, 1 + Int(share * 4 - 1e-9))
  }

  /// From 0 to 4: rarer than expected, as expected, more frequent.
  func shade(ofLift cell: Cell) -> Int {
    switch cell.lift ?? 0 {
    case ..<0.8: 0
    case ..<1.25: 1
    case ..<2: 2
    case ..<4: 3
    default: 4
    }
  }

  /// The map with a limited number of names: those with the greatest weights.
  func reduced(to limit: Int) -> HeatMap {
    guard names.count > limit else { return self }
    let kept = telling(limit)
    let left = names.indices.filter { !kept.contains($0) }.map { names[$0] }
    return HeatMap(
      caption: caption, names: kept.map { names[$0] }, counts: kept.map { counts[$0] },
      cells: kept.indices.dropFirst().map { row in
        (0..<row).map { cell(kept[row], kept[$0]) }
      },
      notes: notes + ["not shown (no room; their pairs are closest to chance): \(listText(left))"])
  }

  /// The names in the pairs with the greatest weights, up to the limit.
  private func telling(_ limit: Int) -> [Int] {
    var pairs: [(names: [Int], weight: Double)] = []
    for (row, cells) in cells.enumerated() {
      for (column, cell) in cells.enumerated() { pairs.append(([row + 1, column], cell.weight)) }
    }
    var kept: [Int] = []
    for pair in pairs.sorted(by: { $0.weight > $1.weight }) {
      let more = pair.names.filter { !kept.contains($0) }
      if kept.count + more.count <= limit { kept += more }
    }
    return kept.sorted()
  }
}
