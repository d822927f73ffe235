import FlagModel

extension MigrationDecisions {
  /// Converts decisions about inherited entities to decisions about their tables. An entity becomes
  /// a kind, and its properties become those of the table.
  func ofTables(from old: Schema, to new: Schema) -> MigrationDecisions {
    guard (old.entities + new.entities).contains(where: { $0.parent != nil }) else { return self }
    var decisions = self
    // The enum of the kinds is named as its entity, and is renamed with it.
    let plainRenames = renames.filter { !old.namesKinds($0.old) || !new.namesKinds($0.new) }
    decisions.renames =
      plainRenames.map { old.ofTables($0) } + old.kindsRenamed(by: new, plainRenames)
    decisions.drops = drops.map(old.pathInTables)
    decisions.fills = fills.map {
      Fill(attribute: new.pathInTables($0.attribute), text: $0.text)
    }
    return decisions
  }
}

extension Schema {
  /// `Trip.perdiem` for `BusinessTrip.perdiem`, `Trip.kind.BusinessTrip` for `BusinessTrip`.
  fileprivate func pathInTables(_ path: Name) -> Name {
    guard let owner = path.parts.first, let entity = entity(named: owner), entity.parent != nil,
      let kinds = entity.source.kinds
    else { return path }
    let root = root(of: entity).name
    return path.dropping(owner).map { "\(root).\($0)" } ?? "\(root).\(kinds.column).\(path)"
  }

  fileprivate func ofTables(_ rename: Rename) -> Rename {
    let old = pathInTables(rename.old)
    if old == rename.old { return rename }
    var new = rename.new
    if rename.old.parts.count > 1, let property = rename.new.parts.last { new = property }
    return Rename(old: old, new: new)
  }

  /// True if a table's enum of kinds has the name.
  fileprivate func namesKinds(_ name: Name) -> Bool {
    entities.contains { $0.parent == nil && kindAttribute(of: $0)?.declaredType == name }
  }

  /// The renamed kinds of entities with an original name, roots included. A renamed root is also a
  /// renamed kind of its table.
  fileprivate func kindsRenamed(by new: Schema, _ renames: [Rename]) -> [Rename] {
    new.entities.compactMap { entity in
      guard entity.source.kinds?.ownKind != nil else { return nil }
      var former = renames.first { $0.new == entity.name && self.entity(named: $0.old) != nil }?.old
      // An entity that already exists has kept its name.
      if former == nil, self.entity(named: entity.name) == nil {
        former = original(of: entity)?.name
      }
      guard let original = former, let before = self.entity(named: original),
        let kinds = before.source.kinds, kinds.ownKind != nil,
        (before.parent == nil) == (entity.parent == nil)
      else { return nil }
      return Rename(old: "\(root(of: before).name).\(kinds.column).\(original)", new: entity.name)
    }
  }
}
