import PlainText
package import Platform

/// An error while reading a line.
package enum LineError: Error, Hashable, Sendable {
  case input(FileError)
  /// A signal asked the process to stop.
  case interrupted
  /// Invalid UTF-8. The line and the byte count from 1.
  case notText(line: Int, byte: Int)
  case tooLong(line: Int, limit: Int)

  package var message: String {
    switch self {
    case .input(let error): error.message
    case .interrupted: "interrupted"
    case .notText(let line, let byte): "line \(line), byte \(byte): expected UTF-8"
    case .tooLong(let line, let limit): "line \(line) is longer than \(limit) bytes"
    }
  }
}

/// Reads the lines of a user or a script.
package protocol LineReader: AnyObject {
  /// The next line without its line end; nil at the end of the input.
  func readLine(prompt: String) throws(LineError) -> String?

  /// The next line if it is available without waiting; it is not consumed.
  func lineAtHand() -> String?

  /// True if a user's terminal has more input already, as after the first lines of a pasted text.
  func hasMoreInput() -> Bool

  /// Adds a text to the history.
  func remember(_ text: String)
}

extension LineReader {
  package func remember(_ text: String) {}
  package func lineAtHand() -> String? { nil }
  package func hasMoreInput() -> Bool { false }
}

/// Plain lines of standard input. The prompt is written to standard error if that is a terminal.
final class PlainLineReader: LineReader {
  /// The greatest length of a line, above any typed line.
  static let usualLimit = 1 << 24
  private let limit: Int
  private let input: InputFile
  private let showsPrompt: Bool
  private var buffer: [UInt8] = []
  private var start = 0
  private var line = 0
  /// True while the rest of an overlong line is skipped.
  private var isPassing = false

  init(
    _ input: consuming InputFile = .standardInput, showsPrompt: Bool,
    limit: Int = PlainLineReader.usualLimit
  ) {
    self.limit = limit
    self.input = input
    self.showsPrompt = showsPrompt
  }

  func readLine(prompt: String) throws(LineError) -> String? {
    if showsPrompt { StandardError.write(visible(prompt)) }
    if isPassing, try !passLine() { return nil }
    line += 1
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        if end - start > limit { throw .tooLong(line: line, limit: limit) }
        return try text(start..<end)
      }
      searched = buffer.count
      if buffer.count - start > limit {
        isPassing = true
        throw .tooLong(line: line, limit: limit)
      }
      if try !fill(&searched) {
        defer { start = buffer.count }
        if start == buffer.count { return nil }
        return try text(start..<buffer.count)
      }
    }
  }

  func lineAtHand() -> String? {
    if isPassing { return nil }
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        return String(decoding: buffer[start..<end], as: UTF8.self)
      }
      searched = buffer.count
      // A pipe or a terminal could block.
      guard input.kind == .regular, buffer.count - start <= limit else { return nil }
      guard let hasMore = try? fill(&searched), hasMore else {
        if start == buffer.count { return nil }
        return String(decoding: buffer[start...], as: UTF8.self)
      }
    }
  }

  /// Skips to the end of a line; false if the input ends first.
  private func passLine() throws(LineError) -> Bool {
    while true {
      if let end = buffer[start...].firstIndex(of: UInt8(ascii: "\n")) {
        start = end + 1
        isPassing = false
        return true
      }
      start = buffer.count
      var searched = start
      if try !fill(&searched) { return false }
    }
  }

  /// Reads more bytes, and discards earlier lines; false at the end.
  private func fill(_ searched: inout Int) throws(LineError) -> Bool {
    buffer.removeSubrange(..<start)
    searched -= start
    start = 0
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { chunk.deallocate() }
    do {
      let count = try input.read(into: chunk)
      buffer += UnsafeRawBufferPointer(chunk)[..<count]
      return count > 0
    } catch {
      guard error.problem == .interrupted else { throw .input(error) }
      if showsPrompt { StandardError.write("\n") }
      throw .interrupted
    }
  }

  private func text(_ range: Range<Int>) throws(LineError) -> String {
    var bytes = buffer[range]
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    if let offset = firstInvalidUTF8(in: Array(bytes)) {
      throw .notText(line: line, byte: offset + 1)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
