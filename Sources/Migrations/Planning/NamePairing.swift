import FlagModel

/// Pairs old and new names. Decisions of the user come first, then equal names, then
/// `originalName`.
struct NamePairing {
  private(set) var pairs: [(old: Name, new: Name)] = []
  private(set) var removed: [Name] = []
  private(set) var added: [Name] = []

  private var newByOld: [Name: Name] = [:]
  private var oldByNew: [Name: Name] = [:]

  /// - Parameters:
  ///   - renaming: maps old names to new ones.
  ///   - original: maps new names to old ones.
  ///   - replaced: names that mean something else in the new model.
  init(
    old: [Name], new: [Name], renaming: (Name) -> Name?,
    original: (Name) -> Name? = { _ in nil }, replaced: Set<Name> = []
  ) {
    let olds = Set(old)
    let news = Set(new)
    for name in old {
      if let other = renaming(name), news.contains(other) { pair(name, other) }
    }
    for name in new where olds.contains(name) && !replaced.contains(name) { pair(name, name) }
    for name in new {
      if let other = original(name), olds.contains(other) { pair(other, name) }
    }
    removed = old.filter { self.new(of: $0) == nil }
    for name in new {
      if let other = self.old(of: name) { pairs.append((other, name)) } else { added.append(name) }
    }
  }

  func new(of old: Name) -> Name? { newByOld[old] }
  func old(of new: Name) -> Name? { oldByNew[new] }

  private mutating func pair(_ old: Name, _ new: Name) {
    guard self.new(of: old) == nil, self.old(of: new) == nil else { return }
    newByOld[old] = new
    oldByNew[new] = old
  }
}
