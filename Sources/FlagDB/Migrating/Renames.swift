import Migrations
import Predicates
import UserSQL

extension [Rename] {
  /// As the table of models keeps them: one a line, as `--rename` writes them.
  var storedText: String {
    map { "\($0.old)=\($0.new)" }.joined(separator: "\n")
  }

  init(storedText: String) {
    self = storedText.split(separator: "\n").compactMap { Rename(String($0)) }
  }

  /// What two migrations have renamed, the later one after these.
  func followed(by later: [Rename]) -> [Rename] {
    let moved = later.compactMap { rename in
      original(of: rename.old).map { Rename(old: $0, new: rename.new) }
    }
    let known = Set(moved.map { [UInt8]($0.old.utf8) })
    let kept = filter { !known.contains([UInt8]($0.old.utf8)) }
    return (kept + moved).filter { !$0.new.utf8.elementsEqual($0.oldName.utf8) }
  }

  /// What a name was before these renames; nil for what came only with them.
  private func original(of path: String) -> String? {
    var found: [UInt8] = []
    for part in path.utf8.split(separator: UInt8(ascii: ".")) {
      let parent = found.isEmpty ? [] : found + [UInt8(ascii: ".")]
      let candidates = filter {
        $0.old.utf8.starts(with: parent)
          && !$0.old.utf8.dropFirst(parent.count).contains(UInt8(ascii: "."))
      }
      if let before = candidates.first(where: { $0.new.utf8.elementsEqual(part) }) {
        found = [UInt8](before.old.utf8)
      } else if candidates.contains(where: { $0.old.utf8.elementsEqual(parent + part) }) {
        return nil
      } else {
        found = parent + part
      }
    }
    return String(decoding: found, as: UTF8.self)
  }
}

extension Rename {
  /// The old name without what stands around it.
  fileprivate var oldName: Substring {
    let dot = old.utf8.lastIndex(of: UInt8(ascii: "."))
    return old[(dot.map { old.utf8.index(after: $0) } ?? old.startIndex)...]
  }
}
