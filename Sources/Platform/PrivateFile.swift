/// Appends bytes to a file that only its owner can read, whatever the umask is. Creates the file
/// and its folders if necessary. A symbolic link is refused.
package func appendToPrivateFile(
  at path: String, _ bytes: [UInt8], in files: FilesInUse
) throws(FileError) {
  try files.requireWritable(path)
  makeFolders(of: path)
  do throws(SystemError) {
    try refuseNUL(in: path)
    let descriptor = try retrying {
      open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY, 0o600)
    }
    defer { FilesInUse.close(descriptor) }
    _ = fchmod(descriptor, 0o600)
    try writeAll(bytes, to: descriptor)
  } catch {
    if error.code == ELOOP { throw FileError(.write, path, .symbolicLink) }
    throw FileError(.write, path, error)
  }
}

/// Creates the folders of a file. An error is ignored, because opening the file reports it.
package func makeFolders(of path: String) {
  var folder = path.hasPrefix("/") ? "" : "."
  for part in path.split(separator: "/").dropLast() {
    folder += "/\(part)"
    mkdir(folder, 0o700)
  }
}

/// Creates a file with a unique name in the temporary folder, and returns its path.
package func makePrivateTemporaryFile(
  named ending: String, _ bytes: [UInt8], in files: FilesInUse
) throws(FileError) -> String {
  let name = String(UInt64.random(in: .min ... .max), radix: 36)
  let path = "\(temporaryFolder)/flagdb-\(name)\(ending)"
  try createFile(at: path, with: bytes, mode: 0o600, in: files)
  return path
}

package func removeFile(at path: String) { unlink(path) }
