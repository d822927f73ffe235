/// A temporary folder for copies that only its owner can enter. It is deleted with this object, or
/// when a signal ends the program. Folders of killed programs are deleted when the next one is
/// created, because they are no longer locked.
package final class PrivateFolder {
  package let path: String
  private var files: [String] = []
  /// Files are deleted before the folder.
  private var drafts: [DraftName] = []
  /// Holds the lock on the folder.
  private var descriptor: Int32

  package init() throws(SystemError) {
    Self.removeAbandoned()
    while true {
      let path = "\(temporaryFolder)/\(Self.beginning)\(Self.randomWord)"
      let draft = DraftName(path)
      _ = try retrying { mkdir(path, 0o700) }
      // Another process can have deleted it as abandoned in this moment.
      guard let descriptor = Self.locked(path) else { continue }
      self.path = path
      self.descriptor = descriptor
      drafts = [draft]
      return
    }
  }

  deinit {
    remove()
    close(descriptor)
  }

  private static let beginning = "flagdb-copy-"

  private static var randomWord: String { String(UInt64.random(in: .min ... .max), radix: 36) }

  /// Locks a folder and returns its descriptor; nil if another process has the lock, or if the
  /// folder is gone.
  private static func locked(_ path: String) -> Int32? {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var (opened, named) = (stat(), stat())
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &opened) == 0,
      lstat(path, &named) == 0, FileIdentity(opened) == FileIdentity(named)
    {
      return descriptor
    }
    close(descriptor)
    return nil
  }

  /// Deletes the folders that killed programs of this user left.
  private static func removeAbandoned() {
    for name in names(inDirectory: temporaryFolder) where name.hasPrefix(beginning) {
      let path = "\(temporaryFolder)/\(name)"
      var status = stat()
      guard lstat(path, &status) == 0, status.st_uid == geteuid(),
        status.st_mode & 0o7777 == 0o700, let descriptor = locked(path)
      else { continue }
      defer { close(descriptor) }
      // A folder of another program with such a name contains other files.
      let files = names(inDirectory: path)
      guard files.allSatisfy({ $0.hasPrefix(nameOfCopies) }) else { continue }
      for file in files { unlink("\(path)/\(file)") }
      rmdir(path)
    }
  }

  /// The beginning of all file names.
  package static let nameOfCopies = "copy.db"

  /// Creates a file from the bytes that a function returns for each offset, until it returns nil.
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

  /// Copies a file that is never locked; a missing file is skipped. Databases and WAL indexes must
  /// not be copied like this, because closing a descriptor would release SQLite's locks.
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

  /// Deletes the files, including those that SQLite created, and the folder. Processes with open
  /// files can still read them.
  package func remove() {
    for file in files {
      for ending in [""] + databaseCompanions { unlink(file + ending) }
    }
    rmdir(path)
    files = []
    drafts = []
  }
}

/// The folder for temporary files.
var temporaryFolder: String {
  let folder = environmentVariable("TMPDIR") ?? ""
  return folder.isEmpty ? "/tmp" : folder
}

/// The first bytes of a file that is never locked; nil if it cannot be read.
package func firstBytes(ofUnlockedFileAt path: String, count: Int) -> [UInt8]? {
  guard (try? refuseNUL(in: path)) != nil,
    let descriptor = try? retrying({ open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY) })
  else { return nil }
  defer { FilesInUse.close(descriptor) }
  var bytes = [UInt8](repeating: 0, count: count)
  guard let read = try? retrying({ read(descriptor, &bytes, count) }) else { return nil }
  return Array(bytes[..<read])
}
