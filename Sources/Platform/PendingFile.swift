internal import CInterrupt

/// A file that appears only when it is complete. It is written to a temporary file in the same
/// folder, which is then renamed.
package struct PendingFile: ~Copyable {
  package let descriptor: Int32
  private let path: String
  private let target: String
  /// Empty after the rename.
  private var temporary: String
  private let draft: DraftName
  private let folder: DraftFolder
  private var isOpen = true

  /// Begins a file. An existing file keeps its permissions and, if it is a symbolic link, its
  /// target. A new file gets the given mode, less the umask. With `isExact`, the mode is exact and
  /// a link is replaced.
  package static func begin(
    _ path: String, mode: mode_t = 0o666, isExact: Bool = false, in files: FilesInUse
  ) throws(FileError) -> PendingFile {
    try files.requireReplaceable(path)
    do throws(SystemError) {
      try refuseNUL(in: path)
      let target = isExact ? path : resolvedPath(path) ?? followedPath(path)
      removeAbandonedFiles(inFolder: Platform.folder(of: target))
      let folder = DraftFolder(Platform.folder(of: target))
      let new = try makeTemporary(beside: target, in: folder, access: O_WRONLY, mode: mode)
      let old = isExact ? mode : try? status(of: target).st_mode & 0o7777
      if let old { _ = fchmod(new.descriptor, old) }
      files.noteOutput(path)
      return PendingFile(new, in: folder, path: path, target: target)
    } catch {
      throw FileError(.create, path, error)
    }
  }

  private init(_ new: TemporaryFile, in folder: DraftFolder, path: String, target: String) {
    self.path = path
    self.folder = folder
    self.target = target
    descriptor = new.descriptor
    temporary = new.path
    draft = new.draft
  }

  deinit {
    if isOpen { close(descriptor) }
    if !temporary.isEmpty { unlink(temporary) }
  }

  package borrowing func write(_ bytes: [UInt8]) throws(FileError) {
    try Platform.write(bytes, to: descriptor, named: path)
  }

  /// Writes the bytes to disk, which fails if there is no space.
  package borrowing func sync() throws(FileError) {
    do throws(SystemError) {
      let descriptor = descriptor
      _ = try retrying { fsync(descriptor) }
    } catch {
      throw FileError(.write, path, error)
    }
  }

  /// Completes the file: it is written to disk before the rename. From then on a signal waits until
  /// the outcome is reported. After an error with `isOfSync` the file exists.
  package consuming func commit() throws(FileError) {
    do throws(SystemError) {
      let (descriptor, temporary, target) = (descriptor, temporary, target)
      _ = try retrying { fsync(descriptor) }
      isOpen = false
      // Linux closes the descriptor even after an interrupted call, so the call must not be
      // repeated.
      if close(descriptor) != 0, errno != EINTR { throw SystemError.last }
      try keeping { () throws(SystemError) in _ = try retrying { rename(temporary, target) } }
      self.temporary = ""
    } catch {
      throw FileError(.write, path, error)
    }
    try syncPlace(of: target, named: path)
  }
}

/// Runs the last step of a change. An earlier signal cancels it; a later one waits until the
/// outcome is reported.
func keeping(_ step: () throws(SystemError) -> Void) throws(SystemError) {
  if flagdb_begin_keeping() != 0 {
    flagdb_end_keeping(0)
    throw SystemError(code: EINTR)
  }
  do throws(SystemError) {
    try step()
  } catch {
    flagdb_end_keeping(0)
    throw error
  }
  flagdb_end_keeping(1)
}

/// Synchronizes the folder of a completed file.
func syncPlace(of target: String, named path: String) throws(FileError) {
  do throws(SystemError) {
    try syncFolder(of: target)
  } catch {
    throw FileError(.write, path, .unsynced(error))
  }
}

/// Opens an unnamed temporary file, which no other process can open and which disappears when it is
/// closed.
package func openUnnamedFile() throws(SystemError) -> Int32 {
  let file = try makeTemporary(beside: "\(temporaryFolder)/flagdb", access: O_RDWR, mode: 0o600)
  unlink(file.path)
  return file.descriptor
}

