internal import PropertyLists

/// The versions of a model in one package: an `.xcdatamodeld` of an Xcode project, or the compiled
/// `.momd`. A single model is a package of one version.
package struct ModelPackage: Sendable {
  package struct Version: Sendable {
    /// The file name without the extension.
    package let name: String
    package let model: ManagedModel
    /// The hash of each entity and of the whole model. Only compiled packages have them.
    fileprivate(set) var hashes: [String: [UInt8]] = [:]
    fileprivate(set) var checksum: String?
  }

  /// The name of the package's folder or file.
  package let name: String
  /// The oldest first: `Zoo`, `Zoo 2`, `Zoo 10`.
  package private(set) var versions: [Version] = []
  /// The current version, which the project builds.
  package private(set) var current: String?

  /// The greatest size of a model file that is read.
  package static let mostBytes = 64 << 20

  /// Reads the files of a package, by their paths in it: `Zoo 2.xcdatamodel/contents`, `Zoo.mom`. The
  /// path of a single model is its name.
  package init(
    named name: String, files: [(path: String, bytes: [UInt8])]
  ) throws(ManagedModelError) {
    self.name = name
    var info: [UInt8]?
    let paths = Set(files.map(\.path))
    for (path, bytes) in files.sorted(by: { $0.path < $1.path })
    where !Self.isInsideModel(path, paths) {
      let folder = Self.folder(of: path)
      let name = Self.lastPart(of: path)
      switch name {
      case "VersionInfo.plist" where folder.isEmpty: info = bytes
      case ".xccurrentversion" where folder.isEmpty: try readCurrent(bytes)
      case "contents":
        var name = Self.lastPart(of: folder)
        if name.isEmpty { name = self.name }
        add(Self.stem(of: name), try ManagedModel(contents: bytes))
      case _ where name.hasSuffix(".mom"):
        add(Self.stem(of: name), try ManagedModel(compiled: bytes))
      default: break
      }
    }
    versions.sort { Self.number(of: $0.name) < Self.number(of: $1.name) }
    if let info { try readInfo(info) }
    if versions.isEmpty { throw Self.foreignKind(of: files.map(\.path)) }
  }

  /// The model of the current version, or of the last one if the current version is unknown.
  package var currentModel: ManagedModel {
    get throws(ManagedModelError) {
      if versions.count == 1 { return versions[0].model }
      guard let version = current.map(version(named:)) ?? versions.last else {
        throw .incomplete("version '\(current ?? "")', which is named as the current one")
      }
      return version.model
    }
  }

  /// The models of the versions before the current one, oldest first.
  package var olderModels: [ManagedModel] {
    let name = current ?? versions.last?.name
    return versions.prefix { $0.name != name }.map(\.model)
  }

  private func version(named name: String) -> Version? { versions.first { $0.name == name } }

  /// True if the content of the file is needed. For other files the name is sufficient.
  package static func reads(_ path: String) -> Bool {
    let name = lastPart(of: path)
    return ["VersionInfo.plist", ".xccurrentversion", "contents"].contains(name)
      || name.hasSuffix(".mom")
  }

  /// The number at the end of a version name; 1 if it has none.
  private static func number(of name: String) -> Int {
    let digits = name.reversed().prefix { $0.isNumber }.reversed()
    return Int(String(digits)) ?? 1
  }

  private mutating func add(_ name: String, _ model: ManagedModel) {
    versions.append(Version(name: name, model: model))
  }

  private static func lastPart(of path: String) -> String {
    path.utf8.split(separator: UInt8(ascii: "/")).last.map { String($0) ?? "" } ?? ""
  }

  /// The folder of a file; empty for a file at the top of the package.
  private static func folder(of path: String) -> String {
    let bytes = path.utf8
    return bytes.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
  }

  /// True if a file is inside a model's folder but is not its `contents`, which is complete. An
  /// older copy of the project can be inside that folder.
  private static func isInsideModel(_ path: String, _ paths: Set<String>) -> Bool {
    var folder = folder(of: path)
    while !folder.isEmpty {
      folder = Self.folder(of: folder)
      let contents = folder.isEmpty ? "contents" : "\(folder)/contents"
      if paths.contains(contents) { return true }
    }
    return false
  }

  private static func stem(of name: String) -> String {
    name.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(name[..<$0]) } ?? name
  }

  // MARK: Facts about the versions

  /// Reads `VersionInfo.plist`: the hashes of each version, and the name of the current one.
  private mutating func readInfo(_ bytes: [UInt8]) throws(ManagedModelError) {
    do throws(PropertyListError) {
      let list = try PropertyList(bytes)
      current = try list.text("NSManagedObjectModel_CurrentVersionName", of: list.root)
      for index in versions.indices {
        let name = versions[index].name
        let all = try list.member("NSManagedObjectModel_VersionHashes", of: list.root)
        let hashes = try all.flatMap { all throws(PropertyListError) in
          try list.member(name, of: all)
        }
        if let hashes { versions[index].hashes = try list.hashes(hashes) }
        let checksums = try list.member("NSManagedObjectModel_VersionChecksums", of: list.root)
        if let checksums { versions[index].checksum = try list.text(name, of: checksums) }
      }
    } catch {
      throw .unreadable(error.message)
    }
  }

  /// Reads `.xccurrentversion`: the name of the current version's folder.
  private mutating func readCurrent(_ bytes: [UInt8]) throws(ManagedModelError) {
    do throws(PropertyListError) {
      let list = try PropertyList(bytes)
      current = try list.text("_XCCurrentVersionName", of: list.root).map(Self.stem)
    } catch {
      throw .unreadable(error.message)
    }
  }

  /// The error for a list of files that contains no supported model.
  private static func foreignKind(of paths: [String]) -> ManagedModelError {
    let names = paths.map(lastPart)
    let kinds: [(String, String)] = [
      (".omo", "an optimized model (.omo)"),
      ("elements", "a model of Xcode 3 (elements and layout)"),
      (".cdm", "a mapping model (.cdm)"), ("xcmapping.xml", "a mapping model (.xcmappingmodel)"),
    ]
    for (ending, kind) in kinds where names.contains(where: { $0.hasSuffix(ending) }) {
      return .foreign(kind)
    }
    return .incomplete("version: no 'contents' and no '.mom' is in it")
  }
}

extension PropertyList {
  /// The string for a key of a dictionary.
  func text(_ key: String, of object: Int) throws(PropertyListError) -> String? {
    guard let member = try member(key, of: object) else { return nil }
    return try string(member)
  }

  /// A dictionary with data values.
  func hashes(_ object: Int) throws(PropertyListError) -> [String: [UInt8]] {
    var hashes: [String: [UInt8]] = [:]
    for (key, value) in try entries(object) {
      if case .data(let bytes) = try self.value(of: value) { hashes[key] = bytes }
    }
    return hashes
  }
}
