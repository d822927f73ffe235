import Predicates

/// Which of the new names is which of the old ones: what somebody said comes first, then equal
/// names, then what the model says that the name was before.
struct NamePairing {
  private(set) var pairs: [(old: String, new: String)] = []
  private(set) var removed: [String] = []
  private(set) var added: [String] = []

  private var newByOld: [[UInt8]: String] = [:]
  private var oldByNew: [[UInt8]: String] = [:]

  /// `said` leads from old to new names, `original` from new to old ones.
  init(
    old: [String], new: [String], said: (String) -> String?,
    original: (String) -> String? = { _ in nil }
  ) {
    let olds = Set(old.map { Array($0.utf8) })
    let news = Set(new.map { Array($0.utf8) })
    for name in old {
      if let other = said(name), news.contains(Array(other.utf8)) { pair(name, other) }
    }
    for name in new where olds.contains(Array(name.utf8)) { pair(name, name) }
    for name in new {
      if let other = original(name), olds.contains(Array(other.utf8)) { pair(other, name) }
    }
    removed = old.filter { self.new(of: $0) == nil }
    for name in new {
      if let other = self.old(of: name) { pairs.append((other, name)) } else { added.append(name) }
    }
  }

  func new(of old: String) -> String? { newByOld[Array(old.utf8)] }
  func old(of new: String) -> String? { oldByNew[Array(new.utf8)] }

  private mutating func pair(_ old: String, _ new: String) {
    guard self.new(of: old) == nil, self.old(of: new) == nil else { return }
    newByOld[Array(old.utf8)] = new
    oldByNew[Array(new.utf8)] = old
  }
}
