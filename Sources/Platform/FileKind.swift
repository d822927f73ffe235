/// The kind of file at a path, after symbolic links.
package enum FileKind: Hashable, Sendable {
  case regular
  case directory
  case fifo
  case socket
  case device
  case unknown

  init(mode: mode_t) {
    self =
      switch mode & mode_t(S_IFMT) {
      case mode_t(S_IFREG): .regular
      case mode_t(S_IFDIR): .directory
      case mode_t(S_IFIFO): .fifo
      case mode_t(S_IFSOCK): .socket
      case mode_t(S_IFCHR), mode_t(S_IFBLK): .device
      default: .unknown
      }
  }
}

/// The kind of file at a path; nil if there is none. An inaccessible path is an error.
package func fileKind(at path: String) throws(FileError) -> FileKind? {
  do {
    return FileKind(mode: try status(of: path).st_mode)
  } catch {
    if error.code == ENOENT { return nil }
    throw FileError(.read, path, error)
  }
}

/// The names in a folder, for suggestions; empty if it cannot be read.
package func names(inDirectory path: String) -> [String] {
  let folder = path.isEmpty ? "." : path
  guard !path.utf8.contains(0), let directory = opendir(folder) else { return [] }
  defer { closedir(directory) }
  var names: [String] = []
  // A suggestion needs no more names.
  while names.count < 10_000, let entry = readdir(directory) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    if name != ".", name != ".." { names.append(name) }
  }
  return names
}

/// The identity of a file, which is equal for all its paths.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64

  /// Nil if there is no file.
  package init?(at path: String) {
    guard let status = try? status(of: path) else { return nil }
    self.init(status)
  }

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}

/// The state of a file, which changes with every write.
package struct FileStamp: Hashable, Sendable {
  private let identity: FileIdentity
  private let size: Int64
  private let seconds: Int64
  private let nanoseconds: Int64

  /// Nil if there is no file.
  package init?(at path: String) {
    guard let status = try? status(of: path) else { return nil }
    identity = FileIdentity(status)
    size = Int64(status.st_size)
    #if canImport(Darwin)
      let written = status.st_mtimespec
    #else
      let written = status.st_mtim
    #endif
    seconds = Int64(written.tv_sec)
    nanoseconds = Int64(written.tv_nsec)
  }
}

package func isSymbolicLink(_ path: String) -> Bool {
  var status = stat()
  guard !path.utf8.contains(0), lstat(path, &status) == 0 else { return false }
  return status.st_mode & mode_t(S_IFMT) == mode_t(S_IFLNK)
}

/// The permissions of a file; nil if there is none.
package func permissions(of path: String) -> mode_t? {
  (try? status(of: path)).map { $0.st_mode & 0o7777 }
}

/// The path without symbolic links; nil if there is no file.
package func resolvedPath(_ path: String) -> String? {
  guard !path.utf8.contains(0), let real = realpath(path, nil) else { return nil }
  defer { free(real) }
  return String(cString: real)
}

func status(of path: String) throws(SystemError) -> stat {
  try refuseNUL(in: path)
  var status = stat()
  _ = try retrying { stat(path, &status) }
  return status
}

/// Refuses a NUL, at which C would end the path.
func refuseNUL(in path: String) throws(SystemError) {
  if path.utf8.contains(0) { throw SystemError(code: EINVAL) }
}
