/// The commits in a write-ahead log (https://sqlite.org/walformat.html).
package struct WriteAheadLog: Sendable {
  /// A copy of one page.
  package struct Frame: Hashable, Sendable {
    package let page: UInt32
    /// The offset of the page's bytes in the log.
    package let offset: Int64
  }

  /// A transaction: the frames that it added, and the number of pages of the database after it.
  package struct Commit: Hashable, Sendable {
    package let frames: Range<Int>
    package let pageCount: UInt32
  }

  package private(set) var pageSize = 0
  package private(set) var frames: [Frame] = []
  package private(set) var commits: [Commit] = []
  /// The number of valid frames after the last commit, whose transaction has not ended.
  package private(set) var uncommitted = 0
  /// The number of frames behind the valid ones. They are from before the last restart of the log.
  package private(set) var earlier = 0

  static let headerLength = 32
  static let frameHeaderLength = 24

  /// Reads the frames up to the first one with other salts or a wrong checksum, as SQLite does.
  package init(_ bytes: any PageBytes) {
    var header = [UInt8](repeating: 0, count: Self.headerLength)
    guard header.withUnsafeMutableBytes({ bytes.read(at: 0, into: $0) }),
      let start = header.withUnsafeBytes({ LogBeginning($0) })
    else { return }
    pageSize = start.pageSize
    read(bytes, start)
  }

  private mutating func read(_ bytes: any PageBytes, _ header: LogBeginning) {
    let length = Self.frameHeaderLength + pageSize
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: length, alignment: 16)
    defer { buffer.deallocate() }
    var checksum = header.checksum
    var offset = Int64(Self.headerLength)
    var firstOfCommit = 0
    while bytes.read(at: offset, into: buffer) {
      guard let frame = header.frame(UnsafeRawBufferPointer(buffer), &checksum) else { break }
      frames.append(Frame(page: frame.page, offset: offset + Int64(Self.frameHeaderLength)))
      if frame.pageCount > 0 {
        commits.append(Commit(frames: firstOfCommit..<frames.count, pageCount: frame.pageCount))
        firstOfCommit = frames.count
      }
      offset += Int64(length)
    }
    uncommitted = frames.count - firstOfCommit
    frames.removeLast(uncommitted)
    earlier = Int(max(0, bytes.size - offset) / Int64(length))
  }

  /// The number of the commit that a frame belongs to.
  func commit(ofFrame frame: Int) -> Int {
    var (low, high) = (0, commits.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if commits[middle].frames.upperBound > frame { high = middle } else { low = middle + 1 }
    }
    return low + 1
  }

  /// The pages that a commit changed.
  package func pages(of commit: Int) -> Set<UInt32> {
    Set(frames[commits[commit - 1].frames].lazy.map(\.page))
  }
}

/// The header of a log.
private struct LogBeginning {
  let pageSize: Int
  private let salts: UInt64
  let checksum: LogChecksum

  /// Nil for a header that SQLite ignores with the whole log.
  init?(_ bytes: UnsafeRawBufferPointer) {
    let magic = bytes.number(0)
    guard magic & ~1 == 0x377F_0682, bytes.number(4) == 3_007_000 else { return nil }
    pageSize = Int(bytes.number(8))
    guard (512...65_536).contains(pageSize), pageSize & (pageSize - 1) == 0 else { return nil }
    salts = bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
    var checksum = LogChecksum(isBigEndian: magic & 1 == 1)
    checksum.add(UnsafeRawBufferPointer(rebasing: bytes[..<24]))
    guard checksum.matches(bytes, at: 24) else { return nil }
    self.checksum = checksum
  }

  /// The page of a frame, and the size of the database if the frame ends a commit. Nil for a frame
  /// that is not part of the log.
  func frame(
    _ bytes: UnsafeRawBufferPointer, _ checksum: inout LogChecksum
  ) -> (page: UInt32, pageCount: UInt32)? {
    let page = bytes.number(0)
    guard page > 0, bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self) == salts else {
      return nil
    }
    checksum.add(UnsafeRawBufferPointer(rebasing: bytes[..<8]))
    checksum.add(UnsafeRawBufferPointer(rebasing: bytes[WriteAheadLog.frameHeaderLength...]))
    if checksum.matches(bytes, at: 16) { return (page, bytes.number(4)) }
    return nil
  }
}

/// The cumulative checksum of a log.
private struct LogChecksum {
  private let isBigEndian: Bool
  private var first: UInt32 = 0
  private var second: UInt32 = 0

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  /// - Parameter bytes: a multiple of eight bytes.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var (sum, sumOfSums) = (first, second)
    for offset in stride(from: 0, to: bytes.count, by: 8) {
      sum &+= word(bytes, offset) &+ sumOfSums
      sumOfSums &+= word(bytes, offset + 4) &+ sum
    }
    first = sum
    second = sumOfSums
  }

  @inline(__always)
  private func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
    let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
    if isBigEndian { return UInt32(bigEndian: word) }
    return UInt32(littleEndian: word)
  }

  func matches(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
    bytes.number(offset) == first && bytes.number(offset + 4) == second
  }
}

extension UnsafeRawBufferPointer {
  /// Reads a number of four bytes.
  func number(_ offset: Int) -> UInt32 {
    UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }
}
