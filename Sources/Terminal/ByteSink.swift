import Platform

/// The destination of an output.
protocol ByteSink: AnyObject {
  /// True if the bytes can be visible before all of them are written.
  var showsAtOnce: Bool { get }
  /// Throws if it is known that this number of bytes, or those already written, cannot be accepted.
  func requireTaker(of count: Int) throws(OutputError)
  func write(_ bytes: [UInt8]) throws(OutputError)
  func finish() throws(OutputError)
  /// True if a terminal shows the bytes.
  var isTerminal: Bool { get }
}

extension ByteSink {
  var isTerminal: Bool { false }
}

/// An open destination that is written at once: standard output, a pipe, a device.
final class StreamSink: ByteSink {
  private let descriptor: Int32
  /// Nil for standard output, which stays open.
  private let path: String?

  private init(descriptor: Int32, path: String?) {
    self.descriptor = descriptor
    self.path = path
  }

  static var standardOutput: StreamSink { StreamSink(descriptor: STDOUT_FILENO, path: nil) }

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

  /// Checks for delayed write errors. Some file systems report them only when a descriptor is
  /// closed, so a duplicate is closed. If no duplicate can be made, the file is synchronized.
  func finish() throws(OutputError) {
    let copy = dup(descriptor)
    if copy == -1, errno == EMFILE { return try flush() }
    if copy == -1 || close(copy) != 0, errno != EINTR { throw outputError(.last) }
  }

  /// Synchronizes. Pipes and devices do not support this, and have no delayed errors.
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

/// A file that is either complete or absent.
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
      // The incomplete file must not appear.
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

/// Another output, which continues after this one ends.
final class PartSink: ByteSink {
  private let whole: Output

  init(of whole: Output) { self.whole = whole }

  var showsAtOnce: Bool { true }

  func requireTaker(of count: Int) throws(OutputError) { try whole.requireTaker(of: count) }

  func write(_ bytes: [UInt8]) throws(OutputError) { try whole.append { $0 += bytes } }

  func finish() throws(OutputError) { try whole.flush() }

  var isTerminal: Bool { whole.isTerminal }
}
