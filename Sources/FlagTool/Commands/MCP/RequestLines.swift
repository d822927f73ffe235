import Platform

/// A line of standard input for the server.
enum RequestLine {
  case line([UInt8])
  /// A line that is longer than the server reads.
  case tooLong
}

/// The input during a call.
final class CallWatch {
  /// Nil if nothing can be read until the end of the call.
  fileprivate(set) var input: WatchedInput?
  /// True if the client no longer wants the answer.
  fileprivate(set) var isCancelled = false
}

/// Reads the requests from standard input. The last line needs no line break.
final class RequestLines {
  /// The consequence of a request that arrives during a call.
  enum Outcome {
    case done
    /// The request waits for the end of the call.
    case waits
    case endsCall
  }

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
  /// - Parameters:
  ///   - isCancelled: true if the call was cancelled before its turn.
  ///   - body: deals with a request at once, or leaves it to `next`.
  func duringCall(
    isCancelled: Bool, _ body: @escaping (RequestLine) throws -> Outcome
  ) -> CallWatch {
    let watch = CallWatch()
    watch.isCancelled = isCancelled
    watch.input = input.watched { [self] in
      attempt { try readMore() }
      return handOut(body, watch)
    }
    // Some requests can have been read with the call.
    if watch.input != nil, handOut(body, watch) != .readMore { watch.input = nil }
    return watch
  }

  /// Lets the body deal with the complete lines.
  private func handOut(
    _ body: (RequestLine) throws -> Outcome, _ watch: CallWatch
  ) -> WatchedInput.Next {
    attempt {
      while let request = takeLine() {
        switch try body(request) {
        case .done: break
        case .waits: waiting.append(request)
        case .endsCall: watch.isCancelled = true
        }
      }
    }
    if watch.isCancelled { return .endProgram }
    if failure == nil && !isAtEnd && waiting.count < Self.mostWaiting { return .readMore }
    return .readNoMore
  }

  /// Removes the requests that wait and satisfy a condition.
  func drop(where isUnwanted: (RequestLine) -> Bool) {
    waiting = ArraySlice(waiting.filter { !isUnwanted($0) })
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
