import Engines
package import ManagedModels

extension Database {
  /// The model of a Core Data store in the words of Core Data; nil for another file.
  package func managedModel() throws -> ManagedModel? {
    if !kind.isCoreData { return nil }
    return try read { try modelSource.layout(of: modelSource.tables())?.model }
  }
}
