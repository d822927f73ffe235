import PlainText
public import Platform

/// Why a line could not be read.
public enum LineError: Error, Hashable, Sendable {
  case input(FileError)
  /// A signal asked the process to stop, instead of an answer.
  case interrupted
  /// The line, from 1, and the byte in it, from 1, that no text has there.
  case notText(line: Int, byte: Int)
  case tooLong(line: Int)

  public var message: String {
    switch self {
    case .input(let error): error.message
    case .interrupted: "interrupted; nothing was changed"
    case .notText(let line, let byte): "line \(line), byte \(byte): expected UTF-8"
    case .tooLong(let line): "line \(line) is longer than \(PlainLineReader.longest) bytes"
    }
  }
}

/// Reads lines that a person types or a script has.
public protocol LineReader: AnyObject {
  /// The next line without its end; nil at the end of the input.
  func readLine(prompt: String) throws(LineError) -> String?
}

/// Lines of standard input as they are. The prompt goes to standard error when that is a terminal.
final class PlainLineReader: LineReader {
  static let longest = 1 << 24
  private let input: InputFile
  private let showsPrompt: Bool
  private var buffer: [UInt8] = []
  private var start = 0
  private var line = 0

  init(_ input: consuming InputFile = .standardInput, showsPrompt: Bool) {
    self.input = input
    self.showsPrompt = showsPrompt
  }

  func readLine(prompt: String) throws(LineError) -> String? {
    if showsPrompt { try? writeAll(Array(prompt.utf8), to: STDERR_FILENO) }
    line += 1
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return try text(start..<end)
      }
      searched = buffer.count
      if buffer.count - start > Self.longest { throw .tooLong(line: line) }
      if try !fill(&searched) {
        defer { start = buffer.count }
        return start == buffer.count ? nil : try text(start..<buffer.count)
      }
    }
  }

  /// Reads more, and lets go of the lines before; false at the end.
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
      if showsPrompt { try? writeAll([0x0A], to: STDERR_FILENO) }
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
