import Foundation

/// A command on a terminal of its own: what a person at a keyboard would type and see.
final class TerminalSession {
  /// Text that never came, with what the screen showed instead.
  struct NeverSeen: Error, CustomStringConvertible {
    var text: String
    var screen: String
    var description: String { "'\(text)' was never seen; the screen shows:\n\(screen)" }
  }

  /// Every byte that the command sent, escape sequences and all.
  private(set) var output: [UInt8] = []
  private var screen: TerminalScreen
  /// The place in the output where the last wait found its text.
  private var seen = 0
  private let descriptor: Int32
  private let process: ChildProcess
  /// Held, since the command needs its folder as long as it runs.
  private let sandbox: Sandbox

  /// Starts a command on a new terminal of the size given.
  init(
    _ words: String..., columns: Int = 80, rows: Int = 24, in sandbox: Sandbox,
    environment: [String: String] = [:]
  ) throws {
    self.sandbox = sandbox
    screen = TerminalScreen(columns: columns, rows: rows)
    var size = Self.size(columns, rows)
    var ends: (Int32, Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 128)
    guard openpty(&ends.0, &ends.1, &name, nil, &size) == 0 else {
      throw ChildProcess.Failure(call: "openpty", code: errno)
    }
    defer { close(ends.1) }
    descriptor = ends.0
    for end in [ends.0, ends.1] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    let path = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    let terminal = ["TERM": "xterm-256color"]
    process = try ChildProcess(
      words,
      environment: sandbox.environment.merging(terminal) { $1 }.merging(environment) { $1 },
      folder: sandbox.work, streams: .init(input: path, output: path, error: path))
  }

  deinit {
    close(descriptor)
  }

  /// The screen as a person sees it: the lines of the screen, without the blanks at their ends and
  /// the empty lines below.
  var screenText: String {
    receive()
    return screen.text
  }

  /// Types text; `\r` is the return key, and the control keys are named in `Key`.
  func type(_ text: String) throws {
    try send(Array(text.utf8))
  }

  /// Types bytes that need not be text.
  func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EAGAIN { throw ChildProcess.Failure(call: "write", code: errno) }
      rest = rest.dropFirst(max(count, 0))
      receive()
    }
  }

  /// Waits until the command has sent a text, after what the last wait found; what came between.
  @discardableResult
  func wait(for text: String, atMost limit: Duration = ChildProcess.patience) async throws -> String
  {
    let deadline = ContinuousClock.now + limit
    while true {
      let isOver = process.poll() != nil
      receive()
      if let found = output[seen...].firstRange(of: Array(text.utf8)) {
        defer { seen = found.upperBound }
        return String(decoding: output[seen..<found.lowerBound], as: UTF8.self)
      }
      if isOver || ContinuousClock.now > deadline {
        throw NeverSeen(text: text, screen: screen.text)
      }
      try await Task.sleep(for: .milliseconds(3))
    }
  }

  /// Waits until the command has ended by itself, and says how.
  func finish(atMost limit: Duration = ChildProcess.patience) async throws -> ChildProcess.Ending {
    let deadline = ContinuousClock.now + limit
    while process.poll() == nil, ContinuousClock.now < deadline {
      receive()
      try await Task.sleep(for: .milliseconds(3))
    }
    let ending = await process.wait(atMost: .zero)
    receive()
    return ending
  }

  /// Gives the terminal another size, and tells the command so.
  func resize(columns: Int, rows: Int) {
    receive()
    screen.resize(columns: columns, rows: rows)
    var size = Self.size(columns, rows)
    _ = ioctl(descriptor, Self.setWindowSize, &size)
  }

  /// Takes in what the command has sent so far.
  private func receive() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return }
      output += buffer[..<count]
      screen.show(buffer[..<count])
    }
  }

  private static func size(_ columns: Int, _ rows: Int) -> winsize {
    winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
  }

  /// `TIOCSWINSZ`, which is no plain number on every platform.
  #if canImport(Darwin)
    private static let setWindowSize: UInt = 0x8008_7467
  #else
    private static let setWindowSize = UInt(TIOCSWINSZ)
  #endif

  /// Keys that have no letter.
  enum Key {
    static let tab = "\t"
    static let enter = "\r"
    static let interrupt = "\u{3}"
    static let endOfInput = "\u{4}"
    static let suspend = "\u{1A}"
    static let erase = "\u{7F}"
    static let up = "\u{1B}[A"
    static let right = "\u{1B}[C"
    static let left = "\u{1B}[D"
    static let search = "\u{12}"
  }
}

extension TerminalSession {
  /// A command line of bash, without a pager unless the environment names one.
  static func ofTool(
    _ line: String, columns: Int, rows: Int, in sandbox: Sandbox, environment: [String: String]
  ) throws -> TerminalSession {
    let settings = ["TERM": "xterm", "PAGER": ""].merging(environment) { $1 }
    return try TerminalSession(
      "bash", "-c", line, columns: columns, rows: rows, in: sandbox, environment: settings)
  }
}
