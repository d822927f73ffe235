import FlagModel
import Predicates

extension Entity {
  /// What each property was called among the old names, as `originalName` says of it or of the
  /// structs around it: any of them may have its new name already.
  func originalNames(among old: [String]) -> (String) -> String? {
    let known = Set(old.map { Array($0.utf8) })
    var prefixes: Set<[UInt8]> = []
    for name in known {
      for (end, byte) in name.enumerated() where byte == UInt8(ascii: ".") {
        prefixes.insert(Array(name[...end]))
      }
    }
    var originals: [[UInt8]: String] = [:]
    for property in properties {
      for (name, candidates) in property.formerNames(after: [[]], prefixes) {
        let found = candidates.first { known.contains($0) && $0 != name }
        originals[name] = found.map { String(decoding: $0, as: UTF8.self) }
      }
    }
    return { originals[Array($0.utf8)] }
  }
}

extension Property {
  /// The names that its columns may have had, those with the fewest other words first, after what
  /// may stand before them. What no old name begins with leads nowhere.
  fileprivate func formerNames(
    after heads: [[UInt8]], _ prefixes: Set<[UInt8]>
  ) -> [(name: [UInt8], candidates: [[UInt8]])] {
    let last = name.utf8.lastIndex(of: UInt8(ascii: ".")).map { name.utf8.index(after: $0) }
    let own = Array(name.utf8[(last ?? name.utf8.startIndex)...])
    let words = [own] + (originalName.map { [Array($0.utf8)] } ?? [])
    let candidates = words.flatMap { word in heads.map { $0 + word } }
    guard case .group(let group) = self else { return [(Array(name.utf8), candidates)] }
    let next = candidates.map { $0 + [UInt8(ascii: ".")] }.filter(prefixes.contains)
    return group.properties.flatMap { $0.formerNames(after: next, prefixes) }
  }

  private var originalName: String? {
    switch self {
    case .attribute(let attribute): attribute.originalName
    case .group(let group): group.originalName
    case .relationship(let relationship): relationship.originalName
    }
  }
}
