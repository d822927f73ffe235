package import Definitions
import FlagModel

/// Compares the flags of sources with a lock.
package struct LockComparison {
  /// A set of a source.
  package struct Side {
    let set: WrittenSet
    /// The name of the file for messages.
    let file: String
    let key: FlagLock.Key

    /// - Parameter path: the path of the file from the folder of the lock.
    package init(_ set: WrittenSet, file: String, path: String) {
      self.set = set
      self.file = file
      key = FlagLock.Key(file: path, set: set.name)
    }
  }

  /// The lock with the new flags, and with marks for removed ones. Changed flags stay as they were.
  package private(set) var updated: FlagLock
  package private(set) var findings: [LintFinding] = []
  /// The number of flags that the lock does not have yet.
  package private(set) var newFlags = 0

  /// - Parameters:
  ///   - files: for the paths of all files that were read, their names in messages.
  ///   - exists: true if there is a file with a path.
  package init(
    _ lock: FlagLock, _ sides: [Side], files: [String: String],
    exists: (_ path: String) -> Bool
  ) {
    updated = lock
    let pairs = LockedPairs(lock, sides, files: Set(files.keys), exists: exists)
    for side in sides
    where side.set.members.contains(where: \.isFlag) || pairs.keys[side.key] != nil {
      if let locked = pairs.keys[side.key] { updated.replace(locked, by: side.key) }
      compare(side)
    }
    for key in pairs.missing { reportMissing(key, in: files[key.file]) }
    if pairs.areComplete { updated.hasFolders = true }
  }

  private mutating func compare(_ side: Side) {
    let members = side.set.members
    let locked = updated.entries[side.key] ?? []
    var entries = locked
    for index in entries.indices where !members.contains(where: { $0.name == locked[index].name }) {
      if !Self.mayBeRenamed(locked[index], members, locked) { entries[index].isRemoved = true }
    }
    for member in members {
      // A value that is unknown is no change.
      guard let bits = member.bits else { continue }
      if let index = locked.firstIndex(where: { $0.name == member.name }) {
        if locked[index].bit == bits {
          entries[index].isRemoved = false
        } else {
          report(moved: member, bits, from: locked[index], side)
        }
      } else if member.isFlag {
        if let entry = locked.first(where: { $0.bit == bits }),
          !members.contains(where: { $0.name == entry.name && $0.bits == bits })
        {
          report(newName: member, of: entry, side)
        } else {
          newFlags += 1
          entries.append(FlagLock.Entry(bit: bits, name: member.name, isRemoved: false))
        }
      }
    }
    updated.set(entries, of: side.key)
  }

  /// True if a flag that is not locked has the bit of an entry. The entry then stays as it was.
  private static func mayBeRenamed(
    _ entry: FlagLock.Entry, _ members: [WrittenMember], _ locked: [FlagLock.Entry]
  ) -> Bool {
    members.contains { member in
      member.bits == entry.bit && !locked.contains { $0.name == member.name }
    }
  }

  // MARK: Findings

  private mutating func report(
    moved flag: WrittenMember, _ bits: UInt64, from entry: FlagLock.Entry, _ side: Side
  ) {
    findings.append(
      LintFinding(
        .movedFlag, in: side.set.name, flag: flag.name,
        "'\(flag.name)' was released as \(entry.bit.hexText), and is now \(bits.hexText)",
        at: flag.valuePlace ?? flag.place, file: side.file, repair: "write \(entry.bit.hexText)"))
  }

  /// A new name on a locked bit: the flag was renamed if it was there until now, and otherwise its
  /// bit is used again.
  private mutating func report(
    newName flag: WrittenMember, of entry: FlagLock.Entry, _ side: Side
  ) {
    let isGone = entry.isRemoved || side.set.members.contains { $0.name == entry.name }
    let bit = entry.bit.hexText
    if isGone {
      findings.append(
        LintFinding(
          .reusedBit, in: side.set.name, flag: flag.name,
          "'\(flag.name)' has the bit \(bit), which was released as '\(entry.name)'",
          at: flag.place, file: side.file, repair: "give '\(flag.name)' a bit that no flag had"))
    } else {
      findings.append(
        LintFinding(
          .renamedFlag, in: side.set.name, flag: flag.name,
          "\(bit) was released as '\(entry.name)', and is now '\(flag.name)'",
          at: flag.place, file: side.file,
          repair: "keep the name '\(entry.name)', or change it in the lock"))
    }
  }

  /// - Parameter file: the name of the file that should have the set; nil if there is no file.
  private mutating func reportMissing(_ key: FlagLock.Key, in file: String?) {
    var entries = updated.entries[key] ?? []
    let count = entries.count { !$0.isRemoved }
    for index in entries.indices { entries[index].isRemoved = true }
    updated.set(entries, of: key)
    var place = "there is no '\(visible(key.file))'"
    if file != nil { place = "'\(visible(key.file))' does not define it" }
    findings.append(
      LintFinding(
        .missingSet, in: key.set,
        "'\(key.set)' was released with \(counted(count, "flag")), and \(place)",
        file: file ?? key.file,
        repair:
          "correct its line in the lock if it has another name, or mark its flags as removed with --update"
      ))
  }
}

extension WrittenMember {
  /// True for a single bit.
  fileprivate var isFlag: Bool { bits?.isSingleBit ?? false }
}
