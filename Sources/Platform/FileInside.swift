/// A file in an untrusted folder. Symbolic links below the folder are not followed, so that the
/// file is inside it. It is closed at the end of its scope.
package struct FileInside: ~Copyable {
  package let size: Int64
  private let descriptor: Int32

  /// Opens a regular file that is not an open database; nil if there is none.
  package static func open(_ folder: String, _ names: [String]) throws(SystemError) -> FileInside? {
    do throws(SystemError) {
      return try opened(folder, names)
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
  }

  private static func opened(
    _ folder: String, _ names: [String]
  ) throws(SystemError) -> FileInside {
    for name in [folder] + names { try refuseNUL(in: name) }
    var place = try retrying { Platform.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    for (index, name) in names.enumerated() {
      let outer = place
      defer { close(outer) }
      let kind = index == names.count - 1 ? O_NONBLOCK | O_NOCTTY : O_DIRECTORY
      place = try retrying { openat(outer, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | kind) }
    }
    return try FileInside(descriptor: place)
  }

  private init(descriptor: Int32) throws(SystemError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, FileKind(mode: status.st_mode) == .regular,
      !FilesInUse.isOfDatabase(descriptor)
    else {
      FilesInUse.close(descriptor)
      throw SystemError(code: EINVAL)
    }
    self.descriptor = descriptor
    size = Int64(status.st_size)
  }

  deinit { FilesInUse.close(descriptor) }

  /// Reads the first bytes into a buffer, and returns their number, which is less at the end of the
  /// file.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    var count = 0
    while count < buffer.count {
      if caughtSignal() != nil { throw SystemError(code: EINTR) }
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...].prefix(1 << 24))
      let descriptor = descriptor
      let more = try retrying { Platform.read(descriptor, rest.baseAddress, rest.count) }
      if more == 0 { break }
      count += more
    }
    return count
  }
}
