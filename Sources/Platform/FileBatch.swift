/// Several files that get their new content together, or keep what they have.
///
/// The new content of all is on the disk beside its place before the first file takes it, and the old
/// content stays there under another name until the last one has it. A program that is killed in this
/// moment leaves some files new.
package final class FileBatch {
  private struct Entry {
    /// As it was given.
    let path: String
    let target: String
    /// The name of the new content; nil for a file that is to be removed.
    var new: String?
    /// The name of the old content; nil if there is none.
    var old: String?
    var isDone = false
    var names: [DraftName] = []
  }

  private let files: FilesInUse
  private var entries: [Entry] = []
  /// The folders of the files, as long as there are drafts in them.
  private var folders: [String: DraftFolder] = [:]

  package init(in files: FilesInUse) { self.files = files }

  deinit {
    for entry in entries {
      for name in [entry.new, entry.old].compactMap(\.self) { unlink(name) }
    }
  }

  /// Adds a file that gets new content. One that stands there keeps its permissions and, behind a
  /// symbolic link, its place.
  package func write(_ bytes: [UInt8], at path: String) throws(FileError) {
    try files.requireWritable(path)
    do throws(SystemError) {
      try refuseNUL(in: path)
      let target = resolvedPath(path) ?? path
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

  /// Adds a file that goes.
  package func remove(_ path: String) throws(FileError) {
    try files.requireWritable(path)
    entries.append(Entry(path: path, target: path))
  }

  /// Gives all files their new content. An error that is one of `isOfSync` says that they have it;
  /// after any other they are as before, unless it says so.
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

  /// Removes what killed programs have left of batches in a folder. Call it when the batch is
  /// complete: while it has drafts, it holds the lock of the folder.
  package func removeAbandoned(inFolder path: String) {
    removeAbandonedFiles(inFolder: path)
  }

  private func makeDraft(beside target: String, mode: mode_t) throws(SystemError) -> TemporaryFile {
    let path = Platform.folder(of: target)
    let folder = folders[path] ?? DraftFolder(path)
    folders[path] = folder
    return try makeTemporary(beside: target, in: folder, access: O_WRONLY, mode: mode)
  }

  /// Gives what stands in a place a second name.
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
      // Some file systems have no links.
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

  /// Puts the old content back; false where that fails, too.
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
