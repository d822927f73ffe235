internal import CSQLite
internal import SQLitePages

/// A database file or a log, opened for reading through SQLite's system layer. It closes files without dropping the
/// locks that other connections of the process have (sqlite.org/howtocorrupt.html, 2.2).
final class SystemFile: OpenedFile, @unchecked Sendable {
  let file: UnsafeMutablePointer<sqlite3_file>
  let methods: UnsafePointer<sqlite3_io_methods>
  private let name: UnsafePointer<CChar>

  /// Nil if the file cannot be read.
  init?(at path: String) {
    guard let system = sqlite3_vfs_find(nil), let open = system.pointee.xOpen,
      let name = sqlite3_create_filename(path, "", "", 0, nil)
    else { return nil }
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: Int(system.pointee.szOsFile), alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: Int(system.pointee.szOsFile))
    file = memory.assumingMemoryBound(to: sqlite3_file.self)
    self.name = UnsafePointer(name)
    // A log is opened like a database too. With SQLITE_OPEN_WAL, SQLite would give the log the owner of the database,
    // and an empty log its mode.
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB
    let code = open(system, self.name, file, flags, nil)
    guard code == SQLITE_OK, let methods = file.pointee.pMethods else {
      _ = file.pointee.pMethods?.pointee.xClose(file)
      memory.deallocate()
      sqlite3_free_filename(name)
      return nil
    }
    self.methods = methods
  }

  deinit {
    _ = methods.pointee.xClose(file)
    UnsafeMutableRawPointer(file).deallocate()
    sqlite3_free_filename(UnsafeMutablePointer(mutating: name))
  }

  /// The path without symbolic links, which SQLite uses for the names of companion files.
  static func fullPath(of path: String) -> String {
    guard let system = sqlite3_vfs_find(nil), let complete = system.pointee.xFullPathname else {
      return path
    }
    let length = Int(system.pointee.mxPathname) + 1
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: length) { buffer in
      buffer.initialize(repeating: 0)
      let code = complete(system, path, Int32(length), buffer.baseAddress)
      // For a symbolic link, the code is SQLITE_OK_SYMLINK.
      guard code & 0xFF == SQLITE_OK, let start = buffer.baseAddress else { return path }
      return String(cString: start)
    }
  }
}
