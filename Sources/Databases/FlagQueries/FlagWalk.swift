import Engines
import FlagModel
import Queries

/// Finds the stored combinations on an engine that returns them in one statement. The engine itself
/// decides how to find the records with these combinations.
struct FlagWalk {
  /// The number of records below which a table scan is as fast.
  private static let fewestRecords: Int64 = 50_000
  /// The records per step of the walk. A step takes as long as reading about 300 records, so the
  /// whole walk takes less than half the time of a table scan.
  private static let recordsForStep: Int64 = 600
  private static let mostSteps: Int64 = 20_000

  private let walk: any NumberWalk
  private let query: Query
  /// Nil if the records are on several worker nodes.
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
