package import PlainText

extension Schema {
  /// The entity with a name, with an alias such as the app's `typealias Item = SchemaV2.Item_`, or
  /// with a table of its own.
  package func entity(called name: Name) -> Entity? {
    entity(named: name)
      ?? types.first { $0.name == name }.flatMap { alias in entities.first(where: alias.isAlias) }
      ?? entities.first { $0.source.table == name && $0.source.kinds == nil }
  }

  /// The names of the entities that a Swift type name may mean, with or without namespaces and a
  /// module.
  package func entities(called type: Name) -> [Name] {
    if let entity = entity(called: type) { return [entity.name] }
    var names: [Name] = []
    for entity in entities {
      let aliases = types.filter { $0.isAlias(of: entity) }.map(\.name)
      let isMeant = ([entity.name] + aliases).contains {
        $0.mayBeCalled(type) || type.mayBeCalled($0)
      }
      if isMeant { names.append(entity.name) }
    }
    return names
  }

  /// The entity with a typed name. The error for an unknown name suggests a similar one.
  package func entity(typed name: Name) throws(ValueError) -> Entity {
    if let entity = entity(called: name) { return entity }
    let names = entities.map(\.name)
    throw ValueError(
      "'\(name)' is not an entity of the model",
      hint: .name(for: name, in: names, orAll: "the model has") ?? "the model has no entities yet")
  }
}

extension NamedType {
  package func isAlias(of entity: Entity) -> Bool {
    if case .alias(let alias) = self { alias.target == entity.name } else { false }
  }
}
