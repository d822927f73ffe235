package import FlagModel

extension Schema {
  /// Adds the named expressions of an earlier model that the new model does not declare. They are
  /// part of the database and not of the app's Swift model. Expressions that `--drop` names are
  /// omitted, and these decisions are removed.
  package func keepingExpressions(of old: Schema, _ decisions: inout MigrationDecisions) -> Schema {
    let kept = entities.map { entity -> Entity in
      guard let former = old.former(of: entity, decisions.renames) else { return entity }
      let currentNames = Set(entity.propertyNames + entity.expressions.map(\.name))
      let missing = former.expressions.filter { expression in
        // The decision can use the old or the new name of the entity.
        let paths = [former, entity].map { "\($0.name).\(expression.name)" as Name }
        let count = decisions.drops.count
        decisions.drops.removeAll(where: paths.contains)
        return decisions.drops.count == count && !currentNames.contains(expression.name)
      }
      if missing.isEmpty { return entity }
      return entity.adding(missing)
    }
    return Schema(types: types, entities: kept)
  }

  /// The old entity of an entity in the new model.
  private func former(of entity: Entity, _ renames: [Rename]) -> Entity? {
    let rename = renames.first {
      $0.new == entity.name && self.entity(named: $0.old) != nil
    }
    return rename.flatMap { self.entity(named: $0.old) } ?? original(of: entity)
      ?? self.entity(named: entity.name)
  }
}

extension Entity {
  /// The entity with additional named expressions.
  package func adding(_ more: [NamedExpression]) -> Entity {
    var entity = self
    entity.expressions += more
    return entity
  }
}
