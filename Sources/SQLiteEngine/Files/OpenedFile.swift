internal import CSQLite
internal import SQLitePages

/// A file that SQLite's system layer has open. It reads with `pread`, which several threads may call at the same time.
protocol OpenedFile: PageBytes {
  var file: UnsafeMutablePointer<sqlite3_file> { get }
  var methods: UnsafePointer<sqlite3_io_methods> { get }
}

extension OpenedFile {
  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Bool {
    guard let length = Int32(exactly: buffer.count) else { return false }
    return methods.pointee.xRead(file, buffer.baseAddress, length, offset) == SQLITE_OK
  }

  var size: Int64 {
    var size: sqlite3_int64 = 0
    if methods.pointee.xFileSize(file, &size) == SQLITE_OK { return size }
    return 0
  }
}
