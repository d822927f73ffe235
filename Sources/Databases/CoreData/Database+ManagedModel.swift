import Engines
package import ManagedModels

extension Database {
  /// The Core Data model of a store; nil for other databases.
  package func managedModel() throws -> ManagedModel? {
    if !kind.isCoreData { return nil }
    return try read { try modelSource.layout(of: modelSource.tables())?.model }
  }
}
