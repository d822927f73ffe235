public import Foundation

/// Real databases that others made, in a folder that is not part of the project: `FLAGDB_FIXTURES`, or
/// `shared/fixtures` beside the checkout. Tests over them run where it is there.
public enum Fixtures {
  public static let folder: URL? = {
    let project = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let named = ProcessInfo.processInfo.environment["FLAGDB_FIXTURES"].map {
      URL(fileURLWithPath: $0)
    }
    let folder =
      named ?? project.deletingLastPathComponent().appendingPathComponent("shared/fixtures")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  /// The folders of one kind: `coredata`, `sqlite`.
  public static func names(of kind: String) -> [String] {
    guard let folder = folder?.appendingPathComponent(kind) else { return [] }
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return names?.sorted() ?? []
  }

  /// The facts that a careful person found in one of them.
  public static func expectations(of name: String) throws -> [String: Any] {
    guard let folder else { return [:] }
    let data = try Data(contentsOf: folder.appendingPathComponent("\(name)/expected.json"))
    return try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
  }

  /// The file at a path below the folder. A fixture may have lost a prefix of its name since it was described.
  public static func file(_ path: String) -> URL? {
    guard let file = folder?.appendingPathComponent(path) else { return nil }
    if FileManager.default.fileExists(atPath: file.path) { return file }
    let place = file.deletingLastPathComponent()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
    return names.first { $0 != "expected.json" && file.lastPathComponent.hasSuffix("__\($0)") }
      .map { place.appendingPathComponent($0) }
  }

  /// A copy of a database with its log, in a folder of its own: opening one may leave files beside it.
  public static func copy(of path: String, into scratch: ScratchFolder) throws -> String {
    guard let source = file(path)?.path else { return "" }
    let copy = scratch / "copy.sqlite"
    for ending in ["", "-wal"] where FileManager.default.fileExists(atPath: source + ending) {
      try FileManager.default.copyItem(atPath: source + ending, toPath: copy + ending)
    }
    return copy
  }
}
