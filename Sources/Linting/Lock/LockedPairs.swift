import Definitions
import FlagModel

/// The sets of a lock and of sources that belong together: those of the same file and name, and then those that
/// got another name or are in another file now.
struct LockedPairs {
  /// For the sets of the sources, the key of the lock.
  private(set) var keys: [FlagLock.Key: FlagLock.Key] = [:]
  /// The keys of the lock without a set, although its file was read or does not exist.
  private(set) var missing: [FlagLock.Key] = []
  /// True if every set of the lock has one of the sources.
  private(set) var areComplete = false

  private let lock: FlagLock

  init(
    _ lock: FlagLock, _ sides: [LockComparison.Side], files: Set<String>,
    exists: (_ path: String) -> Bool
  ) {
    self.lock = lock
    for side in sides where lock.entries[side.key] != nil { keys[side.key] = side.key }
    if !lock.hasFolders { pairByBareNames(sides) }
    let bareFiles = Set(files.map { FlagLock.Key(file: $0, set: "").bareFile })
    var free = lock.order.filter { key in
      guard !keys.values.contains(key) else { return false }
      if lock.hasFolders { return files.contains(key.file) || !exists(key.file) }
      return bareFiles.contains(key.file[...])
    }
    for side in sides where keys[side.key] == nil {
      guard let place = bestPlace(for: side, in: free) else { continue }
      keys[side.key] = free.remove(at: place)
    }
    missing = free.filter { hasFlags($0) }
    let paired = Set(keys.values)
    areComplete = lock.order.allSatisfy { paired.contains($0) || !hasFlags($0) }
  }

  /// Version 1 has the names of files without their folders.
  private mutating func pairByBareNames(_ sides: [LockComparison.Side]) {
    for side in sides where keys[side.key] == nil {
      let bare = FlagLock.Key(file: String(side.key.bareFile), set: side.key.set)
      if lock.entries[bare] != nil, !keys.values.contains(bare) { keys[side.key] = bare }
    }
  }

  /// The released set with most flags of a set, at least half of its own.
  private func bestPlace(for side: LockComparison.Side, in free: [FlagLock.Key]) -> Int? {
    let names = Set(side.set.members.map(\.name))
    var best: (place: Int, score: Int)?
    for (place, key) in free.enumerated() {
      let released = (lock.entries[key] ?? []).filter { !$0.isRemoved }
      let shared = released.count { names.contains($0.name) }
      guard shared > 0, shared * 2 >= released.count else { continue }
      // Of two that share as many, the one with the same name is meant, or that of the same file.
      var score = shared * 4
      if key.set == side.key.set { score += 2 }
      if key.file == side.key.file { score += 1 }
      if score > best?.score ?? 0 { best = (place, score) }
    }
    return best?.place
  }

  private func hasFlags(_ key: FlagLock.Key) -> Bool {
    (lock.entries[key] ?? []).contains { !$0.isRemoved }
  }
}
