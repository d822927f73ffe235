internal import CZlib

/// Compressed bytes that are not read.
package enum InflateError: Error, Hashable, Sendable {
  /// They are not what deflate makes.
  case broken
  /// They end before their last block does.
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

/// The most bytes that some number of compressed bytes may become. What is compressed by hand of an
/// enemy becomes a thousand times as large; what apps compress, some two to ten times.
package func inflationLimit(of count: Int) -> Int {
  min(64 << 20, 100 * count + (1 << 20))
}

/// The bytes that raw deflate made the given bytes of, without a header around them.
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
    // Nothing came, though there was room: more bytes would be needed.
    case Z_OK, Z_BUF_ERROR: throw .incomplete
    default: throw .broken
    }
  }
}
