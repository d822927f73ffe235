/// The most frequent combinations of a flag column, and how many are left out.
package struct CombinationRanking: Sendable {
  package enum Counting: String, Hashable, Sendable {
    /// A record counts for its own combination alone.
    case exact
    /// A record counts for every combination that it has all flags of.
    case atLeast = "at least"
  }

  package let counting: Counting
  package let rows: [FlagStatistics.Combination]
  /// How many combinations are not among the rows.
  package let omitted: Int
  /// How many records have a combination that is not among the rows, if they are counted exactly.
  package let omittedRecords: Int64
  /// How many of the combinations were ranked at all.
  package let ranked: Int

  /// Comparing every combination with every other one is bounded: beyond some 8,000 combinations
  /// only the most frequent ones are ranked by `atLeast`.
  private static let mostComparisons = 1 << 26

  package init(_ flags: FlagStatistics, _ counting: Counting, _ limit: StatisticsLimit) {
    let all = flags.combinations
    var candidates = all
    if counting == .atLeast {
      let count = max(min(limit.top, 1_000), Self.mostComparisons / max(1, all.count))
      candidates = all.prefix(count).map { one in
        let count = all.reduce(0) { $0 + ($1.mask & one.mask == one.mask ? $1.count : 0) }
        return FlagStatistics.Combination(mask: one.mask, count: count)
      }
      .sorted { ($1.count, $0.mask) < ($0.count, $1.mask) }
    }
    self.counting = counting
    ranked = candidates.count
    rows = Array(
      candidates.prefix(limit.top).prefix { limit.admits($0.count, of: flags.records) })
    omitted = all.count - rows.count
    omittedRecords =
      counting == .exact ? flags.records - rows.reduce(0) { $0 + $1.count } : 0
  }
}
