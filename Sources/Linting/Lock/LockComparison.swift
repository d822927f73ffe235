package import Definitions
import FlagModel

/// Compares the flags of sources with a lock.
package struct LockComparison {
  /// The lock with the new flags, and with marks for removed ones. Changed flags stay as they were.
  package private(set) var updated: FlagLock
  package private(set) var findings: [LintFinding] = []
  /// The number of flags that the lock does not have yet.
  package private(set) var newFlags = 0

  package init(_ lock: FlagLock) {
    updated = lock
  }

  package mutating func add(_ set: WrittenSet, file: String) {
    let key = FlagLock.Key(path: file, set: set.name)
    let flags = set.members.filter { ($0.bits ?? 0).isSingleBit }
    guard !flags.isEmpty else { return }
    let locked = updated.entries[key] ?? []
    var entries = locked
    for index in entries.indices where !flags.contains(where: { $0.name == entries[index].name }) {
      entries[index].isRemoved = true
    }
    for flag in flags {
      guard let bit = flag.bits else { continue }
      if let entry = locked.firstIndex(where: { $0.name == flag.name }) {
        if locked[entry].bit == bit {
          entries[entry].isRemoved = false
        } else {
          report(moved: flag, bit, from: locked[entry], in: set, file)
        }
      } else if let entry = locked.first(where: { $0.bit == bit }),
        !flags.contains(where: { $0.name == entry.name && $0.bits == bit })
      {
        report(newName: flag, of: entry, flags, in: set, file)
      } else {
        newFlags += 1
        entries.append(FlagLock.Entry(bit: bit, name: flag.name, isRemoved: false))
      }
    }
    updated.set(entries, of: key)
  }

  private mutating func report(
    moved flag: WrittenMember, _ bit: UInt64, from entry: FlagLock.Entry, in set: WrittenSet,
    _ file: String
  ) {
    findings.append(
      LintFinding(
        .movedFlag, in: set.name, flag: flag.name,
        "'\(flag.name)' was released as \(entry.bit.hexText), and is now \(bit.hexText)",
        at: flag.valuePlace ?? flag.place, file: file, repair: "write \(entry.bit.hexText)"))
  }

  /// A new name on a locked bit: the flag was renamed if it was there until now, and otherwise its
  /// bit is used again.
  private mutating func report(
    newName flag: WrittenMember, of entry: FlagLock.Entry, _ flags: [WrittenMember],
    in set: WrittenSet, _ file: String
  ) {
    let isGone = entry.isRemoved || flags.contains { $0.name == entry.name }
    let bit = entry.bit.hexText
    findings.append(
      LintFinding(
        isGone ? .reusedBit : .renamedFlag, in: set.name, flag: flag.name,
        isGone
          ? "'\(flag.name)' has the bit \(bit), which was released as '\(entry.name)'"
          : "\(bit) was released as '\(entry.name)', and is now '\(flag.name)'",
        at: flag.place, file: file,
        repair: isGone
          ? "give '\(flag.name)' a bit that no flag had"
          : "keep the name '\(entry.name)', or change it in the lock"))
  }
}
