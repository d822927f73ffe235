internal import CSQLite

// Reads bytes of the file, and limits the length of its values.

extension SQLiteConnection {
  /// The header of the file, read before any lock or companion file.
  var header: DatabaseHeader { DatabaseHeader(bytes: headerBytes(0..<DatabaseHeader.length) ?? []) }

  /// Some bytes of the file on the disk; nil if they are unreadable.
  func headerBytes(_ range: Range<Int>) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: range.count)
    let isRead = bytes.withUnsafeMutableBytes { readFile(at: Int64(range.lowerBound), $0) }
    if isRead { return bytes }
    return nil
  }

  /// Reads bytes of the file through the open descriptor, because closing another one would drop
  /// its locks. Returns false if they are unreadable. Beyond the end of the file, the bytes are
  /// zeros.
  func readFile(at offset: Int64, _ buffer: UnsafeMutableRawBufferPointer) -> Bool {
    guard let file = openFile, let read = file.pointee.pMethods?.pointee.xRead else { return false }
    let code = read(file, buffer.baseAddress, Int32(clamping: buffer.count), offset)
    return code == SQLITE_OK || code == flagdb_ioerr_short_read
  }

  var openFile: UnsafeMutablePointer<sqlite3_file>? {
    var file: UnsafeMutablePointer<sqlite3_file>?
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    return file
  }

  // MARK: Long values

  /// The maximum length of a value in tables that nobody vouches for. A generated column in a small
  /// file could calculate values that fill the memory. Even a file with flagdb's mark may be
  /// forged.
  private static let longestUnvouched: Int32 = 1 << 28

  /// Limits the length of values.
  func forbidLongValues() {
    allowedLength =
      allowedLength ?? sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.longestUnvouched)
  }

  /// Runs the body with the limit for the length of values, also for tables of flagdb.
  func forbiddingLongValues<Result>(_ body: () throws -> Result) rethrows -> Result {
    let before = sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, -1)
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, min(before, Self.longestUnvouched))
    defer { sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, before) }
    return try body()
  }

  func allowLongValues(if areVouchedFor: () throws -> Bool) rethrows {
    guard let allowedLength, writes || fileSize > Int64(Self.longestUnvouched),
      try areVouchedFor()
    else { return }
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, allowedLength)
    self.allowedLength = nil
  }

  /// The size of the file and its write-ahead log in bytes.
  private var fileSize: Int64 {
    var size: sqlite3_int64 = 0
    if let file = openFile, let measure = file.pointee.pMethods?.pointee.xFileSize {
      _ = measure(file, &size)
    }
    let path = sqlite3_db_filename(handle, "main").map { String(cString: $0) } ?? ""
    if path.isEmpty { return size }
    return size + (DatabaseFile(name: path).size("-wal") ?? 0)
  }
}
