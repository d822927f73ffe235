internal import CInterrupt

/// A lock on the first byte of a file, which shows other processes that the file is in use.
package final class ByteLock {
  private let descriptor: Int32

  /// Locks the file; nil if there is none. An error with code `EAGAIN` means that another process
  /// has the lock.
  package init?(at path: String) throws(SystemError) {
    try refuseNUL(in: path)
    do throws(SystemError) {
      descriptor = try retrying { open(path, O_RDWR | O_CLOEXEC | O_NOCTTY) }
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
    if flagdb_lock_first_byte(descriptor) == 0 { return }
    let error = SystemError.last
    throw error.code == EACCES ? SystemError(code: EAGAIN) : error
  }

  deinit { close(descriptor) }

  /// True if another process has the lock, or if this cannot be determined.
  package static func isTaken(at path: String) -> Bool {
    guard !path.utf8.contains(0) else { return false }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { return errno != ENOENT }
    defer { close(descriptor) }
    return flagdb_first_byte_is_locked(descriptor) != 0
  }
}
