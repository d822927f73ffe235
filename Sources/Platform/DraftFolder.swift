internal import CInterrupt

/// A folder in which this process has drafts: files that nobody needs unless they become complete. As
/// long as this is kept, no other process takes a draft in the folder for one that a killed program left.
package final class DraftFolder: Sendable {
  private let descriptor: Int32
  /// False where others cannot be told, as on some file systems. Drafts have no mark there.
  package let isMarked: Bool

  package init(_ path: String) {
    descriptor = openedFolder(path)
    isMarked = descriptor >= 0 && flagdb_share_first_byte(descriptor) == 0
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}

/// The part of a name by which a draft is known for one: 16 digits, of which the first is a letter, so
/// that they are no date.
package enum DraftMark {
  /// The name of a draft of a file has these around its mark.
  static let beginningOfFiles = ".flagdb-"
  static let endingOfFiles = "~"

  private static let first: UInt64 = 0xA000_0000_0000_0000

  package static func new() -> String {
    String(UInt64.random(in: first ... .max), radix: 16)
  }

  /// True if a name is made of a mark and what stands before and after it.
  package static func isIn(_ name: String, after beginning: String, before ending: String) -> Bool {
    guard name.hasPrefix(beginning), name.hasSuffix(ending) else { return false }
    let mark = Array(name.utf8.dropFirst(beginning.utf8.count).dropLast(ending.utf8.count))
    let letters = UInt8(ascii: "a")...UInt8(ascii: "f")
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    return mark.count == 16 && mark.first.map(letters.contains) == true
      && mark.allSatisfy { letters.contains($0) || digits.contains($0) }
  }
}

/// Removes the drafts of this user in a folder, unless a process that still runs has drafts there.
package func removeAbandonedDrafts(inFolder path: String, where isDraft: (String) -> Bool) {
  // The names come first: who makes a draft has told before. No name is given twice.
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
