/// The frequencies of the values of a text, an enum or a truth value.
package struct ValueStatistics: Sendable {
  package struct Row: Hashable, Sendable {
    /// As people read it.
    package let text: String
    package let count: Int64
  }

  /// The number of different values.
  package let distinct: Int64
  /// The most frequent first; of an enum every case, in the order of declaration.
  package let rows: [Row]
  /// The number of records with a value that is not among the rows.
  package let omittedRecords: Int64
  /// True if a list of the most frequent would tell nothing.
  package let uniqueness: Uniqueness

  /// The reason for which values are too different to be counted.
  package enum Uniqueness: String, Hashable, Sendable {
    /// There is none: some values are frequent, or there are few.
    case none
    /// The model lets no two records have the same value.
    case unique
    /// No two records have the same.
    case each = "each in one record"
    /// Nearly every value is in one record alone, and no value is in many.
    case nearly = "nearly unique"
  }

  package var omitted: Int64 { distinct - Int64(rows.count { $0.count > 0 }) }
}
