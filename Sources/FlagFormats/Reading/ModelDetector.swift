public import FlagModel

/// Finds out, record by record, which model an input could have.
public struct ModelDetector {
  public init() {}

  /// Takes the record that was read last into account.
  public mutating func add(_ reader: RecordReader) {}

  /// The model, in which the entity has a name of its own.
  public func model(named entity: String, besides schema: Schema) -> DetectedModel {
    DetectedModel(
      entity: Entity(name: entity, properties: []), flagSets: [], mapping: ImportMapping(),
      notes: [])
  }
}

/// Declarations for an input, and how its columns are named in them.
public struct DetectedModel: Sendable {
  public let entity: Entity
  public let flagSets: [FlagSet]
  /// From the column's name to that of its attribute, where they differ.
  public let mapping: ImportMapping
  /// What the user should know, as names that were changed.
  public let notes: [String]
}
