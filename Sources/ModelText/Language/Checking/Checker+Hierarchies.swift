import FlagModel

/// The ancestors of entities, and the tables of class hierarchies.
extension Checker {
  /// Finds the entity from which each entity inherits.
  func findBases() {
    for entity in entities {
      for type in entity.inherited {
        guard let base = scope(of: type, in: entity.parent ?? entity), base.isEntity else {
          continue
        }
        if base.ancestors.contains(where: { $0 === entity }) {
          diagnostics.append(
            Diagnostic("'\(excerpt(entity.path))' inherits from itself", at: type.place))
        } else {
          entity.base = base
        }
      }
    }
  }

  func entities(of checked: [CheckedEntity]) -> [Entity] {
    for entity in entities {
      entity.table = attempt { () throws(Rejection) in try table(of: entity) } ?? nil
    }
    requireKinds()
    for (index, scope) in checked.map(\.scope).enumerated() {
      scope.index = scope.index ?? index
      scope.root.members.append(index)
    }
    let tables = Hierarchies(entities: checked)
    var withInherited: [Entity] = []
    for entity in checked {
      let scope = entity.scope
      var properties: [Property] = []
      var uniques: [[Name]] = []
      var indexes: [[Name]] = []
      var expressions: [NamedExpression] = []
      for ancestor in scope.ancestors.reversed() {
        guard let index = ancestor.index else { continue }
        properties += checked[index].properties.compactMap(\.property)
        uniques += checked[index].uniques
        indexes += checked[index].indexes
        expressions += checked[index].expressions
      }
      withInherited.append(
        Entity(
          name: scope.fullName, kind: scope.keyword == .class ? .model : .record,
          properties: properties, uniques: uniques, indexes: indexes, expressions: expressions,
          originalName: entity.originalName, summary: scope.declaration?.doc,
          parent: scope.base?.fullName, source: tables.source(of: scope)))
    }
    return withInherited
  }

}

extension Scope {
  /// The entity and its ancestors, itself first.
  var ancestors: some Sequence<Scope> { Swift.sequence(first: self) { $0.base } }

  /// The top entity of its hierarchy.
  var root: Scope { ancestors.reduce(self) { $1 } }
}

/// The tables of entities; those of one hierarchy share a table.
private struct Hierarchies {
  let entities: [CheckedEntity]

  /// Nil for an entity with its own table in a flagdb database.
  func source(of entity: Scope) -> EntitySource? {
    let all = entity.root.members.map { entities[$0] }
    if all.count < 2, entity.table == nil { return nil }
    let properties = all.flatMap { $0.properties.compactMap(\.property) }
    let standard = EntitySource(ofEntity: entity.root.fullName, properties)
    return EntitySource(
      table: nearest(\.name, of: entity) ?? standard.table,
      key: key(of: entity, properties, standard), kinds: kinds(of: entity, all, properties))
  }

  /// The nearest value in the `@Table` of the entity or of an ancestor.
  private func nearest<Part>(_ part: (WrittenTable) -> Part?, of entity: Scope) -> Part? {
    entity.ancestors.lazy.compactMap { $0.table.flatMap(part) }.first
  }

  private func key(
    of entity: Scope, _ properties: [Property], _ standard: EntitySource
  ) -> EntitySource.Key? {
    let key = nearest(\.key, of: entity)
    if let number = nearest(\.rowNumber, of: entity) { return .hidden(number, key: key ?? nil) }
    guard let key else { return standard.key }
    return key.map { column in
      let attribute = properties.lazy.flatMap(\.attributes).first { $0.column == column }
      return .known(column, attribute?.type ?? .integer(.int64))
    }
  }

  private func kinds(
    of entity: Scope, _ all: [CheckedEntity], _ properties: [Property]
  ) -> EntitySource.Kinds? {
    let column = nearest(\.kindColumn, of: entity)
    if all.count < 2, column == nil { return nil }
    func ownKind(of scope: Scope) -> Value? {
      if column == nil { return .text(scope.fullName.text) }
      if scope.table?.kind == .null { return nil }
      return scope.table?.kind
    }
    let descendants = all.map(\.scope).filter { $0.ancestors.contains { $0 === entity } }
    return EntitySource.Kinds(
      column: column ?? properties.freshColumn("kind"), ownKind: ownKind(of: entity),
      all: descendants.compactMap(ownKind), isWholeTable: column == nil && entity.base == nil)
  }
}
