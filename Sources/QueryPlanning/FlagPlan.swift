package import FlagModel
package import Predicates
package import Queries

/// The way to find the records that match a predicate on flags: by the index on the flags, or by a
/// table scan.
package struct FlagPlan: Hashable, Sendable {
  package enum Method: Hashable, Sendable {
    case index(FlagCondition.Access)
    /// The index is asked for all combinations that can match, stored or not.
    case candidates
    /// The records are counted from the pages of the index; the header of a page has the number of its entries.
    case pages
    case scan(Reason)
  }

  /// The reason for a table scan.
  package enum Reason: Hashable, Sendable {
    /// The table has fewer records than `FlagPlanner.fewestRecords`.
    case fewRecords
    case noIndex
    /// The table is not STRICT, so the column may contain other values than integers.
    case notStrict
    /// The search exceeded its budget before it found all matching combinations.
    case tooManyCombinations
    /// A fetch of each matching record takes longer than a table scan.
    case tooManyRecords
    /// NULL matches too.
    case nulls
    /// The records are on several worker nodes, so no single index has all of them.
    case machines
  }

  package let attribute: Attribute
  package let method: Method
  /// The predicate to use instead of the original.
  package let predicate: Predicate?
  /// The number of matching combinations that were found.
  package let combinations: Int
  /// The number of lookups in the index.
  package let seeks: Int
  /// The number of records with those combinations; nil if it is irrelevant.
  package let records: Int64?
  /// True if the search stopped early because the combinations found are enough for the answer.
  package let isPartial: Bool

  package var usesIndex: Bool { if case .scan = method { false } else { true } }
}
