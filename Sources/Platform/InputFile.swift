/// A file, pipe or device open for reading. It is closed at the end of its scope.
package struct InputFile: ~Copyable {
  /// The path as given, for messages.
  package let path: String
  package let kind: FileKind
  /// The size of a regular file at opening.
  package let size: Int?
  private let descriptor: Int32
  private let isOurs: Bool

  /// Opens a readable file. A directory, or a file that is in use as a database or output, is an
  /// error.
  package static func open(_ path: String, in files: FilesInUse) throws(FileError) -> InputFile {
    try files.useInput(at: path)
    let file = InputFile(descriptor: try readableDescriptor(path), path: path, isOurs: true)
    // A directory can be opened, but not read.
    if file.kind == .directory { throw FileError(.read, path, .directory) }
    // The path can refer to another file since the check.
    if FilesInUse.isOfDatabase(file.descriptor) {
      throw FileError(.read, path, .inUse(by: .database))
    }
    return file
  }

  private static func readableDescriptor(_ path: String) throws(FileError) -> Int32 {
    do throws(SystemError) {
      try refuseNUL(in: path)
      return try retrying { Platform.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
    } catch {
      throw FileError(.read, path, error)
    }
  }

  /// The tool's standard input.
  package static var standardInput: InputFile {
    InputFile(descriptor: STDIN_FILENO, path: "standard input", isOurs: false)
  }

  private init(descriptor: Int32, path: String, isOurs: Bool) {
    self.descriptor = descriptor
    self.path = path
    self.isOurs = isOurs
    var status = stat()
    let isKnown = fstat(descriptor, &status) == 0
    kind = isKnown ? FileKind(mode: status.st_mode) : .unknown
    size = kind == .regular ? Int(status.st_size) : nil
  }

  deinit {
    if isOurs { FilesInUse.close(descriptor) }
  }

  /// The file as an input that is read while a program runs; nil for a regular file, whose bytes never arrive later.
  package func watched(reading read: @escaping () -> WatchedInput.Next) -> WatchedInput? {
    if kind == .regular { return nil }
    return WatchedInput(descriptor: descriptor, read: read)
  }

  /// Reads the available bytes; 0 at the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    do throws(SystemError) {
      let descriptor = descriptor
      // A regular file never blocks.
      if kind != .regular, waitForInput(on: descriptor) == .stopped {
        throw SystemError(code: EINTR)
      }
      return try retrying { Platform.read(descriptor, buffer.baseAddress, buffer.count) }
    } catch {
      throw FileError(.read, path, error)
    }
  }

  /// Reads the rest, up to the limit.
  package func readAll(limit: Int) throws(FileError) -> [UInt8] {
    if let size, size > limit { throw FileError(.read, path, .tooLarge(limit: limit)) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size ?? 0)
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { chunk.deallocate() }
    while true {
      let count = try read(into: chunk)
      if count == 0 { return bytes }
      if count > limit - bytes.count {
        throw FileError(.read, path, .tooLarge(limit: limit))
      }
      bytes += UnsafeRawBufferPointer(chunk)[..<count]
    }
  }
}

/// Reads a file that is not larger than the limit.
package func readFile(
  at path: String, limit: Int, in files: FilesInUse
) throws(FileError) -> [UInt8] {
  try InputFile.open(path, in: files).readAll(limit: limit)
}
