import Platform

/// The receiver of the bytes of an output.
protocol ByteSink: AnyObject {
  /// True if somebody may see the bytes before all of them are written.
  var showsAtOnce: Bool { get }
  /// Throws where it is known that so many bytes more, or those that were written, find no place.
  func requireTaker(of count: Int) throws(OutputError)
  func write(_ bytes: [UInt8]) throws(OutputError)
  func finish() throws(OutputError)
  /// True if a terminal shows the bytes.
  var isTerminal: Bool { get }
}

extension ByteSink {
  var isTerminal: Bool { false }
}

/// A receiver that is open and writes at once: standard output, a pipe, a device.
final class StreamSink: ByteSink {
  private let descriptor: Int32
  /// Nil for standard output, which stays open.
  private let path: String?

  private init(descriptor: Int32, path: String?) {
    self.descriptor = descriptor
    self.path = path
  }

  static var standardOutput: StreamSink {
    StreamSink(descriptor: STDOUT_FILENO, path: nil)
  }

  static func opening(_ path: String, in files: FilesInUse) throws(FileError) -> StreamSink {
    StreamSink(descriptor: try openForAppending(path, in: files), path: path)
  }

  deinit {
    if path != nil { FilesInUse.close(descriptor) }
  }

  var showsAtOnce: Bool { true }

  func requireTaker(of count: Int) throws(OutputError) {
    do {
      try Platform.requireTaker(of: count, by: descriptor)
    } catch {
      throw outputError(error)
    }
  }

  var isTerminal: Bool { Platform.isTerminal(descriptor) }

  func write(_ bytes: [UInt8]) throws(OutputError) {
    if caughtSignal() != nil { throw .interrupted }
    do {
      try writeAll(bytes, to: descriptor)
    } catch {
      throw outputError(error)
    }
  }

  /// Some file systems tell what went wrong only when a descriptor is closed: a copy of it will do.
  /// Where the process may have no more of them, the system is asked to write all of it now.
  func finish() throws(OutputError) {
    let copy = dup(descriptor)
    if copy == -1, errno == EMFILE { return try flush() }
    if copy == -1 || close(copy) != 0, errno != EINTR { throw outputError(.last) }
  }

  /// Pipes and devices cannot be asked, and have nothing left to tell.
  private func flush() throws(OutputError) {
    if fsync(descriptor) != 0, ![EINVAL, ENOTSUP, EROFS, EINTR].contains(errno) {
      throw outputError(.last)
    }
  }

  private func outputError(_ error: SystemError) -> OutputError {
    if error.code == EPIPE { return .closedPipe }
    if error.isInterruption { return .interrupted }
    return path.map { .file(FileError(.write, $0, error)) } ?? .standardOutput(error)
  }
}

/// A file that is complete or not there.
final class FileSink: ByteSink {
  private var file: PendingFile?
  private let path: String

  init(_ path: String, in files: FilesInUse) throws(FileError) {
    self.path = path
    file = try PendingFile.begin(path, in: files)
  }

  var showsAtOnce: Bool { false }

  func requireTaker(of count: Int) throws(OutputError) {
    do {
      try file?.sync()
    } catch {
      file = nil
      throw OutputError(error)
    }
  }

  func write(_ bytes: [UInt8]) throws(OutputError) {
    guard let descriptor = file?.descriptor else { return }
    do {
      try writeAll(bytes, to: descriptor)
    } catch {
      // What was written so far is not to appear.
      file = nil
      throw OutputError(FileError(.write, path, error))
    }
  }

  func finish() throws(OutputError) {
    do throws(FileError) {
      try file.take()?.commit()
    } catch {
      throw OutputError(error)
    }
  }
}

/// Another output, which goes on when this one ends.
final class PartSink: ByteSink {
  private let whole: Output

  init(of whole: Output) {
    self.whole = whole
  }

  var showsAtOnce: Bool { true }

  func requireTaker(of count: Int) throws(OutputError) {
    try whole.requireTaker(of: count)
  }

  func write(_ bytes: [UInt8]) throws(OutputError) {
    try whole.append { $0 += bytes }
  }

  func finish() throws(OutputError) {
    try whole.flush()
  }

  var isTerminal: Bool { whole.isTerminal }
}
