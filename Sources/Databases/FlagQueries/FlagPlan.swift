package import FlagModel
package import Predicates
package import Queries

/// The way to find the records that a predicate on flags selects: by the index on the flags, or by
/// reading every record.
package struct FlagPlan: Hashable, Sendable {
  package enum Method: Hashable, Sendable {
    case index(FlagCondition.Access)
    /// The records are counted from the pages of the index; the header of a page has the number of its entries.
    case pages
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
    /// No index tells of all records, which are on several machines.
    case machines
  }

  package let attribute: Attribute
  package let method: Method
  /// The predicate that is asked in the place of the original.
  package let predicate: Predicate?
  /// The number of stored combinations that were seen to match.
  package let combinations: Int
  /// The number of look-ups in the index.
  package let seeks: Int
  /// The number of records that have those combinations; nil if it does not matter.
  package let records: Int64?
  /// True if only some of the combinations that match were looked for, since they are enough for
  /// the answer.
  package let isPartial: Bool

  package var usesIndex: Bool { if case .scan = method { false } else { true } }
}
