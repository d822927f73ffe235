package import FlagModel

extension Schema {
  /// The old entity to which `originalName` of a new entity refers. It has that name, or the same
  /// original name.
  func original(of entity: Entity) -> Entity? {
    guard let original = entity.originalName else { return nil }
    return self.entity(named: original) ?? entities.first { $0.originalName == original }
  }
}

extension Entity {
  /// Maps each property to its name in the older entity, by `originalName` of the property and of
  /// the structs around it. Any of them can already have the new name. A property that was renamed
  /// twice has the original name of the older one.
  func originalNames(in older: Entity) -> (Name) -> Name? {
    let old = older.propertyNames
    let oldNames = Set(old)
    var owners: Set<Name> = []
    for parts in old.map(\.parts) {
      for count in 1..<max(1, parts.count) { owners.insert(Name(path: parts.prefix(count))) }
    }
    var originals: [Name: Name] = [:]
    for property in properties {
      for (name, candidates) in property.formerNames(in: [nil], owners) {
        originals[name] = candidates.first { oldNames.contains($0) && $0 != name }
      }
      if let original = property.originalName, originals[property.name] == nil {
        let earlier = older.properties.first { $0.originalName == original }
        originals[property.name] = earlier?.name
      }
    }
    return { originals[$0] }
  }
}

extension Property {
  /// The possible old column names in one of `structs`, those with the fewest changed parts first.
  /// A struct that is part of no old name gives no names.
  fileprivate func formerNames(
    in structs: [Name?], _ owners: Set<Name>
  ) -> [(name: Name, candidates: [Name])] {
    let words = [name.parts.last, originalName].compactMap(\.self)
    var candidates: [Name] = []
    for word in words {
      for owner in structs {
        let path: Name = if let owner { "\(owner).\(word)" } else { word }
        candidates.append(path)
      }
    }
    guard case .group(let group) = self else { return [(name, candidates)] }
    let next = candidates.filter(owners.contains)
    return group.properties.flatMap { $0.formerNames(in: next, owners) }
  }

  package var originalName: Name? {
    switch self {
    case .attribute(let attribute): attribute.originalName
    case .group(let group): group.originalName
    case .relationship(let relationship): relationship.originalName
    }
  }
}
