import TestSupport

/// The unsynced writes that a disk has done when its power goes.
struct Fate {
  enum Share: CaseIterable {
    case none
    case all
    /// Each write or not, by chance.
    case some
    /// The first ones, and of the next one some sectors.
    case torn
  }

  let writes: Share
  let names: Share

  /// Every way once, those of chance more often.
  static func all(_ dice: inout Dice) -> [Fate] {
    let shares: [Share] = [.none, .all, .some, .some, .torn, .torn]
    return shares.flatMap { writes in
      [Share.none, .all, .torn].map { Fate(writes: writes, names: $0) }
    }
  }
}

/// A disk with what it has for certain, and what it was told since.
///
/// A sync of a file makes its bytes certain, one of the folder its names. Names change in the order
/// in which they were told, as journals of file systems have it; writes in any.
struct Disk {
  private struct File {
    var certain: [UInt8] = []
    var pending: [Change] = []
  }

  private enum Change {
    case write(at: Int, [UInt8])
    case truncate(to: Int)

    func apply(to bytes: inout [UInt8]) {
      switch self {
      case .truncate(let size): resize(&bytes, to: size)
      case .write(let offset, let new):
        if bytes.count < offset + new.count { resize(&bytes, to: offset + new.count) }
        bytes.replaceSubrange(offset..<offset + new.count, with: new)
      }
    }

    private func resize(_ bytes: inout [UInt8], to size: Int) {
      if size < bytes.count { bytes.removeLast(bytes.count - size) }
      bytes += [UInt8](repeating: 0, count: size - bytes.count)
    }

    /// The first sectors of it.
    func torn(_ dice: inout Dice) -> Change? {
      guard case .write(let offset, let bytes) = self, bytes.count > 512 else { return nil }
      let sectors = UInt64(bytes.count / 512)
      return .write(at: offset, Array(bytes.prefix(Int(1 + dice.next() % sectors) * 512)))
    }
  }

  private enum NameChange {
    case set(String, Int)
    case rename(String, to: String, Int)
    case remove(String)
  }

  private let fixture: Files
  /// The names of the fixture that the run has used.
  private var used: Set<String> = []
  private var files: [Int: File] = [:]
  private var names: [String: Int] = [:]
  private var pendingNames: [NameChange] = []

  init(_ fixture: Files) {
    self.fixture = fixture
  }

  mutating func take(_ event: DiskEvent) {
    switch event {
    case .known(let file, let name):
      files[file] = File(certain: fixture[name] ?? [])
      used.insert(name)
      names[name] = file
    case .create(let file, let name):
      files[file] = File()
      pendingNames.append(.set(name, file))
    case .write(let file, let offset, let bytes):
      files[file, default: File()].pending.append(.write(at: offset, bytes))
    case .truncate(let file, let size):
      files[file, default: File()].pending.append(.truncate(to: size))
    case .sync(let file): sync(file)
    case .link(let file, let name): pendingNames.append(.set(name, file))
    case .rename(let file, let old, let new):
      pendingNames.append(.rename(old, to: new, file))
    case .unlink(let name): pendingNames.append(.remove(name))
    case .syncFolder:
      for change in pendingNames { Self.apply(change, to: &names) }
      pendingNames = []
    case .output: break
    }
  }

  private mutating func sync(_ file: Int) {
    var content = files[file] ?? File()
    for change in content.pending { change.apply(to: &content.certain) }
    content.pending = []
    files[file] = content
  }

  private static func apply(_ change: NameChange, to names: inout [String: Int]) {
    switch change {
    case .set(let name, let file): names[name] = file
    case .rename(let old, let new, let file): (names[old], names[new]) = (nil, file)
    case .remove(let name): names[name] = nil
    }
  }

  /// The content of the folder when the power has come back.
  func files(after fate: Fate, _ dice: inout Dice) -> Files {
    var names = names
    for change in chosen(pendingNames, fate.names, &dice) { Self.apply(change, to: &names) }
    var result = fixture.filter { !used.contains($0.key) }
    for (name, file) in names.sorted(by: { $0.key < $1.key }) {
      result[name] = bytes(of: files[file] ?? File(), fate.writes, &dice)
    }
    return result
  }

  /// The first of the changes, as many as the disk has come to.
  private func chosen(
    _ changes: [NameChange], _ share: Fate.Share, _ dice: inout Dice
  ) -> ArraySlice<NameChange> {
    switch share {
    case .none: []
    case .all: changes[...]
    case .some, .torn: changes.prefix(Int(dice.next() % UInt64(changes.count + 1)))
    }
  }

  private func bytes(of file: File, _ share: Fate.Share, _ dice: inout Dice) -> [UInt8] {
    var bytes = file.certain
    switch share {
    case .none: break
    case .all: for change in file.pending { change.apply(to: &bytes) }
    case .some: for change in file.pending where dice.isLucky(2) { change.apply(to: &bytes) }
    case .torn:
      let whole = Int(dice.next() % UInt64(file.pending.count + 1))
      for change in file.pending.prefix(whole) { change.apply(to: &bytes) }
      if whole < file.pending.count, let part = file.pending[whole].torn(&dice) {
        part.apply(to: &bytes)
      }
    }
    return bytes
  }
}
