/// How often the values of a text, an enum or a truth value occur.
package struct ValueStatistics: Sendable {
  package struct Row: Hashable, Sendable {
    /// As people read it.
    package let text: String
    package let count: Int64
  }

  /// How many different values there are.
  package let distinct: Int64
  /// The most frequent first; of an enum every case, in the order of declaration.
  package let rows: [Row]
  /// How many records have a value that is not among the rows.
  package let omittedRecords: Int64
  /// Whether the model lets no two records have the same, so that there is nothing to count.
  package let isUnique: Bool

  package var omitted: Int64 { distinct - Int64(rows.count { $0.count > 0 }) }
}
