/// Which sets overlap, and in how many elements: a row a combination, a dot for each set in it.
public struct UpSetPlot: Hashable, Sendable {
  public struct Set: Hashable, Sendable {
    public let name: String
    public let count: Int64
    /// Whether it should not be there, as a bit that no flag declares.
    public let isStranger: Bool

    public init(_ name: String, count: Int64, isStranger: Bool = false) {
      self.name = name
      self.count = count
      self.isStranger = isStranger
    }
  }

  public struct Combination: Hashable, Sendable {
    public let name: String
    /// Indices of sets, ascending.
    public let members: [Int]
    public let count: Int64

    public init(_ name: String, members: [Int], count: Int64) {
      self.name = name
      self.members = members
      self.count = count
    }
  }

  /// What is shown and how it was counted, in words.
  public let caption: String
  /// The same in a word or two, for where a caption may be cut off.
  public let counting: String
  public let sets: [Set]
  public let combinations: [Combination]
  public let total: Int64
  public let notes: [String]

  public init(
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

  /// The plot with no more than some sets: the largest stay where they are, and one set stands for
  /// all others.
  func folded(to limit: Int) -> UpSetPlot {
    guard sets.count > limit, limit > 1 else { return self }
    let largest = sets.indices.sorted { (sets[$1].count, $0) < (sets[$0].count, $1) }
    let kept = largest.prefix(limit - 1).sorted()
    let places = Dictionary(kept.enumerated().map { ($1, $0) }) { first, _ in first }
    let others = sets.indices.filter { places[$0] == nil }
    let rest = Set(
      "\(others.count) other sets", count: others.map { sets[$0].count }.max() ?? 0)
    let folded = combinations.map { one in
      let members = Swift.Set(one.members.map { places[$0] ?? kept.count }).sorted()
      return Combination(one.name, members: members, count: one.count)
    }
    return UpSetPlot(
      caption: caption, counting: counting, sets: kept.map { sets[$0] } + [rest],
      combinations: folded, total: total,
      notes: notes + [
        "\(others.count) sets share the last column, with the count of the largest of them"
      ])
  }
}
