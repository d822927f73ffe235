/// The header of a database file.
struct PageFileHeader {
  static let length = 100
  private var bytes = [UInt8](repeating: 0, count: length)

  /// Nil if the file is shorter.
  init?(of file: any PageBytes) {
    guard bytes.withUnsafeMutableBytes({ file.read(at: 0, into: $0) }) else { return nil }
  }

  var isOfSQLite: Bool { bytes.starts(with: Array("SQLite format 3\0".utf8)) }

  /// The number of pages; nil if a program that ignores this field has changed the file since.
  var pageCount: UInt32? {
    guard number(24) == number(92), number(28) > 0 else { return nil }
    return number(28)
  }

  subscript(offset: Int) -> UInt8 { bytes[offset] }

  /// Reads a number of four bytes.
  func number(_ offset: Int) -> UInt32 { bytes.withUnsafeBytes { $0.number(offset) } }
}
