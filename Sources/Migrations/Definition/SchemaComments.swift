package import FlagModel
package import SQLText

/// The statements that keep what a model says of its entities and attributes beside their tables and
/// columns, where an engine has a place for that.
package func schemaComments(of schema: Schema, in dialect: any Dialect) -> [String] {
  guard dialect.keepsComments else { return [] }
  return schema.tables.entities.flatMap { entity -> [SQLText] in
    let own = entity.summary.map {
      "COMMENT ON TABLE \(name: entity.name) IS \(.text($0))" as SQLText
    }
    let columns = entity.attributes.compactMap { attribute in
      attribute.summary.map {
        """
        COMMENT ON COLUMN \(name: entity.name).\(name: attribute.column) IS \(.text($0))
        """ as SQLText
      }
    }
    return [own].compactMap(\.self) + columns
  }.map { $0.script(in: dialect) }
}
