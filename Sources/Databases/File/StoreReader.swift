package import Engines
package import FlagModel

/// Reads the descriptions of Core Data stores. A program without a reader refuses stores, and needs no parser for
/// their models.
package protocol StoreReader: Sendable {
  /// Describes a store by its own tables and the models that the user gives; nil if neither is sufficient.
  func description(
    of connection: any Connection, _ tables: [TableShape], _ given: GivenModels
  ) throws(EngineError) -> StoreDescription?
  /// Bytes that change with the model of a store; nil if the store has no readable description.
  func identity(of connection: any Connection) throws(EngineError) -> [UInt8]?
}

/// A Core Data store as a flagdb model.
package struct StoreDescription: Sendable {
  package let schema: Schema
  /// Notes for the user: the parts of the model without a column, and the models that were used.
  package let notes: [String]

  package init(schema: Schema, notes: [String]) {
    self.schema = schema
    self.notes = notes
  }
}

/// A Core Data model that the user gives. A `StoreReader` knows its content.
package protocol StoreModel: Sendable {}

/// The failure to open a Core Data store in a program without a `StoreReader`.
package struct UnreadableStore: Error {
  package let path: String
}
