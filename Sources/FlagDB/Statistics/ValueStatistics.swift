/// How often the values of a text, an enum or a truth value occur.
public struct ValueStatistics: Sendable {
  public struct Row: Hashable, Sendable {
    /// As people read it.
    public let text: String
    public let count: Int64
  }

  /// How many different values there are.
  public let distinct: Int64
  /// The most frequent first; of an enum every case, in the order of declaration.
  public let rows: [Row]
  /// How many records have a value that is not among the rows.
  public let omittedRecords: Int64
  /// Whether the model lets no two records have the same, so that there is nothing to count.
  public let isUnique: Bool

  public var omitted: Int64 { distinct - Int64(rows.count { $0.count > 0 }) }
}
