package import Platform

/// Why output stopped.
package enum OutputError: Error, Hashable, Sendable {
  /// The reader went away, as `head` does: for a tool no failure.
  case closedPipe
  /// A signal asked the process to stop.
  case interrupted
  case standardOutput(SystemError)
  case file(FileError)

  init(_ error: FileError) {
    self = error.problem == .interrupted ? .interrupted : .file(error)
  }

  package var message: String {
    switch self {
    case .closedPipe: "the reader of the output has closed it"
    case .interrupted: "interrupted; the output is not complete"
    case .standardOutput(let error): "cannot write to standard output: \(error.message)"
    case .file(let error): error.message
    }
  }
}

/// The writer of all results: buffered, with no error lost, not even that of the last close.
/// Nothing counts as written before `finish()` has returned.
package final class Output {
  private var buffer: [UInt8] = []
  /// The number of bytes that are gathered before they are passed on; 0 if somebody watches.
  private let capacity: Int
  private let sink: any ByteSink
  private var isHeld = false
  /// Told before bytes are passed on, which cannot be taken back.
  package var willPassOn: () -> Void = {}
  private static let usualCapacity = 1 << 18

  init(_ sink: any ByteSink, isWatched: Bool = false) {
    self.sink = sink
    capacity = isWatched ? 1 : Output.usualCapacity
  }

  /// A file that appears under its name when it is complete. What is not a regular file, as a pipe or
  /// a device, is written as it comes.
  package static func file(_ path: String, in files: FilesInUse) throws(OutputError) -> Output {
    do throws(FileError) {
      let kind = try fileKind(at: path)
      if kind == .directory { throw FileError(.write, path, .directory) }
      // The links in /dev lead to what is open already, which must not be replaced.
      let isStream = kind ?? .regular != .regular || path.utf8.starts(with: "/dev/".utf8)
      return Output(
        isStream ? try StreamSink.opening(path, in: files) : try FileSink(path, in: files))
    } catch {
      throw OutputError(error)
    }
  }

  /// True if a terminal shows the output, which must then not contain anything that controls it.
  package var isTerminal: Bool { sink.isTerminal }

  /// Lets a writer append its bytes.
  package func append(_ write: (inout [UInt8]) -> Void) throws(OutputError) {
    write(&buffer)
    if buffer.count >= capacity, !isHeld { try flush() }
  }

  /// From now on nobody sees what is written until `finish`, since it is not true yet.
  package func hold() {
    isHeld = sink.showsAtOnce
  }

  /// Throws where it is known that what was written cannot get to where it is to go.
  package func requireTaker(of count: Int = 0) throws(OutputError) {
    if !sink.showsAtOnce { try flush() }
    try sink.requireTaker(of: buffer.count + count)
  }

  package func write(_ text: String) throws(OutputError) {
    try append { $0 += text.utf8 }
  }

  package func flush() throws(OutputError) {
    if buffer.isEmpty { return }
    // What failed is not tried again.
    defer { buffer.removeAll(keepingCapacity: true) }
    willPassOn()
    try sink.write(buffer)
  }

  /// An output that ends before this one does: what is written to it comes here, and its end is not
  /// the end of this one.
  package func part() -> Output {
    Output(PartSink(of: self))
  }

  /// Passes on what is left and closes.
  package func finish() throws(OutputError) {
    try flush()
    try sink.finish()
  }
}

extension Terminal {
  /// Standard output; through the user's pager where a terminal shows it, `isPaged` asks for it,
  /// and it is longer than the screen.
  package func output(isPaged: Bool = false) -> Output {
    guard isTerminal(.output) else { return Output(StreamSink.standardOutput) }
    guard isPaged, isTerminal(.input), let pager else {
      return Output(StreamSink.standardOutput, isWatched: true)
    }
    return Output(PagerSink(pager, height: height), isWatched: true)
  }
}
