import Foundation

/// A header in a file of its own, for a compiler.
struct ScratchHeader {
  let path: String

  init(_ text: String) throws {
    path = NSTemporaryDirectory() + "flagdb-\(UUID().uuidString).h"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }

  static func remove(_ path: String) {
    try? FileManager.default.removeItem(atPath: path)
  }
}
