import CSQLite
import FlagModel
import Foundation
import ManagedModels
import TestSupport
import Testing

/// The models of real stores: what a store keeps of itself is what its files say, property by property.
@Suite(.enabled(if: Fixtures.folder != nil, "the fixtures are not beside the project"))
struct FixtureModelTests {
  @Test(arguments: Fixtures.names(of: "coredata"))
  func theStoresOwnModelIsRead(name: String) throws {
    let expected = try Fixtures.expectations(of: "coredata/\(name)")
    let store = try Store("coredata/\(name)/\(try #require(expected["store"] as? String))")
    let metadata = try StoreMetadata(store.metadata)
    #expect(metadata.hashes.keys.sorted() == expected["hash_entities"] as? [String])
    #expect(metadata.identifiers == expected["version_identifiers"] as? [String])
    #expect(metadata.framework == expected["framework"] as? Int)
    guard expected["model_cache"] as? Bool == true else { return }
    let model = try ManagedModel(cache: try #require(store.cache))
    #expect(model.names == metadata.entities)
    let entities = try #require(expected["entities"] as? [String: [String: Any]])
    for entity in model.entities {
      try compare(model, entity, try #require(entities[entity.name.text]))
    }
  }

  private func compare(
    _ model: ManagedModel, _ entity: ManagedEntity, _ expected: [String: Any]
  ) throws {
    #expect(entity.parent?.text == expected["super"] as? String)
    #expect(entity.isAbstract == expected["abstract"] as? Bool)
    let line = model.lineage(of: entity)
    let attributes = try #require(expected["attributes"] as? [String: [String: Any]])
    for attribute in entity.attributes where attribute.derivation == nil {
      let facts = try #require(attributes[attribute.name.text], "\(entity.name).\(attribute.name)")
      #expect(facts["optional"] as? Bool ?? false == attribute.isOptional)
      #expect(facts["transient"] as? Bool ?? false == attribute.isTransient)
      #expect(facts["renamed_from"] as? String == attribute.renamedFrom?.text)
      #expect((facts["type"] as? String)?.lowercased() == Self.word(for: attribute.type))
    }
    let names = Set(line.flatMap(\.attributes).map(\.name.text))
    #expect(names.isSuperset(of: attributes.keys))
    let relationships = try #require(expected["relationships"] as? [String: [String: Any]])
    for relationship in entity.relationships {
      let facts = try #require(relationships[relationship.name.text])
      #expect(facts["dest"] as? String == relationship.destination.text)
      #expect(facts["inverse"] as? String == relationship.inverse?.text)
      #expect(
        (facts["delete"] as? String)?.replacing(" ", with: "") == relationship.deleteRule.rawValue)
      #expect((facts["kind"] as? String != "to-one") == relationship.isToMany)
    }
    let others = line.flatMap(\.relationships).map(\.name) + line.flatMap(\.fetched).map(\.name)
    #expect(Set(others.map(\.text)).isSuperset(of: relationships.keys))
  }

  private static func word(for type: ManagedType) -> String {
    switch type {
    case .boolean: "bool"
    case .uri: "url"
    default: "\(type)"
    }
  }

  @Test(arguments: Fixtures.names(of: "coredata"))
  func theFilesAreWhatTheStoreKeeps(name: String) throws {
    let expected = try Fixtures.expectations(of: "coredata/\(name)")
    let store = try Store("coredata/\(name)/\(try #require(expected["store"] as? String))")
    let cache = try store.cache.map { try ManagedModel(cache: $0) }
    guard let models = expected["models"] as? [String: [String: Any]], let cache else { return }
    for package in try packages(in: name) {
      for version in package.versions {
        let facts = models.filter { $0.key.hasPrefix("\(version.name).") }.values
        for facts in facts {
          let found = version.model.differences(from: cache)
          let listed = (facts["same_as_cache"] as? [String])?.compactMap(Self.place) ?? []
          #expect(found.compactMap(Self.place).sorted() == listed.sorted(), "\(version.name)")
          #expect(found.isEmpty == (facts["same_as_cache"] as? Bool == true), "\(version.name)")
        }
      }
      let metadata = try StoreMetadata(store.metadata)
      let choice = try #require(package.version(of: metadata, cache: cache) { _ in false })
      #expect(choice.differences.isEmpty)
    }
  }

  /// The property that only one side has.
  private static func place(_ difference: String) -> String? {
    guard let end = difference.firstRange(of: ": only ") else { return nil }
    let isFile = ["in the model", "in file"].contains { difference[end.upperBound...] == $0 }
    return "\(difference[..<end.lowerBound]) \(isFile)"
  }

  private func packages(in name: String) throws -> [ModelPackage] {
    let folder = try #require(Fixtures.folder).appendingPathComponent("coredata/\(name)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try names.filter { $0.hasSuffix(".momd") || $0.hasSuffix(".xcdatamodeld") }.map { name in
      let package = folder.appendingPathComponent(name)
      let paths = FileManager.default.enumerator(atPath: package.path)?.compactMap { $0 as? String }
      let files = (paths ?? []).compactMap { path -> (String, [UInt8])? in
        let file = package.appendingPathComponent(path)
        return (try? Data(contentsOf: file)).map { (path, Array($0)) }
      }
      return try ModelPackage(named: name, files: files)
    }
  }
}

/// The two blobs of a store that say what it is.
private struct Store {
  let metadata: [UInt8]
  let cache: [UInt8]?

  init(_ path: String) throws {
    let scratch = ScratchFolder()
    defer { withExtendedLifetime(scratch) {} }
    let copy = try Fixtures.copy(of: path, into: scratch)
    var handle: OpaquePointer?
    #expect(sqlite3_open_v2(copy, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK)
    defer { sqlite3_close(handle) }
    metadata = try #require(Self.blob("SELECT Z_PLIST FROM Z_METADATA", handle))
    cache = Self.blob("SELECT Z_CONTENT FROM Z_MODELCACHE", handle)
  }

  private static func blob(_ sql: String, _ handle: OpaquePointer?) -> [UInt8]? {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { return nil }
    defer { sqlite3_finalize(statement) }
    guard sqlite3_step(statement) == SQLITE_ROW, let bytes = sqlite3_column_blob(statement, 0)
    else { return nil }
    return Array(
      UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, 0))))
  }
}
