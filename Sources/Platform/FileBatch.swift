/// Several files that are replaced together.
///
/// All new contents are written next to their targets before the first file is replaced. The old
/// contents stay under other names until all are replaced. If the program is killed during the
/// replacement, some files are new and some are old.
package final class FileBatch {
  private struct Entry {
    /// The path as given.
    let path: String
    let target: String
    /// The name of the new content; nil for a file to remove.
    var new: String?
    /// The name of the old content; nil if there is none.
    var old: String?
    var isDone = false
    var names: [DraftName] = []
  }

  private let files: FilesInUse
  private var entries: [Entry] = []
  /// The folders with drafts.
  private var folders: [String: DraftFolder] = [:]

  package init(in files: FilesInUse) { self.files = files }

  deinit {
    for entry in entries {
      for name in [entry.new, entry.old].compactMap(\.self) { unlink(name) }
    }
  }

  /// Adds a file with new content. An existing file keeps its permissions and, if it is a symbolic
  /// link, its target.
  package func write(_ bytes: [UInt8], at path: String) throws(FileError) {
    try files.requireReplaceable(path)
    do throws(SystemError) {
      try refuseNUL(in: path)
      let target = resolvedPath(path) ?? followedPath(path)
      let new = try makeDraft(beside: target, mode: 0o666)
      entries.append(Entry(path: path, target: target, new: new.path, names: [new.draft]))
      defer { close(new.descriptor) }
      if let mode = try? status(of: target).st_mode & 0o7777 { _ = fchmod(new.descriptor, mode) }
      try writeAll(bytes, to: new.descriptor)
      _ = try retrying { fsync(new.descriptor) }
    } catch {
      throw FileError(.write, path, error)
    }
    files.noteOutput(path)
  }

  /// Adds a file to remove.
  package func remove(_ path: String) throws(FileError) {
    try files.requireWritable(path)
    entries.append(Entry(path: path, target: path))
  }

  /// Replaces all files. After an error with `isOfSync` they are replaced; after other errors they
  /// are unchanged unless the error states otherwise.
  package func commit() throws(FileError) {
    guard let first = entries.first else { return }
    for index in entries.indices { try keepOld(index) }
    var failure: FileError?
    do throws(SystemError) {
      try keeping { () throws(SystemError) in
        for index in entries.indices {
          do throws(SystemError) {
            try place(index)
          } catch {
            let problem = undo() ? FileError.Problem.system(error) : .partly(error)
            failure = FileError(.write, entries[index].path, problem)
            throw error
          }
        }
      }
    } catch {
      throw failure ?? FileError(.write, first.path, error)
    }
    forgetOld()
    folders = [:]
    var synced: Set<String> = []
    for entry in entries where synced.insert(folder(of: entry.target)).inserted {
      try syncPlace(of: entry.target, named: entry.path)
    }
  }

  /// Removes abandoned files of killed programs from a folder. Call it after the commit, because a
  /// batch with drafts locks the folder.
  package func removeAbandoned(inFolder path: String) { removeAbandonedFiles(inFolder: path) }

  private func makeDraft(beside target: String, mode: mode_t) throws(SystemError) -> TemporaryFile {
    let path = Platform.folder(of: target)
    let folder = folders[path] ?? DraftFolder(path)
    folders[path] = folder
    return try makeTemporary(beside: target, in: folder, access: O_WRONLY, mode: mode)
  }

  /// Gives an existing target a second name.
  private func keepOld(_ index: Int) throws(FileError) {
    let target = entries[index].target
    do throws(SystemError) {
      guard (try? status(of: target)) != nil || isSymbolicLink(target) else { return }
      let old = try makeDraft(beside: target, mode: 0o600)
      defer { close(old.descriptor) }
      entries[index].old = old.path
      entries[index].names.append(old.draft)
      unlink(old.path)
      if link(target, old.path) == 0 { return }
      // Some file systems have no hard links.
      try copy(target, to: old.path)
    } catch {
      throw FileError(.write, entries[index].path, error)
    }
  }

  private func copy(_ source: String, to path: String) throws(SystemError) {
    let mode = try status(of: source).st_mode & 0o7777
    let input = try retrying { open(source, O_RDONLY | O_CLOEXEC) }
    defer { FilesInUse.close(input) }
    let output = try retrying { open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode) }
    defer { close(output) }
    _ = fchmod(output, mode)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try retrying { read(input, &chunk, chunk.count) }
      if count == 0 { break }
      try writeAll(Array(chunk[..<count]), to: output)
    }
    _ = try retrying { fsync(output) }
  }

  private func place(_ index: Int) throws(SystemError) {
    let target = entries[index].target
    if let new = entries[index].new {
      _ = try retrying { rename(new, target) }
      entries[index].new = nil
    } else {
      _ = try retrying { unlink(target) }
    }
    entries[index].isDone = true
  }

  /// Restores the old contents; false if that fails.
  private func undo() -> Bool {
    var isUndone = true
    for index in entries.indices where entries[index].isDone {
      let target = entries[index].target
      if let old = entries[index].old {
        if rename(old, target) == 0 { entries[index].old = nil } else { isUndone = false }
      } else if unlink(target) != 0 {
        isUndone = false
      }
    }
    return isUndone
  }

  private func forgetOld() {
    for index in entries.indices {
      if let old = entries[index].old { unlink(old) }
      entries[index].old = nil
    }
  }
}
