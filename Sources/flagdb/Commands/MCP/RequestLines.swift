import Platform

/// A line of standard input for the server.
enum RequestLine {
  case line([UInt8])
  /// A line that is longer than the server reads.
  case tooLong
}

/// Reads the requests from standard input. The last line needs no line break.
struct RequestLines: ~Copyable {
  static let longest = 1 << 20

  private let input = InputFile.standardInput
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  private var pending: [UInt8] = []
  private var isTooLong = false
  private var isAtEnd = false

  deinit { buffer.deallocate() }

  /// The next line; nil after the last.
  mutating func next() throws -> RequestLine? {
    while true {
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(pending[..<end])
        pending.removeSubrange(...end)
        return request(line)
      }
      if isAtEnd {
        if pending.isEmpty && !isTooLong { return nil }
        let line = pending
        pending = []
        return request(line)
      }
      if pending.count > Self.longest {
        isTooLong = true
        pending = []
      }
      let count = try input.read(into: buffer)
      isAtEnd = count == 0
      pending += buffer[..<count]
    }
  }

  private mutating func request(_ line: [UInt8]) -> RequestLine {
    defer { isTooLong = false }
    return isTooLong || line.count > Self.longest ? .tooLong : .line(line)
  }
}
