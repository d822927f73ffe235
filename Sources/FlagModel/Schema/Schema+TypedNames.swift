package import PlainText

extension Schema {
  /// The entity of a name, of an alias as the app's `typealias Item = SchemaV2.Item_`, or of a table
  /// that it has alone.
  package func entity(called name: Name) -> Entity? {
    entity(named: name)
      ?? types.first { $0.name == name }.flatMap { alias in entities.first(where: alias.isAlias) }
      ?? entities.first { $0.source.table == name && $0.source.kinds == nil }
  }

  /// The names of the entities that a type of Swift may be, where namespaces and a module may be
  /// left out or added.
  package func entities(called type: Name) -> [Name] {
    if let entity = entity(called: type) { return [entity.name] }
    return entities.filter { entity in
      ([entity.name] + types.filter { $0.isAlias(of: entity) }.map(\.name)).contains {
        $0.mayBeCalled(type) || type.mayBeCalled($0)
      }
    }.map(\.name)
  }

  /// The entity of a name that a person typed, or an error with the one that was probably meant.
  package func entity(typed name: Name) throws(ValueError) -> Entity {
    if let entity = entity(called: name) { return entity }
    let known = entities.map(\.name)
    throw ValueError(
      "'\(name)' is not an entity of the model",
      hint: .name(for: name, in: known, orAll: "the model has") ?? "the model has no entities yet")
  }
}

extension NamedType {
  package func isAlias(of entity: Entity) -> Bool {
    if case .alias(let alias) = self { alias.target == entity.name } else { false }
  }
}
