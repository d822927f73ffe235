/// Pairs of things with the number of times they come together below the diagonal and, above it,
/// the ratio of that number to what chance would give.
package struct HeatMap: Hashable, Sendable {
  package struct Cell: Hashable, Sendable {
    package let count: Int64
    package let lift: Double?

    package init(count: Int64, lift: Double?) {
      self.count = count
      self.lift = lift
    }
  }

  package let caption: String
  package let names: [String]
  package let counts: [Int64]
  /// A row of cells for each name but the first, with a cell for each name before it.
  package let cells: [[Cell]]
  package let notes: [String]

  package init(
    caption: String, names: [String], counts: [Int64], cells: [[Cell]], notes: [String] = []
  ) {
    self.caption = caption
    self.names = names
    self.counts = counts
    self.cells = cells
    self.notes = notes
  }

  func cell(_ a: Int, _ b: Int) -> Cell {
    cells[max(a, b) - 1][min(a, b)]
  }

  /// From 0 to 4: which share of the rarer of two has the other as well.
  func shade(ofCount cell: Cell, _ a: Int, _ b: Int) -> Int {
    if cell.count == 0 { return 0 }
    let share = Double(cell.count) / Double(max(1, min(counts[a], counts[b])))
    return min(4, 1 + Int(share * 4 - 1e-9))
  }

  /// From 0 to 4: rarer than by chance, as often, more often.
  func shade(ofLift cell: Cell) -> Int {
    switch cell.lift ?? 0 {
    case ..<0.8: 0
    case ..<1.25: 1
    case ..<2: 2
    case ..<4: 3
    default: 4
    }
  }

  /// The map with the most frequent names only.
  func reduced(to limit: Int) -> HeatMap {
    guard names.count > limit else { return self }
    let kept = names.indices.sorted { (counts[$1], $0) < (counts[$0], $1) }
      .prefix(max(0, limit)).sorted()
    let left = names.indices.filter { !kept.contains($0) }.map { names[$0] }
    return HeatMap(
      caption: caption, names: kept.map { names[$0] }, counts: kept.map { counts[$0] },
      cells: kept.indices.dropFirst().map { row in
        (0..<row).map { cell(kept[row], kept[$0]) }
      },
      notes: notes + ["left out for want of room: \(listText(left))"])
  }
}
