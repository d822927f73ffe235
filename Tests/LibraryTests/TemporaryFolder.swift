import Foundation

/// A folder for one test, which goes with it.
final class TemporaryFolder: Sendable {
  private let url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    .appendingPathComponent("flagdb-\(UUID().uuidString.prefix(8))")

  init() {
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}
