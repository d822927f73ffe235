package import Databases
package import ManagedModels

extension Database {
  /// The Core Data model of a store; nil for other databases.
  package func managedModel() throws -> ManagedModel? {
    if !kind.isCoreData { return nil }
    return try read {
      let source = modelSource
      return try CoreDataStore(connection, source.tables()).layout(source.givenModels)?.model
    }
  }
}
