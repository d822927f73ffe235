import Platform

/// A line of standard input for the server.
enum RequestLine {
  case line([UInt8])
  /// A line that is longer than the server reads.
  case tooLong
}

/// Reads the requests from standard input. The last line needs no line break.
final class RequestLines {
  static let longest = 1 << 20
  /// The most requests that wait for the end of a call.
  private static let mostWaiting = 100

  private let input = InputFile.standardInput
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  private var pending: [UInt8] = []
  private var isTooLong = false
  private var isAtEnd = false
  /// The requests that arrived during a call.
  private var waiting: ArraySlice<RequestLine> = []
  private var failure: (any Error)?

  deinit { buffer.deallocate() }

  /// The next line; nil after the last.
  func next() throws -> RequestLine? {
    if let failure { throw failure }
    if let request = waiting.popFirst() { return request }
    while true {
      if let request = takeLine() { return request }
      if isAtEnd {
        if pending.isEmpty && !isTooLong { return nil }
        let line = pending
        pending = []
        return request(line)
      }
      try readMore()
    }
  }

  /// Standard input, to be read during a call.
  ///
  /// - Parameter answers: answers a request at once. If it returns false, `next` returns the request.
  func duringCall(_ answers: @escaping (RequestLine) throws -> Bool) -> WatchedInput? {
    let watched = input.watched { [self] in
      attempt { try readMore() }
      return handOut(answers)
    }
    // Some requests can have been read with the call.
    if watched != nil, !handOut(answers) { return nil }
    return watched
  }

  /// Lets the body answer the complete lines. True if more can be read.
  private func handOut(_ answers: (RequestLine) throws -> Bool) -> Bool {
    attempt {
      while let request = takeLine() {
        if try !answers(request) { waiting.append(request) }
      }
    }
    return failure == nil && !isAtEnd && waiting.count < Self.mostWaiting
  }

  /// Keeps an error until the next request.
  private func attempt(_ body: () throws -> Void) {
    if failure != nil { return }
    do { try body() } catch { failure = error }
  }

  /// A complete line of the bytes that were read.
  private func takeLine() -> RequestLine? {
    guard let end = pending.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let line = Array(pending[..<end])
    pending.removeSubrange(...end)
    return request(line)
  }

  private func readMore() throws {
    if pending.count > Self.longest {
      isTooLong = true
      pending = []
    }
    let count = try input.read(into: buffer)
    isAtEnd = count == 0
    pending += buffer[..<count]
  }

  private func request(_ line: [UInt8]) -> RequestLine {
    defer { isTooLong = false }
    return isTooLong || line.count > Self.longest ? .tooLong : .line(line)
  }
}
