import FlagModel

extension MigrationDecisions {
  /// The decisions about entities that inherit, as decisions about the tables in which they are: the
  /// entity is a kind there, and its properties are those of the table.
  func ofTables(from old: Schema, to new: Schema) -> MigrationDecisions {
    guard (old.entities + new.entities).contains(where: { $0.parent != nil }) else { return self }
    var decisions = self
    decisions.renames = renames.map { old.ofTables($0) } + old.kindsRenamed(by: new)
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
    let isProperty = rename.old.parts.count > 1
    return Rename(
      old: old, new: isProperty ? rename.new.parts.last ?? rename.new : rename.new)
  }

  /// The kinds whose entities say that they had another name.
  fileprivate func kindsRenamed(by new: Schema) -> [Rename] {
    new.entities.compactMap { entity in
      guard entity.parent != nil, let original = entity.originalName,
        self.entity(named: original)?.parent != nil
      else { return nil }
      return Rename(old: pathInTables(original), new: entity.name)
    }
  }
}
