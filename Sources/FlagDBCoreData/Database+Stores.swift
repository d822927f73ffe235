internal import CoreDataStores
@_exported public import FlagDB

// This module opens stores of Core Data and SwiftData for apps. Only those who import it link Expat and zlib.

extension Database {
  /// Opens a store of Core Data or SwiftData, which is only read.
  public convenience init(
    store path: String, _ configuration: Configuration = .init()
  ) throws(DatabaseError) {
    try self.init(at: path, for: .reading, configuration, on: nil, reading: reader)
  }

  /// Opens a store of Core Data or SwiftData for structs, which is only read. Throws an `EntityError` if a struct differs
  /// from the model of the store.
  public convenience init(
    store path: String, for types: any Entity.Type..., configuration: Configuration = .init()
  ) throws {
    var configuration = configuration
    configuration.isReadOnly = true
    try self.init(
      at: path, for: types, growing: false, moving: false, configuration: configuration, on: nil,
      reading: reader)
  }
}

/// The reader of stores, which only apps with this product link.
/// See Documentation/Decisions/the-library-has-several-products.md.
private let reader = CoreDataReader()
