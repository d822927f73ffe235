internal import CInterrupt

/// A folder in which this process has drafts, which are files that are not yet complete. While this
/// object exists, no other process deletes them as abandoned.
package final class DraftFolder: Sendable {
  private let descriptor: Int32
  /// False if the folder cannot be locked, as on some file systems. Drafts then have no mark in
  /// their names.
  package let isMarked: Bool

  package init(_ path: String) {
    descriptor = openedFolder(path)
    isMarked = descriptor >= 0 && flagdb_share_first_byte(descriptor) == 0
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}

/// The part of a file name that marks a draft: 16 digits of which the first is a letter, so that it
/// is not a date.
package enum DraftMark {
  /// The beginning of the name of a file's draft.
  static let beginningOfFiles = ".flagdb-"
  static let endingOfFiles = "~"

  private static let first: UInt64 = 0xA000_0000_0000_0000

  package static func new() -> String { String(UInt64.random(in: first ... .max), radix: 16) }

  /// True if a name contains a mark between the given beginning and end.
  package static func isIn(_ name: String, after beginning: String, before ending: String) -> Bool {
    guard name.hasPrefix(beginning), name.hasSuffix(ending) else { return false }
    let mark = Array(name.utf8.dropFirst(beginning.utf8.count).dropLast(ending.utf8.count))
    let letters = UInt8(ascii: "a")...UInt8(ascii: "f")
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    return mark.count == 16 && mark.first.map(letters.contains) == true
      && mark.allSatisfy { letters.contains($0) || digits.contains($0) }
  }
}

/// Removes this user's abandoned drafts from a folder, unless a running process has drafts there.
package func removeAbandonedDrafts(inFolder path: String, where isDraft: (String) -> Bool) {
  // The names are read first, because a process locks the folder before it creates a draft. Names
  // are never reused.
  let drafts = names(inDirectory: path).filter(isDraft)
  if drafts.isEmpty { return }
  let descriptor = openedFolder(path)
  guard descriptor >= 0 else { return }
  defer { close(descriptor) }
  guard flagdb_first_byte_is_locked(descriptor) == 0 else { return }
  for name in drafts {
    let draft = "\(path)/\(name)"
    var status = stat()
    guard lstat(draft, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid()
    else { continue }
    unlink(draft)
  }
}

private func openedFolder(_ path: String) -> Int32 {
  if path.utf8.contains(0) { return -1 }
  return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
}
