/// The free space for the folder of a file in bytes; nil if it is unknown.
package func freeSpace(besides path: String) -> Int64? {
  guard !path.utf8.contains(0) else { return nil }
  var info = statvfs()
  guard statvfs(folder(of: path), &info) == 0 else { return nil }
  let blocks = Int64(clamping: UInt64(info.f_bavail))
  let (bytes, isTooMuch) = blocks.multipliedReportingOverflow(
    by: Int64(clamping: UInt64(info.f_frsize)))
  return isTooMuch ? .max : bytes
}

/// Synchronizes a folder, so that a new file in it survives a power failure. Some file systems do
/// not support this, and do not need it.
package func syncFolder(of path: String) throws(SystemError) {
  try refuseNUL(in: path)
  let descriptor = try retrying { open(folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
  defer { close(descriptor) }
  do throws(SystemError) {
    _ = try retrying { fsync(descriptor) }
  } catch {
    if error.code != EINVAL, error.code != ENOTSUP { throw error }
  }
}

/// The folder of a path.
package func folder(of path: String) -> String {
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
  if slash == path.startIndex { return "/" }
  return String(path[..<slash])
}
