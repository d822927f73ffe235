/// The frequencies of the values of a text, an enum or a Bool.
package struct ValueStatistics: Sendable {
  package struct Row: Hashable, Sendable {
    /// The text for people.
    package let text: String
    package let count: Int64
  }

  /// The number of distinct values.
  package let distinct: Int64
  /// The most frequent values; for an enum all cases, in the order of declaration.
  package let rows: [Row]
  /// The number of records whose value is not in the rows.
  package let omittedRecords: Int64
  /// The reason why a list of the most frequent values would be useless.
  package let uniqueness: Uniqueness

  /// The reason why the values are too different to be counted.
  package enum Uniqueness: String, Hashable, Sendable {
    /// No reason: some values are frequent, or there are few.
    case none
    /// The model has a unique constraint.
    case unique
    /// No two records have the same value.
    case each = "each in one record"
    /// Nearly every value occurs once, and no value is frequent.
    case nearly = "nearly unique"
  }

  package var omitted: Int64 { distinct - Int64(rows.count { $0.count > 0 }) }
}
