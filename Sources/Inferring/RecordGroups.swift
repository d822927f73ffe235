/// Equal records: each record has the number of the first one that equals it.
struct RecordGroups {
  private(set) var leaders: [Int]
  /// The number of groups.
  private(set) var count: Int

  /// All records in one group.
  init(of count: Int) {
    leaders = [Int](repeating: 0, count: count)
    self.count = min(count, 1)
  }

  private struct Key<Part: Hashable>: Hashable {
    let leader: Int
    let part: Part
  }

  /// Divides the groups by something that their records have.
  mutating func divide<Part: Hashable>(by parts: [Part]) {
    guard count < leaders.count else { return }
    var places: [Key<Part>: Int] = [:]
    for record in leaders.indices {
      let key = Key(leader: leaders[record], part: parts[record])
      let leader = places[key] ?? record
      places[key] = leader
      leaders[record] = leader
    }
    count = places.count
  }
}
