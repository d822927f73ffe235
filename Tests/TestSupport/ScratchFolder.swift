package import Platform

/// A folder of its own for one test, removed with all that is in it.
public final class ScratchFolder {
  public let path: String

  public init() {
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

  public static func / (folder: ScratchFolder, name: String) -> String {
    "\(folder.path)/\(name)"
  }

  /// The text of a file in the folder; nil if there is none.
  public func text(of name: String) -> String? {
    (try? readFile(at: self / name, limit: 1 << 24, in: .fresh)).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}

extension FilesInUse {
  /// For a step of a test that knows nothing of the others.
  package static var fresh: FilesInUse { ofProcess.part() }
}
