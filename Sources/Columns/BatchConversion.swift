/// Turns records of a table into bytes. Each thread makes its own conversion.
package protocol BatchConversion: SendableMetatype {
  /// Appends the records of a batch.
  mutating func convert(
    _ batch: ColumnBatch, into records: inout ConvertedRecords
  ) throws(ColumnRefusal)
}

/// Some records as bytes, in the order of the table.
package struct ConvertedRecords: Sendable {
  package var bytes: [UInt8] = []
  /// The number of records.
  package var count: Int64 = 0

  package init() {}
}
