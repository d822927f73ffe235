import Platform

/// A folder of its own for one test, removed with all that is in it.
final class ScratchFolder {
  let path: String

  init() {
    path = "/tmp/flagdb-test-\(UInt64.random(in: .min ... .max))"
    mkdir(path, 0o700)
  }

  deinit {
    for name in names(inDirectory: path) {
      chmod(self / name, 0o700)
      if rmdir(self / name) != 0 { unlink(self / name) }
    }
    rmdir(path)
  }

  static func / (folder: ScratchFolder, name: String) -> String {
    "\(folder.path)/\(name)"
  }
}

extension FilesInUse {
  /// For a step of a test that knows nothing of the others.
  static var fresh: FilesInUse { ofProcess.part() }
}
