import FlagModel
import Predicates

extension Rename {
  /// As the models have it: without the owner before the new name, `Sample.note=Sample.remark`, and
  /// for each part of a struct, `Sample.author=writer`.
  func spelledOut(
    from old: Schema, to new: Schema, _ others: [Rename]
  ) -> [Rename] {
    guard let dot = self.old.utf8.firstIndex(of: UInt8(ascii: ".")) else { return [self] }
    let owner = String(self.old[..<dot])
    let name = String(self.old[self.old.utf8.index(after: dot)...])
    let others = others.filter { $0.old.isSame(as: owner) }.map(\.new)
    let originals = new.entities.filter { $0.originalName?.isSame(as: owner) ?? false }.map(\.name)
    let owners = [owner] + others + originals
    var names = [self.new]
    for owner in owners where self.new.utf8.starts(with: "\(owner).".utf8) {
      names.append(String(decoding: self.new.utf8.dropFirst(owner.utf8.count + 1), as: UTF8.self))
    }
    let before = old.names(of: owner)
    let after = owners.flatMap(new.names)
    for new in names where new == names.last || after.contains(where: { $0.isSame(as: new) }) {
      if before.contains(where: { $0.isSame(as: name) }) {
        return [Rename(old: self.old, new: new)]
      }
      let parts = before.compactMap { $0.part(of: name) }.filter { part in
        after.contains { $0.isSame(as: "\(new).\(part)") }
      }
      if !parts.isEmpty {
        return parts.map { Rename(old: "\(self.old).\($0)", new: "\(new).\($0)") }
      }
    }
    return [self]
  }
}

extension Schema {
  /// What an entity, a flag set or an enum consists of.
  fileprivate func names(of owner: String) -> [String] {
    entity(named: owner)?.propertyNames ?? flagSet(named: owner)?.flags.map(\.name)
      ?? enumeration(named: owner)?.cases.map(\.name) ?? []
  }
}

extension String {
  /// What stands behind the name of a group and a dot.
  fileprivate func part(of group: String) -> String? {
    guard utf8.starts(with: "\(group).".utf8) else { return nil }
    return String(decoding: utf8.dropFirst(group.utf8.count + 1), as: UTF8.self)
  }
}
