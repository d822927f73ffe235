/// A folder for copies that only its owner may enter. It goes with all its files when it is let go
/// of, and when a signal ends the program.
package final class PrivateFolder {
  package let path: String
  private var files: [String] = []
  /// Files are removed before the folder, and so are their names.
  private var drafts: [DraftName]

  package init() throws(SystemError) {
    path = "\(temporaryFolder)/flagdb-\(String(UInt64.random(in: .min ... .max), radix: 36))"
    drafts = [DraftName(path)]
    let path = path
    _ = try retrying { mkdir(path, 0o700) }
  }

  deinit {
    remove()
  }

  /// Makes a file of the bytes that a body gives for each offset, until it gives none.
  package func makeFile(
    _ name: String, reading read: (_ offset: Int64, _ buffer: UnsafeMutableRawBufferPointer) -> Int?
  ) throws(SystemError) {
    let path = path(of: name)
    drafts += ([""] + databaseCompanions).map { DraftName(path + $0) }
    files.append(path)
    let descriptor = try retrying {
      open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
    defer { close(descriptor) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    var offset: Int64 = 0
    while true {
      if caughtSignal() != nil { throw SystemError(code: EINTR) }
      guard let count = read(offset, buffer) else { throw SystemError(code: EIO) }
      if count == 0 { return }
      try writeAll(Array(buffer[..<count]), to: descriptor)
      offset += Int64(count)
    }
  }

  /// Copies a file that nobody locks; a missing one is left out. SQLite locks databases and the
  /// indexes of their logs, and closing a descriptor of these would drop its locks.
  package func copyUnlockedFile(at source: String, as name: String) throws(SystemError) {
    try refuseNUL(in: source)
    let input: Int32
    do throws(SystemError) {
      input = try retrying { open(source, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
    } catch {
      if error.code == ENOENT { return }
      throw error
    }
    defer { FilesInUse.close(input) }
    try makeFile(name) { _, buffer in
      let count = try? retrying { Platform.read(input, buffer.baseAddress, buffer.count) }
      return count
    }
  }

  package func path(of name: String) -> String { "\(path)/\(name)" }

  /// Removes the files, those that SQLite made beside them too, and the folder. A process that has
  /// one open goes on reading it.
  package func remove() {
    for file in files {
      for ending in [""] + databaseCompanions { unlink(file + ending) }
    }
    rmdir(path)
    files = []
    drafts = []
  }
}

/// The folder for files that nobody needs for long.
var temporaryFolder: String {
  let folder = environmentVariable("TMPDIR") ?? ""
  return folder.isEmpty ? "/tmp" : folder
}

/// The first bytes of a file that nobody locks; nil if it cannot be read.
package func firstBytes(ofUnlockedFileAt path: String, count: Int) -> [UInt8]? {
  guard (try? refuseNUL(in: path)) != nil,
    let descriptor = try? retrying({ open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY) })
  else { return nil }
  defer { FilesInUse.close(descriptor) }
  var bytes = [UInt8](repeating: 0, count: count)
  guard let read = try? retrying({ read(descriptor, &bytes, count) }) else { return nil }
  return Array(bytes[..<read])
}
