package import FlagModel

extension Schema {
  /// The model with the named expressions of an earlier one that it does not declare. They belong
  /// to the database, where somebody defined them; the Swift of the app knows nothing of them.
  /// Those that are to go are taken from the decisions, being answered.
  package func keepingExpressions(of old: Schema, _ decisions: inout MigrationDecisions) -> Schema {
    let kept = entities.map { entity -> Entity in
      guard let former = old.former(of: entity, decisions.renames) else { return entity }
      let own = Set(entity.propertyNames + entity.expressions.map(\.name))
      let missing = former.expressions.filter { expression in
        // Its entity may be called by either name.
        let paths = [former, entity].map { "\($0.name).\(expression.name)" as Name }
        let count = decisions.drops.count
        decisions.drops.removeAll(where: paths.contains)
        return decisions.drops.count == count && !own.contains(expression.name)
      }
      return missing.isEmpty ? entity : entity.adding(missing)
    }
    return Schema(types: types, entities: kept)
  }

  /// The entity that another one of a new model was.
  private func former(of entity: Entity, _ renames: [Rename]) -> Entity? {
    let rename = renames.first {
      $0.new == entity.name && self.entity(named: $0.old) != nil
    }
    return rename.flatMap { self.entity(named: $0.old) } ?? original(of: entity)
      ?? self.entity(named: entity.name)
  }
}

extension Entity {
  /// The same with further named expressions.
  package func adding(_ more: [NamedExpression]) -> Entity {
    var entity = self
    entity.expressions += more
    return entity
  }
}
