internal import CZlib

/// An error for compressed data that cannot be decompressed.
package enum InflateError: Error, Hashable, Sendable {
  /// The bytes are not in deflate format.
  case broken
  /// The last block is incomplete.
  case incomplete
  case tooLarge(limit: Int)

  package var message: String {
    switch self {
    case .broken: "the compressed bytes are damaged"
    case .incomplete: "the compressed bytes end too early"
    case .tooLarge(let limit): "the compressed bytes become more than \(limit) bytes"
    }
  }
}

/// The greatest permitted size after decompression. Malicious data can become a thousand times as
/// large; data of real apps become two to ten times as large.
package func inflationLimit(of count: Int) -> Int { min(64 << 20, 100 * count + (1 << 20)) }

/// Decompresses raw deflate data, without a header.
///
/// This module is the only one that calls zlib.
package func inflate(_ bytes: [UInt8]) throws(InflateError) -> [UInt8] {
  let limit = inflationLimit(of: bytes.count)
  guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
  var stream = z_stream()
  guard flagdb_inflate_raw(&stream) == Z_OK else { throw .broken }
  defer { inflateEnd(&stream) }
  return try bytes.withUnsafeBufferPointer { bytes throws(InflateError) in
    stream.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
    stream.avail_in = uInt(bytes.count)
    return try output(of: &stream, limit: limit)
  }
}

private func output(of stream: inout z_stream, limit: Int) throws(InflateError) -> [UInt8] {
  var output: [UInt8] = []
  let room = 1 << 16
  let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: room)
  defer { buffer.deallocate() }
  while true {
    stream.next_out = buffer.baseAddress
    stream.avail_out = uInt(room)
    let code = CZlib.inflate(&stream, Z_NO_FLUSH)
    let count = room - Int(stream.avail_out)
    if count > limit - output.count { throw .tooLarge(limit: limit) }
    output += buffer[..<count]
    switch code {
    case Z_STREAM_END: return output
    case Z_OK where count > 0: continue
    // No output was written although there was room: more input is needed.
    case Z_OK, Z_BUF_ERROR: throw .incomplete
    default: throw .broken
    }
  }
}
