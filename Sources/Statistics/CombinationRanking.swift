/// The most frequent combinations of a flag column, and the number of omitted ones.
package struct CombinationRanking: Sendable {
  package enum Counting: String, Hashable, Sendable {
    /// A record counts for its exact combination.
    case exact
    /// A record counts for every combination whose flags it all has.
    case atLeast = "at least"
  }

  package let counting: Counting
  package let rows: [FlagStatistics.Combination]
  /// The number of combinations that are not in the rows.
  package let omitted: Int
  /// The number of records whose combination is not in the rows, with exact counting.
  package let omittedRecords: Int64

  package init(_ flags: FlagStatistics, _ counting: Counting, _ limit: StatisticsLimit) {
    let all = flags.combinations
    var ranked = all
    if counting != .exact { ranked = Self.atLeast(flags, most: limit.top) }
    self.counting = counting
    rows = Array(ranked.prefix(limit.top).prefix { limit.admits($0.count, of: flags.records) })
    omitted = all.count - rows.count
    if counting == .exact {
      omittedRecords = flags.records - flags.others - rows.reduce(0) { $0 + $1.count }
    } else {
      omittedRecords = 0
    }
  }

  /// The combinations whose flags most records have. The pairs of flags give an upper limit for
  /// each combination. The combinations with the highest limits are counted first, until no other
  /// one can exceed the results.
  private static func atLeast(_ flags: FlagStatistics, most: Int) -> [FlagStatistics.Combination] {
    let bounds = flags.combinations.map { (mask: $0.mask, count: flags.mostRecords(with: $0.mask)) }
      .sorted { ($1.count, $0.mask) < ($0.count, $1.mask) }
    let records = RecordCounter(flags)
    var ranked: [FlagStatistics.Combination] = []
    while ranked.count < bounds.count, most > 0 {
      let next = bounds[ranked.count..<min(bounds.count, max(2 * ranked.count, most, 64))]
      if ranked.count >= most, ranked[most - 1].count > bounds[ranked.count].count { break }
      ranked += next.map {
        FlagStatistics.Combination(mask: $0.mask, count: records.count(with: $0.mask))
      }
      ranked.sort { ($1.count, $0.mask) < ($0.count, $1.mask) }
    }
    return ranked
  }
}

/// Counts the records that have all given flags and possibly more.
private struct RecordCounter {
  private let all: [FlagStatistics.Combination]
  /// The combinations that contain each bit.
  private let having: [[FlagStatistics.Combination]]

  init(_ flags: FlagStatistics) {
    all = flags.combinations + flags.otherFlags
    having = all.reduce(into: Array(repeating: [], count: 64)) { having, combination in
      for bit in FlagStatistics.bits(of: combination.mask) { having[bit].append(combination) }
    }
  }

  /// Searches only the combinations with the rarest of the flags.
  func count(with mask: UInt64) -> Int64 {
    let lists = FlagStatistics.bits(of: mask).map { having[$0] }
    let shortest = lists.min { $0.count < $1.count } ?? all
    var count: Int64 = 0
    for combination in shortest where combination.mask & mask == mask {
      count += combination.count
    }
    return count
  }
}
