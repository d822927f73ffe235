package import FlagModel
internal import PropertyLists

/// The metadata that a store has in `Z_METADATA.Z_PLIST`. An app can add entries, secrets among
/// them, so only the keys of these are read.
package struct StoreMetadata: Hashable, Sendable {
  /// The hash of each entity. The dictionary keys are the current names of the entities.
  package private(set) var hashes: [String: [UInt8]] = [:]
  package private(set) var identifiers: [String] = []
  /// The version of Core Data that wrote the store.
  package private(set) var framework: Int?
  package private(set) var checksum: String?
  /// The keys of the entries that the app added.
  package private(set) var otherKeys: [String] = []

  /// Metadata for a store that does not exist.
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
