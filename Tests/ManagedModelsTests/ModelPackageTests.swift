import FlagModel
import ManagedModels
import TestSupport
import Testing

@Suite struct ModelPackageTests {
  private static func contents(_ entities: String) -> [UInt8] {
    Array("<model>\(entities)</model>".utf8)
  }

  private static let user =
    "<entity name='User'><attribute name='a' attributeType='String'/></entity>"
  private static let userAndPet = "\(user)<entity name='Pet'/>"
  private static let wideUser =
    "<entity name='User'><attribute name='a' attributeType='String'/><attribute name='b' attributeType='Date'/></entity>"

  private static func project(current: String? = nil) -> [(path: String, bytes: [UInt8])] {
    var files = [
      (path: "Zoo.xcdatamodel/contents", bytes: contents(user)),
      (path: "Zoo 2.xcdatamodel/contents", bytes: contents(userAndPet)),
      (path: "Zoo 3.xcdatamodel/contents", bytes: contents(wideUser)),
    ]
    if let current {
      let list = WrittenPropertyList.dictionary([("_XCCurrentVersionName", .string(current))])
      files.append((path: ".xccurrentversion", bytes: list.xml))
    }
    return files
  }

  private static func compiled(checksums: Bool) -> [(path: String, bytes: [UInt8])] {
    let hash = { (byte: UInt8) in WrittenPropertyList.data(Array(repeating: byte, count: 32)) }
    var info: [(String, WrittenPropertyList)] = [
      ("NSManagedObjectModel_CurrentVersionName", "Two"),
      (
        "NSManagedObjectModel_VersionHashes",
        .dictionary([
          ("One", .dictionary([("A", hash(1)), ("B", hash(2))])),
          ("Two", .dictionary([("A", hash(3)), ("B", hash(2))])),
        ])
      ),
    ]
    if checksums {
      info.append(
        ("NSManagedObjectModel_VersionChecksums", .dictionary([("One", "x="), ("Two", "y=")])))
    }
    let model = WrittenModel([.init("A"), .init("B")]).compiled
    return [
      ("One.mom", model), ("Two.mom", model), ("One.omo", Array("momv2$".utf8)),
      ("VersionInfo.plist", WrittenPropertyList.dictionary(info).binary),
    ]
  }

  private static func store(
    _ hashes: [(String, UInt8)], checksum: String? = nil
  ) throws -> StoreMetadata {
    var members: [(String, WrittenPropertyList)] = [
      (
        "NSStoreModelVersionHashes",
        .dictionary(hashes.map { ($0, .data(Array(repeating: $1, count: 32))) })
      )
    ]
    if let checksum { members.append(("NSStoreModelVersionChecksumKey", .string(checksum))) }
    return try StoreMetadata(WrittenPropertyList.dictionary(members).binary)
  }

  private func name(
    _ files: [(path: String, bytes: [UInt8])], _ store: StoreMetadata, cache: String? = nil,
    fits: (ManagedModel) -> Bool = { _ in true }
  ) throws -> String? {
    let cache = try cache.map { try ManagedModel(contents: Self.contents($0)) }
    return try ModelPackage(named: "Zoo", files: files).version(
      of: store, cache: cache, fits: fits)?.version.name
  }

  @Test func versionsAreNamedByTheirFiles() throws {
    let package = try ModelPackage(named: "Zoo", files: Self.project(current: "Zoo 2.xcdatamodel"))
    #expect(package.versions.map(\.name) == ["Zoo", "Zoo 2", "Zoo 3"])
    #expect(package.current == "Zoo 2")
    #expect(try ModelPackage(named: "Zoo", files: Self.compiled(checksums: false)).current == "Two")
    let single = try ModelPackage(
      named: "Zoo", files: [("Zoo.xcdatamodel/contents", Self.contents(Self.user))])
    #expect(single.versions.map(\.name) == ["Zoo"])
  }

  @Test(
    "the model of a folder is its own contents, whatever stands deeper",
    arguments: [
      // The files beside the versions "Zoo", "Zoo 2" and "Zoo 3", and the current version.
      ([".xccurrentversion": "Zoo 2.xcdatamodel"], "Zoo 2"),
      (
        [
          ".xccurrentversion": "Zoo 2.xcdatamodel",
          "Zoo 3.xcdatamodel/.xccurrentversion": "Zoo.xcdatamodel",
        ], "Zoo 2"
      ),
      (
        [
          "Zoo 2.xcdatamodel/.xccurrentversion": "Old.xcdatamodel",
          "Zoo 2.xcdatamodel/Old.xcdatamodel/contents": nil,
        ], nil
      ),
      (
        [
          ".xccurrentversion": "Zoo 2.xcdatamodel",
          "Zoo 2.xcdatamodel/Old.xcdatamodeld/Zoo 2.xcdatamodel/contents": nil,
        ], "Zoo 2"
      ),
    ] as [([String: String?], String?)])
  func innerFiles(_ more: [String: String?], _ current: String?) throws {
    let files = more.map { path, current -> (path: String, bytes: [UInt8]) in
      guard let current else { return (path, Self.contents("<entity name='Inner'/>")) }
      let list = WrittenPropertyList.dictionary([("_XCCurrentVersionName", .string(current))])
      return (path, list.xml)
    }
    let package = try ModelPackage(named: "Zoo.xcdatamodeld", files: Self.project() + files)
    #expect(package.versions.map(\.name) == ["Zoo", "Zoo 2", "Zoo 3"])
    #expect(package.current == current)
    #expect(try package.currentModel.names == (current == nil ? ["User"] : ["User", "Pet"]))
  }

