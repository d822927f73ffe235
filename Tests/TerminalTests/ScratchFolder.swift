import Platform

/// A folder of its own for one test, removed with all that is in it.
final class ScratchFolder {
  let path: String

  init() {
    path = "/tmp/flagdb-test-\(UInt64.random(in: .min ... .max))"
    mkdir(path, 0o700)
  }

  deinit {
    for name in names(inDirectory: path) { unlink(self / name) }
    rmdir(path)
  }

  static func / (folder: ScratchFolder, name: String) -> String {
    "\(folder.path)/\(name)"
  }

  /// What a file of the folder holds; nil where there is none.
  func text(of name: String) -> String? {
    (try? readFile(at: self / name, limit: 1 << 24, in: .fresh)).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}

extension FilesInUse {
  /// For a step of a test that knows nothing of the others.
  static var fresh: FilesInUse { ofProcess.part() }
}
