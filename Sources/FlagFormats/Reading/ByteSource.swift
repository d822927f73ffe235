/// A supplier of the bytes of an input: a file, a pipe, several files one after another.
package protocol ByteSource: AnyObject {
  /// Reads some bytes, as many as there are at once; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

/// Bytes that are in memory already.
package final class MemorySource: ByteSource {
  private let bytes: [UInt8]
  private var at = 0
  private let chunk: Int

  /// Gives no more than a chunk at a time.
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
