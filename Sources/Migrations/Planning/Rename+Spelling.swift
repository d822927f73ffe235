import FlagModel

extension Rename {
  /// The renames in full form, without the owner before the new name: `Sample.note=Sample.remark`
  /// becomes `Sample.note=remark`. A renamed struct, such as `Sample.author=writer`, gives one
  /// rename for each part.
  func spelledOut(from old: Schema, to new: Schema, _ others: [Rename]) -> [Rename] {
    guard let owner = self.old.parts.first, let name = self.old.dropping(owner) else {
      return [self]
    }
    let others = others.filter { $0.old == owner }.map(\.new)
    let originals = new.entities.filter { $0.originalName == owner }.map(\.name)
    let owners = [owner] + others + originals
    var names = [self.new]
    names += owners.compactMap(self.new.dropping)
    let before = old.names(of: owner)
    let after = owners.flatMap(new.names)
    for new in names where new == names.last || after.contains(new) {
      if before.contains(name) {
        return [Rename(old: self.old, new: new)]
      }
      let parts = before.compactMap { $0.dropping(name) }.filter { part in
        after.contains("\(new).\(part)")
      }
      if !parts.isEmpty {
        return parts.map { Rename(old: "\(self.old).\($0)", new: "\(new).\($0)") }
      }
    }
    return [self]
  }
}

extension Schema {
  /// The names in an entity, a flag set or an enum.
  fileprivate func names(of owner: Name) -> [Name] {
    entity(named: owner)?.propertyNames ?? flagSet(named: owner).map {
      $0.flags.map(\.name) + $0.fields.map(\.name)
    }
      ?? enumeration(named: owner)?.cases.map(\.name) ?? []
  }
}
