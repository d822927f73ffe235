package import Platform

/// The reason why output stopped.
package enum OutputError: Error, Hashable, Sendable {
  /// The reader closed the pipe, as `head` does. This is no failure.
  case closedPipe
  /// A signal asked the process to stop.
  case interrupted
  case standardOutput(SystemError)
  case file(FileError)

  init(_ error: FileError) { self = error.problem == .interrupted ? .interrupted : .file(error) }

  package var message: String {
    switch self {
    case .closedPipe: "the reader of the output has closed it"
    case .interrupted: "interrupted; the output is not complete"
    case .standardOutput(let error): "cannot write to standard output: \(error.message)"
    case .file(let error): error.message
    }
  }
}

/// Writes all results: buffered, with all errors reported, including that of the last close. Output
/// is complete only after `finish()` has returned.
package final class Output {
  private var buffer: [UInt8] = []
  /// The buffer size in bytes; 0 if a user watches.
  private let capacity: Int
  private let sink: any ByteSink
  private var isHeld = false
  /// Called before bytes are passed on, which is irreversible.
  package var willPassOn: () -> Void = {}
  private static let usualCapacity = 1 << 18

  init(_ sink: any ByteSink, isWatched: Bool = false) {
    self.sink = sink
    capacity = isWatched ? 1 : Output.usualCapacity
  }

  /// Opens a file that appears when it is complete. A pipe or a device is written directly.
  package static func file(_ path: String, in files: FilesInUse) throws(OutputError) -> Output {
    do throws(FileError) {
      if try isStream(path) { return Output(try StreamSink.opening(path, in: files)) }
      return Output(try FileSink(path, in: files))
    } catch {
      throw OutputError(error)
    }
  }

  /// True for a pipe or a device, which is written directly. A folder is an error.
  package static func isStream(_ path: String) throws(FileError) -> Bool {
    let kind = try fileKind(at: path)
    if kind == .directory { throw FileError(.write, path, .directory) }
    // Paths in /dev can refer to open streams, which must not be replaced.
    return kind ?? .regular != .regular || path.utf8.starts(with: "/dev/".utf8)
  }

  /// True if a terminal shows the output, so that control characters must be escaped.
  package var isTerminal: Bool { sink.isTerminal }

  /// Appends the bytes that a function writes.
  package func append(_ write: (inout [UInt8]) -> Void) throws(OutputError) {
    write(&buffer)
    if buffer.count >= capacity, !isHeld { try flush() }
  }

  /// From now on holds the output back until `finish`, because it is not valid yet.
  package func hold() { isHeld = sink.showsAtOnce }

  /// Throws if it is known that the output cannot be written.
  package func requireTaker(of count: Int = 0) throws(OutputError) {
    if !sink.showsAtOnce { try flush() }
    try sink.requireTaker(of: buffer.count + count)
  }

  package func write(_ text: String) throws(OutputError) { try append { $0 += text.utf8 } }

  package func flush() throws(OutputError) {
    if buffer.isEmpty { return }
    // Bytes that could not be written are not retried.
    defer { buffer.removeAll(keepingCapacity: true) }
    willPassOn()
    try sink.write(buffer)
  }

  /// An output that writes to this one and can be finished separately.
  package func part() -> Output { Output(PartSink(of: self)) }

  /// Writes the rest and closes.
  package func finish() throws(OutputError) {
    try flush()
    try sink.finish()
  }
}

extension Terminal {
  /// Standard output. On a terminal with `isPaged`, output longer than the screen goes through the
  /// user's pager.
  package func output(isPaged: Bool = false) -> Output {
    guard isTerminal(.output) else { return Output(StreamSink.standardOutput) }
    guard isPaged, isTerminal(.input), let pager else {
      return Output(StreamSink.standardOutput, isWatched: true)
    }
    return Output(PagerSink(pager, height: height), isWatched: true)
  }
}
