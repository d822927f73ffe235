/// A source of bytes for an input: a file, a pipe, or several files one after another.
package protocol ByteSource: AnyObject {
  /// Reads the bytes that are available at once; returns 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

/// A source of bytes in memory.
package final class MemorySource: ByteSource {
  private let bytes: [UInt8]
  private var at = 0
  private let chunk: Int

  /// - Parameter chunk: the maximum number of bytes in one read.
  package init(_ bytes: [UInt8], chunk: Int = .max) {
    self.bytes = bytes
    self.chunk = max(1, chunk)
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(chunk, buffer.count, bytes.count - at)
    buffer.copyBytes(from: bytes[at..<at + count])
    at += count
    return count
  }
}