/// A new temporary file and its name.
struct TemporaryFile {
  let path: String
  let descriptor: Int32
  let draft: DraftName
}

/// Creates a file with a unique name in the folder of another.
func makeTemporary(
  beside target: String, access: Int32, mode: mode_t
) throws(SystemError) -> TemporaryFile {
  try makeTemporary(access: access, mode: mode) {
    "\(target).\(String(UInt32.random(in: .min ... .max), radix: 36))~"
  }
}

/// Creates a draft in the folder of another file, with a name by which later processes recognise
/// it.
func makeTemporary(
  beside target: String, in folder: DraftFolder, access: Int32, mode: mode_t
) throws(SystemError) -> TemporaryFile {
  guard folder.isMarked else {
    return try makeTemporary(beside: target, access: access, mode: mode)
  }
  let path = Platform.folder(of: target)
  return try makeTemporary(access: access, mode: mode) {
    "\(path)/\(DraftMark.beginningOfFiles)\(DraftMark.new())\(DraftMark.endingOfFiles)"
  }
}

/// Removes abandoned files of killed programs from a folder, unless a running process has drafts
/// there.
func removeAbandonedFiles(inFolder path: String) {
  removeAbandonedDrafts(inFolder: path) {
    DraftMark.isIn($0, after: DraftMark.beginningOfFiles, before: DraftMark.endingOfFiles)
  }
}

/// Creates a file with one of the names that a function returns.
func makeTemporary(
  access: Int32, mode: mode_t, named name: () -> String
) throws(SystemError) -> TemporaryFile {
  while true {
    let path = name()
    // The name is registered before the file is created, so that a signal always finds it.
    let draft = DraftName(path)
    do throws(SystemError) {
      let descriptor = try retrying {
        open(path, access | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      }
      return TemporaryFile(path: path, descriptor: descriptor, draft: draft)
    } catch {
      if error.code != EEXIST { throw error }
    }
  }
}

/// Writes a small file completely, with exactly this mode.
package func replaceFile(
  at path: String, with bytes: [UInt8], exactly mode: mode_t, in files: FilesInUse
) throws(FileError) {
  try replaceFile(try PendingFile.begin(path, mode: mode, isExact: true, in: files), path, bytes)
}

/// Writes a small file completely, and replaces an existing one.
package func replaceFile(
  at path: String, with bytes: [UInt8], mode: mode_t = 0o666, in files: FilesInUse
) throws(FileError) {
  try replaceFile(try PendingFile.begin(path, mode: mode, in: files), path, bytes)
}

private func replaceFile(
  _ file: consuming PendingFile, _ path: String, _ bytes: [UInt8]
) throws(FileError) {
  try file.write(bytes)
  try file.commit()
}

/// Writes a new small file. An existing file is an error.
package func createFile(
  at path: String, with bytes: [UInt8], mode: mode_t = 0o666, in files: FilesInUse
) throws(FileError) {
  try files.requireWritable(path)
  let descriptor: Int32
  do throws(SystemError) {
    try refuseNUL(in: path)
    descriptor = try retrying { open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode) }
  } catch {
    throw FileError(.create, path, error)
  }
  do {
    defer { close(descriptor) }
    try write(bytes, to: descriptor, named: path)
  } catch {
    unlink(path)
    throw error
  }
}

/// Creates a folder in an existing one.
package func makeFolder(at path: String) throws(FileError) {
  do throws(SystemError) {
    try refuseNUL(in: path)
    _ = try retrying { mkdir(path, 0o777) }
  } catch {
    throw FileError(.create, path, error)
  }
}

private func write(_ bytes: [UInt8], to descriptor: Int32, named path: String) throws(FileError) {
  do throws(SystemError) {
    try writeAll(bytes, to: descriptor)
  } catch {
    throw FileError(.write, path, error)
  }
}
