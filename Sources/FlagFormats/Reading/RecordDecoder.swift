public import FlagModel

/// Makes of each record that a reader finds the cells that a database stores: every value checked
/// against its attribute, and what is not said filled in.
public struct RecordDecoder {
  /// What the cells are for, one after another.
  public let targets: [ImportTarget]

  /// Throws all that is wrong with the header.
  public init(
    _ entity: Entity, _ reader: RecordReader, _ mapping: ImportMapping = ImportMapping(),
    isRaw: Bool = false, readsEpochs: Bool = false, now: Timestamp
  ) throws(InputErrors) {
    targets = []
  }

  /// Appends one cell a target. On an error the row is as it was.
  public mutating func decode(
    _ reader: RecordReader, into row: inout StoredRow
  ) throws(InputError) {}

  /// Whether the last record said what is in the cell, or it is a default.
  public func isGiven(_ target: Int) -> Bool { true }
}
