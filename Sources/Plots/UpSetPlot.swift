/// An UpSet plot of set intersections: a row for each combination, with a dot for each of its sets.
package struct UpSetPlot: Hashable, Sendable {
  package struct Set: Hashable, Sendable {
    package let name: String
    package let count: Int64
    /// True for something unexpected, such as an undeclared bit.
    package let isStranger: Bool

    package init(_ name: String, count: Int64, isStranger: Bool = false) {
      self.name = name
      self.count = count
      self.isStranger = isStranger
    }
  }

  package struct Combination: Hashable, Sendable {
    package let name: String
    /// Indexes of sets, ascending.
    package let members: [Int]
    package let count: Int64

    package init(_ name: String, members: [Int], count: Int64) {
      self.name = name
      self.members = members
      self.count = count
    }
  }

  /// The subject of the plot and the method of counting.
  package let caption: String
  /// The method in a word or two, for use where the caption can be truncated.
  package let counting: String
  package let sets: [Set]
  package let combinations: [Combination]
  package let total: Int64
  package let notes: [String]

  package init(
    caption: String, counting: String, sets: [Set], combinations: [Combination], total: Int64,
    notes: [String] = []
  ) {
    self.caption = caption
    self.counting = counting
    self.sets = sets
    self.combinations = combinations
    self.total = total
    self.notes = notes
  }

  /// The plot with a limited number of sets: the largest keep their order, and one set represents
  /// all others.
  func folded(to limit: Int) -> UpSetPlot {
    guard sets.count > limit, limit > 1 else { return self }
    let largest = sets.indices.sorted { (sets[$1].count, $0) < (sets[$0].count, $1) }
    let kept = largest.prefix(limit - 1).sorted()
    let places = Dictionary(kept.enumerated().map { ($1, $0) }) { first, _ in first }
    let others = sets.indices.filter { places[$0] == nil }
    let rest = Set("\(others.count) other sets", count: others.map { sets[$0].count }.max() ?? 0)
    let folded = combinations.map { combination in
      let members = Swift.Set(combination.members.map { places[$0] ?? kept.count }).sorted()
      return Combination(combination.name, members: members, count: combination.count)
    }
    return UpSetPlot(
      caption: caption, counting: counting, sets: kept.map { sets[$0] } + [rest],
      combinations: folded, total: total,
      notes: notes + [
        "\(others.count) sets share the last column, with the count of the largest of them"
      ])
  }
}
