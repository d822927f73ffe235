import Engines
import FlagModel
import Queries

/// Asks for flags by the numbers that are there, on an engine that tells them in one statement. How it
/// finds the records that have some of them is its own choice.
struct FlagWalk {
  /// The number of records below which to read them all takes no longer.
  private static let fewestRecords: Int64 = 50_000
  /// A step of the walk takes as long as to read some 300 records: so all of them take less than half of
  /// the time that reading the records takes.
  private static let recordsForStep: Int64 = 600
  private static let mostSteps: Int64 = 20_000

  private let walk: any NumberWalk
  private let query: Query
  /// Nil if the records are on several machines.
  private let size: Int64?

  init(_ walk: any NumberWalk, _ query: Query) throws {
    self.walk = walk
    self.query = query
    size = try walk.size(of: query.entity.source.table, above: Self.fewestRecords)
  }

  func plan(_ condition: FlagCondition) throws -> FlagPlan {
    guard let size else { return scan(condition, .machines) }
    if size < Self.fewestRecords { return scan(condition, .fewRecords) }
    if condition.admitsNull { return scan(condition, .nulls) }
    let column = condition.attribute.column
    guard try walk.hasIndex(on: column, in: query.entity.source.table) else {
      return scan(condition, .noIndex)
    }
    let most = min(Self.mostSteps, size / Self.recordsForStep)
    let stored = try walk.numbers(
      of: column, in: query.entity.source.table,
      having: condition.constraint.requiredBits, atMost: most)
    guard let stored else { return scan(condition, .tooManyCombinations, steps: Int(most)) }
    let admitted = stored.filter { condition.constraint.admits(UInt64(bitPattern: $0)) }
    return FlagPlan(
      attribute: condition.attribute, method: .index(.index),
      predicate: condition.predicate(with: admitted, of: query.entity, by: .index),
      combinations: admitted.count, seeks: stored.count, records: nil, isPartial: false)
  }

  private func scan(
    _ condition: FlagCondition, _ reason: FlagPlan.Reason, steps: Int = 0
  ) -> FlagPlan {
    FlagPlan(
      attribute: condition.attribute, method: .scan(reason), predicate: query.predicate,
      combinations: 0, seeks: steps, records: nil, isPartial: false)
  }
}
