import FlagModel

/// The differences in the classes of a hierarchy, which share a table.
extension SchemaDiff {
  /// Properties that move to other classes.
  mutating func compareKinds(_ before: Entity, _ after: Entity, _ pairing: NamePairing) {
    let kinds = KindMapping(from: before, to: after, self)
    for (oldName, newName) in pairing.pairs {
      let was = owners(of: oldName, in: before, declared.old).map(kinds.new)
      let now = owners(of: newName, in: after, declared.new)
      // A new or removed class is reported separately.
      guard kinds.kept(was) != kinds.kept(now) else { continue }
      let names = now.map { listed(kinds.names(of: $0), "and") } ?? "every \(after.name)"
      add(.changed, .attribute, after.name, "\(after.name).\(newName) belongs to \(names)")
    }
  }

  /// The kinds of records with a property; nil for all.
  private func owners(of property: Name, in table: Entity, _ model: Schema) -> [Value]? {
    if let rule = table.kindRules.first(where: { $0.property == property }) { return rule.kinds }
    guard table.relationship(named: property)?.isToMany == true else { return nil }
    return model.ends(of: property, in: table.name)?.ownKinds
  }

  /// The type of an attribute or relationship as its class declares it.
  func shownType(ofNew property: Name, in table: Entity) -> String? {
    if let attribute = table.attribute(named: property) {
      return table.declared(attribute).shownType
    }
    return declared.new.ends(of: property, in: table.name)?.shownType
  }

  /// True if a relationship refers to other classes of the same table.
  func hasOtherClasses(
    _ was: Relationship, of before: Entity, _ now: Relationship, of after: Entity
  ) -> Bool {
    guard let target = new.entity(named: now.target), let former = self.before(target),
      former.name == was.target
    else { return false }
    let kinds = KindMapping(from: former, to: target, self)
    let oldKinds = declared.old.ends(of: was.name, in: before.name)?.otherKinds
    let newKinds = declared.new.ends(of: now.name, in: after.name)?.otherKinds
    return kinds.kept(oldKinds.map(kinds.new)) != kinds.kept(newKinds)
  }
}

/// The ends of a relationship as a class declares it.
struct RelationshipEnds {
  /// The class to which it refers.
  let target: Name
  /// The type as the class declares it.
  let shownType: String
  /// The kinds of the records at both ends; nil for all of a table.
  let ownKinds: [Value]?
  let otherKinds: [Value]?
}

extension Schema {
  /// The ends of a relationship of a table.
  func ends(of relationship: Name, in table: Name) -> RelationshipEnds? {
    guard let root = entity(named: table) else { return nil }
    for member in members(of: root) {
      guard let declared = member.relationship(named: relationship) else { continue }
      let base = member.parent.flatMap(entity(named:))
      // A class also has the relationships of its superclass.
      if base?.relationship(named: relationship) != nil { continue }
      return RelationshipEnds(
        target: declared.target, shownType: declared.shownType, ownKinds: kinds(of: member),
        otherKinds: entity(named: declared.target).flatMap(kinds))
    }
    return nil
  }

  private func kinds(of entity: Entity) -> [Value]? {
    entity.parent == nil ? nil : entity.source.kinds?.all
  }
}
