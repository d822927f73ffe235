package import FlagModel

/// A new name for an entity, an attribute, a relationship, a flag or a case.
package struct Rename: Hashable, Sendable {
  /// The full path in the old model: `Sample`, `Sample.note`, `BIOMarker.PLX`.
  package let old: Name
  /// The new name without its owner: `Specimen`, `remark`, `SpO2`.
  package let new: Name

  package init(old: Name, new: Name) {
    self.old = old
    self.new = new
  }
}

extension Rename {
  /// Parses `Sample.note=remark`; nil for a text without a name on each side.
  package init?(_ text: String) {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
    self.init(old: Name(parts[0]), new: Name(parts[1]))
  }
}

extension [Rename] {
  /// The reverse renames, in which the owners have their new names.
  package var reversed: [Rename] {
    let owners = Dictionary(map { ($0.old, $0.new) }) { first, _ in first }
    return map { rename in
      let (owner, name) = rename.parts
      guard let owner else { return Rename(old: rename.new, new: rename.old) }
      return Rename(old: "\(owners[owner] ?? owner).\(rename.new)", new: name)
    }
  }
}

extension Rename {
  /// The owner's path, and the old name in it with as many dots as the new one.
  fileprivate var parts: (owner: Name?, name: Name) {
    let words = old.parts
    let count = new.parts.count
    guard words.count > count else { return (nil, old) }
    return (Name(path: words.dropLast(count)), Name(path: words.suffix(count)))
  }
}
