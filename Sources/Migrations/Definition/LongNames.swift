package import FlagModel
package import SQLText

/// The names that a model's objects would have and that exceed the engine's limit.
package func longNames(of schema: Schema, in dialect: any Dialect) -> [Name] {
  guard let longest = dialect.longestName else { return [] }
  let tables = schemaObjects(.table, of: schema, in: dialect).map(\.name)
  let columns = schema.tables.entities.flatMap { entity in
    [entity.keyColumn] + entity.columnProperties.compactMap(\.column)
  }
  let joins = schema.tables.entities.flatMap(\.relationships).flatMap { relationship -> [Name] in
    guard case .joinTable(let join) = relationship.storage else { return [] }
    return [join.ownColumn, join.otherColumn]
  }
  var seen: Set<Name> = []
  let names = schema.entities.map(\.viewName) + tables + columns + joins
  let stretches = schema.tables.entities.compactMap { entity -> Name? in
    guard case .partitions? = dialect.spreads[entity.name] else { return nil }
    return "\(entity.name).2026-11-20"
  }
  return (names + stretches).filter {
    $0.utf8.count > longest && seen.insert($0).inserted
  }
}
