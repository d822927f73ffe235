package import FlagModel
internal import PropertyLists

/// The facts that a store keeps about itself in `Z_METADATA.Z_PLIST`. An app may keep its own there,
/// secrets among them: of those nothing is kept here but the names.
package struct StoreMetadata: Hashable, Sendable {
  /// The hash of each entity; its keys are the true names of the entities.
  package private(set) var hashes: [String: [UInt8]] = [:]
  package private(set) var identifiers: [String] = []
  /// The version of Core Data that wrote the store.
  package private(set) var framework: Int?
  package private(set) var checksum: String?
  /// The names of what is the app's own.
  package private(set) var otherKeys: [String] = []

  /// The facts of a store that does not exist.
  init() {}

  package init(_ bytes: [UInt8]) throws(ManagedModelError) {
    do throws(PropertyListError) {
      let list = try PropertyList(bytes)
      for (key, object) in try list.entries(list.root) { try read(key, object, of: list) }
    } catch {
      throw .unreadable(error.message)
    }
  }

  private mutating func read(
    _ key: String, _ object: Int, of list: PropertyList
  ) throws(PropertyListError) {
    switch key {
    case "NSStoreModelVersionHashes": hashes = try list.hashes(object)
    case "NSStoreModelVersionIdentifiers":
      for item in try list.list(object) {
        if let text = try list.string(item) { identifiers.append(text) }
      }
    case "NSPersistenceFrameworkVersion":
      if case .integer(let number) = try list.value(of: object) { framework = Int(number) }
    case "NSStoreModelVersionChecksumKey": checksum = try list.string(object)
    case _ where key.hasPrefix("NS") || key.hasPrefix("_NS"): break
    default: otherKeys.append(key)
    }
  }

  /// The names of the store's entities.
  package var entities: Set<Name> { Set(hashes.keys.map { Name($0) }) }
}