  @Test func aSingleModelIsItsOwnContents() throws {
    let list = WrittenPropertyList.dictionary([("_XCCurrentVersionName", "Old.xcdatamodel")])
    let package = try ModelPackage(
      named: "Zoo.xcdatamodel",
      files: [
        ("contents", Self.contents(Self.user)), (".xccurrentversion", list.xml),
        ("Old.xcdatamodel/contents", Self.contents("<entity name='Inner'/>")),
      ])
    #expect(package.versions.map(\.name) == ["Zoo"])
    #expect(try package.currentModel.names == ["User"])
  }

  @Test func aCurrentVersionThatIsMissingIsAnError() throws {
    let package = try ModelPackage(named: "Zoo", files: Self.project(current: "Zoo 9.xcdatamodel"))
    let error = #expect(throws: ManagedModelError.self) { try package.currentModel }
    #expect(error?.message == "the model has no version 'Zoo 9', which is named as the current one")
  }

  @Test func theVersionIsChosenByHash() throws {
    let files = Self.compiled(checksums: false)
    #expect(try name(files, Self.store([("A", 1), ("B", 2)])) == "One")
    #expect(try name(files, Self.store([("A", 3), ("B", 2)])) == "Two")
    // The store has entities of another model too.
    #expect(try name(files, Self.store([("A", 1), ("B", 2), ("C", 9)])) == "One")
    #expect(try name(files, Self.store([("A", 9), ("B", 2)]), fits: { _ in false }) == nil)
  }

  @Test func theVersionIsChosenByChecksum() throws {
    let files = Self.compiled(checksums: true)
    #expect(try name(files, Self.store([("A", 9), ("B", 9)], checksum: "x=")) == "One")
    #expect(try name(files, Self.store([("A", 9), ("B", 9)], checksum: "y=")) == "Two")
  }

  @Test func theVersionIsChosenByTheModelOfTheStore() throws {
    let files = Self.project(current: "Zoo 3.xcdatamodel")
    let store = try Self.store([("User", 1)])
    #expect(try name(files, store, cache: Self.user) == "Zoo")
    #expect(try name(files, store, cache: Self.wideUser) == "Zoo 3")
    // Both fit, and one has more of the store's entities.
    #expect(try name(files, store, cache: Self.userAndPet) == "Zoo 2")
    // A model may be one of several.
    #expect(try name(files, store, cache: "\(Self.wideUser)<entity name='Other'/>") == "Zoo 3")
    #expect(try name(files, store, cache: "<entity name='User'/>") == nil)
  }

  @Test func theNearestVersionIsListed() throws {
    let cache = try ManagedModel(contents: Self.contents("<entity name='User'/>"))
    let nearest = try ModelPackage(named: "Zoo", files: Self.project()).nearest(to: cache)
    #expect(nearest?.version.name == "Zoo")
    #expect(nearest?.differences == ["User.a: only in the model"])
  }

  @Test func theVersionIsChosenByItsEntities() throws {
    let files = Self.project(current: "Zoo.xcdatamodel")
    #expect(try name(files, Self.store([("User", 1), ("Pet", 1)])) == "Zoo 2")
    #expect(try name(files, Self.store([("User", 1)])) == "Zoo")
    let isWide = { (model: ManagedModel) in model.entities.first?.attributes.count == 2 }
    #expect(try name(files, Self.store([("User", 1)]), fits: isWide) == "Zoo 3")
  }

  @Test func ofSeveralTheOthersAreNamed() throws {
    let package = try ModelPackage(named: "Zoo", files: Self.project())
    let choice = package.version(of: try Self.store([("User", 1)]), cache: nil) { _ in true }
    #expect(choice?.version.name == "Zoo 3")
    #expect(choice?.alsoFitting == ["Zoo"])
  }

  @Test(arguments: [
    (["Zoo.omo"], "an optimized model (.omo) is not read"),
    (["elements", "layout"], "a model of Xcode 3 (elements and layout) is not read"),
    (["Map.cdm"], "a mapping model (.cdm) is not read"),
    (["Map.xcmappingmodel/xcmapping.xml"], "a mapping model (.xcmappingmodel) is not read"),
    (["readme.txt"], "the model has no version: no 'contents' and no '.mom' is in it"),
  ])
  func otherKindsAreNamed(paths: [String], message: String) {
    let error = #expect(throws: ManagedModelError.self) {
      try ModelPackage(named: "Zoo", files: paths.map { ($0, []) })
    }
    #expect(error?.message == message)
  }

  @Test func modelsAreMerged() throws {
    let one = try ManagedModel(contents: Self.contents(Self.user))
    let other = try ManagedModel(contents: Self.contents("<entity name='Pet'/>"))
    #expect(try ManagedModel(merging: [one, other, one]).names == ["Pet", "User"])
    let wide = try ManagedModel(contents: Self.contents(Self.wideUser))
    #expect(throws: ManagedModelError.twice("User")) { try ManagedModel(merging: [one, wide]) }
  }

  @Test func ofTheAppsOwnMetadataOnlyNamesAreKept() throws {
    let list = WrittenPropertyList.dictionary([
      ("NSStoreModelVersionHashes", .dictionary([("A", .data([1]))])),
      ("NSStoreModelVersionIdentifiers", .array(["1"])),
      ("NSPersistenceFrameworkVersion", .integer(1344)), ("NSStoreType", "SQLite"),
      ("token", "secret"),
    ])
    let store = try StoreMetadata(list.binary)
    #expect(store.hashes == ["A": [1]] && store.identifiers == ["1"] && store.framework == 1344)
    #expect(store.entities == ["A"] && store.otherKeys == ["token"])
    #expect(!"\(store)".contains("secret"))
    #expect(throws: ManagedModelError.self) { try StoreMetadata([1, 2, 3]) }
  }
}
