package import FlagModel
import Migrations
package import Predicates
package import Queries

/// How the records that a predicate on flags selects are found: by the index on the flags, or as
/// the predicate says, by reading every record.
package struct FlagPlan: Hashable, Sendable {
  package enum Way: Hashable, Sendable {
    case index(FlagCondition.Access)
    case scan(Reason)
  }

  /// Why every record is read.
  package enum Reason: Hashable, Sendable {
    /// There are fewer than `FlagPlanner.fewestRecords`.
    case fewRecords
    case noIndex
    /// In a table that is not STRICT, the column may hold anything.
    case notStrict
    /// The combinations that match were not all found within the budget.
    case tooManyCombinations
    /// To fetch so many records one by one takes longer than to read them all.
    case tooManyRecords
    /// Records without a number match too.
    case nulls
  }

  package let attribute: Attribute
  package let way: Way
  /// What is asked in the place of the predicate.
  package let predicate: Predicate?
  /// How many stored combinations were seen to match.
  package let combinations: Int
  /// How often the index was looked into.
  package let seeks: Int
  /// How many records were counted that have those combinations; nil where it does not matter.
  package let records: Int64?
  /// Whether not all combinations that match were looked for, those being enough for the answer.
  package let isPartial: Bool

  package var usesIndex: Bool { if case .index = way { true } else { false } }
}
