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
  /// The maximum number of combinations that a statement lists.
  private static let mostCandidates = 1_024

  private static let bounds = NumberBounds(
    fewestRecords: fewestRecords, recordsForStep: recordsForStep, mostSteps: mostSteps)

  private let walk: any NumberWalk
  private let query: Query

  init(_ walk: any NumberWalk, _ query: Query) {
    self.walk = walk
    self.query = query
  }

  func plan(_ condition: FlagCondition) throws -> FlagPlan {
    let table = query.entity.source.table
    if condition.admitsNull {
      let size = try walk.size(of: table, above: Self.fewestRecords)
      return scan(condition, tooSmall(size) ?? .nulls)
    }
    let survey = try walk.survey(
      of: condition.attribute.column, in: table, having: condition.constraint.requiredBits,
      within: Self.bounds)
    guard let size = survey.size else { return try planForMachines(condition) }
    if let reason = tooSmall(size) { return scan(condition, reason) }
    if !survey.hasIndex { return scan(condition, .noIndex) }
    guard let stored = survey.numbers else {
      return scan(condition, .tooManyCombinations, steps: Int(Self.bounds.most(of: size)))
    }
    let admitted = stored.filter { condition.constraint.admits(UInt64(bitPattern: $0)) }
    return FlagPlan(
      attribute: condition.attribute, method: .index(.index),
      predicate: condition.predicate(with: admitted, of: query.entity, by: .index),
      combinations: admitted.count, seeks: stored.count, records: nil, isPartial: false)
  }

  /// No statement walks through the indexes of several machines. Each machine looks up the combinations that can match
  /// in its own indexes, all in one statement.
  private func planForMachines(_ condition: FlagCondition) throws -> FlagPlan {
    guard let predicate = query.predicate,
      let candidates = condition.candidates(of: predicate, atMost: Self.mostCandidates)
    else { return scan(condition, .machines) }
    guard try walk.hasIndex(on: condition.attribute.column, in: query.entity.source.table) else {
      return scan(condition, .noIndex)
    }
    return FlagPlan(
      attribute: condition.attribute, method: .candidates, predicate: candidates.predicate,
      combinations: candidates.count, seeks: 0, records: nil, isPartial: false)
  }

  /// The reason why the size of the table rules out an index; nil if it does not.
  private func tooSmall(_ size: Int64?) -> FlagPlan.Reason? {
    guard let size else { return nil }
    if size < Self.fewestRecords { return .fewRecords }
    return nil
  }

  private func scan(
    _ condition: FlagCondition, _ reason: FlagPlan.Reason, steps: Int = 0
  ) -> FlagPlan {
    FlagPlan(
      attribute: condition.attribute, method: .scan(reason), predicate: query.predicate,
      combinations: 0, seeks: steps, records: nil, isPartial: false)
  }
}
