import JSON
import Platform

/// The pipes to the compiler. Each message is a length in eight bytes, lowest first, followed by
/// JSON.
/// See Documentation/Decisions/macros-do-not-use-swift-syntax.md.
struct CompilerConnection {
  /// The greatest length of a message, far above that of any declaration.
  private static let longestMessage: UInt64 = 256 << 20

  /// The next message; nil at the end, or for an empty message.
  func receive() throws -> JSONValue? {
    guard let head = try read(8) else { return nil }
    let count = head.reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    if count == 0 { return nil }
    guard count <= Self.longestMessage, let bytes = try read(Int(count)) else {
      throw BrokenMessage()
    }
    return try JSONValue(reading: bytes)
  }

  func send(_ message: JSONValue) throws {
    let bytes = Array(message.text().utf8)
    let head = (0..<8).map { UInt8(truncatingIfNeeded: bytes.count >> ($0 * 8)) }
    try writeAll(head + bytes, to: 1)
  }

  /// Reads a number of bytes; nil at the end.
  private func read(_ count: Int) throws -> [UInt8]? {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
    defer { buffer.deallocate() }
    var done = 0
    while done < count {
      let got = try InputFile.standardInput.read(into: .init(rebasing: buffer[done...]))
      if got == 0, done == 0 { return nil }
      if got == 0 { throw BrokenMessage() }
      done += got
    }
    return Array(buffer)
  }
}

/// A message that is truncated or too long.
struct BrokenMessage: Error {}
