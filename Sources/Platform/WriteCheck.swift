internal import CInterrupt

/// Throws if a descriptor certainly cannot accept this number of bytes. A slow reader or a disk
/// that fills up later cannot be detected.
package func requireTaker(of count: Int, by descriptor: Int32) throws(SystemError) {
  let flags = fcntl(descriptor, F_GETFL)
  if flags == -1 { throw .last }
  if flags & O_ACCMODE == O_RDONLY { throw SystemError(code: EBADF) }
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { throw .last }
  switch FileKind(mode: status.st_mode) {
  case .fifo, .socket: try requireReader(of: descriptor)
  // A full device fails even for an empty write.
  case .device where !isTerminal(descriptor): _ = try retrying { write(descriptor, "", 0) }
  case .regular: try reserve(count, at: flags & O_APPEND == 0 ? nil : status.st_size, descriptor)
  default: break
  }
}

private func requireReader(of descriptor: Int32) throws(SystemError) {
  var end = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
  let count = try retrying { poll(&end, 1, 0) }
  if count > 0, Int32(end.revents) & (POLLERR | POLLHUP | POLLNVAL) != 0 {
    throw SystemError(code: EPIPE)
  }
}

/// Reserves disk space without changing the file. On some systems this is impossible, and nothing
/// is checked.
private func reserve(_ count: Int, at end: off_t?, _ descriptor: Int32) throws(SystemError) {
  let start = end ?? lseek(descriptor, 0, SEEK_CUR)
  guard count > 0, start >= 0 else { return }
  if flagdb_reserve(descriptor, Int64(start), Int64(count)) == 0 { return }
  let error = SystemError.last
  if [ENOSPC, EDQUOT, EFBIG, EIO].contains(error.code) { throw error }
}
