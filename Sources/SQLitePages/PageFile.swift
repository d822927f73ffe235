package import Columns

/// The bytes of a database file.
///
/// This module reads the b-tree pages of SQLite files (https://sqlite.org/fileformat2.html): the
/// columns of a table in batches, and the counts of an index. No other module knows the format of
/// pages. It opens no file and takes no lock; its caller must hold a read transaction.
/// See Documentation/Decisions/pages-are-read-where-sql-is-slow.md.
package protocol PageBytes: Sendable {
  /// Fills the buffer with the bytes from an offset on; returns false if there are too few. Several
  /// threads may call it at the same time.
  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Bool
  /// The size of the file.
  var size: Int64 { get }
}

/// The pages of a database file, according to its header.
package struct PageFile: Sendable {
  let bytes: any PageBytes
  let pageSize: Int
  /// The number of bytes of a page that b-trees use.
  let usable: Int
  package let pageCount: UInt32
  /// True if the header requires a write-ahead log.
  package let keepsLog: Bool
  /// The first page of the list of unused pages; 0 if there are none.
  let firstFreePage: UInt32
  /// True if the file has pages with the parent of each page, for `auto_vacuum`.
  let hasPointerMap: Bool

  /// Reads the header. Throws for any variant of the format that this module does not support.
  /// - Parameter decodesTexts: false if only the structure of the pages is read, whatever encoding
  ///   the texts have.
  package init(_ bytes: any PageBytes, decodesTexts: Bool = true) throws(ColumnRefusal) {
    guard let header = PageFileHeader(of: bytes), header.isOfSQLite else {
      throw ColumnRefusal("the header of the file is not SQLite's")
    }
    let stored = Int(header[16]) << 8 | Int(header[17])
    pageSize = stored == 1 ? 65_536 : stored
    usable = pageSize - Int(header[20])
    guard (512...65_536).contains(pageSize), pageSize & (pageSize - 1) == 0, usable >= 480,
      header[21] == 64, header[22] == 32, header[23] == 32
    else { throw ColumnRefusal("the file has pages of an unknown kind") }
    guard (1...2).contains(header[18]), (1...2).contains(header[19]) else {
      throw ColumnRefusal("the file has an unknown version")
    }
    guard header.number(56) == 1 || !decodesTexts else {
      throw ColumnRefusal("the texts of the file are not UTF-8")
    }
    guard (1...4).contains(header.number(44)) else {
      throw ColumnRefusal("the tables of the file have an unknown form")
    }
    keepsLog = header[18] == 2 || header[19] == 2
    firstFreePage = header.number(32)
    hasPointerMap = header.number(52) > 0
    let size = bytes.size / Int64(pageSize)
    pageCount = header.pageCount ?? UInt32(clamping: size)
    guard size >= Int64(pageCount) else { throw ColumnRefusal("the file is cut off") }
    self.bytes = bytes
  }

  /// The size of all pages.
  package var size: Int64 { Int64(pageCount) * Int64(pageSize) }

  /// The page with the byte that SQLite locks, which contains no data.
  var lockPage: UInt32 { UInt32(0x4000_0000 / pageSize) + 1 }

  /// Throws if the number cannot be a page of a b-tree.
  func require(_ page: UInt32) throws(ColumnRefusal) {
    guard page > 0, page <= pageCount, page != lockPage else {
      throw .damaged("a pointer leads to no page")
    }
  }

  /// Reads consecutive pages.
  func read(
    _ first: UInt32, count: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(ColumnRefusal) {
    let length = count * pageSize
    guard buffer.count >= length,
      bytes.read(at: offset(of: first), into: .init(rebasing: buffer[..<length]))
    else { throw .unreadable }
  }

  /// Reads the beginning of a page.
  func readBeginning(
    of page: UInt32, into buffer: UnsafeMutableRawBufferPointer
  ) throws(ColumnRefusal) {
    guard bytes.read(at: offset(of: page), into: buffer) else { throw .unreadable }
  }

  private func offset(of page: UInt32) -> Int64 { (Int64(page) - 1) * Int64(pageSize) }
}

extension ColumnRefusal {
  static func damaged(_ reason: String) -> ColumnRefusal { ColumnRefusal(reason) }

  static let unreadable = ColumnRefusal("a page cannot be read")
}
