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
  /// True if the model lets no two records have the same value, so that there is nothing to count.
  package let isUnique: Bool

  package var omitted: Int64 { distinct - Int64(rows.count { $0.count > 0 }) }
}
