/// Runs the body while it has a lock on the folder. If the folder cannot be locked within
/// `patience`, the body runs without the lock.
package func alone<Result>(
  inFolder folder: String, patience: Duration, _ body: () throws -> Result
) throws -> Result {
  let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
  defer { if descriptor >= 0 { close(descriptor) } }
  let end = monotonicMicroseconds() + Int64(patience / .microseconds(1))
  while descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
    guard errno == EWOULDBLOCK || errno == EINTR, monotonicMicroseconds() < end else { break }
    if waitForInput(on: -1, within: 10) == .stopped {
      throw FileError(.write, folder, SystemError(code: EINTR))
    }
  }
  return try body()
}
