package import FlagModel
package import SQLText

/// The description of an entity or attribute, as a comment on its table or column if the engine
/// supports this.
struct SchemaComment {
  let table: Name
  /// Nil for the table itself.
  let column: Name?
  let text: String?

  var statement: SQLText {
    let text: SQLText = text.map { "\(.text($0))" } ?? "NULL"
    return column.map {
      "COMMENT ON COLUMN \(name: table).\(name: $0) IS \(text)"
    } ?? "COMMENT ON TABLE \(name: table) IS \(text)"
  }

  /// - Parameter evenEmpty: includes tables and columns without a description.
  static func all(
    of schema: Schema, in dialect: any Dialect, evenEmpty: Bool = false
  ) -> [SchemaComment] {
    guard dialect.keepsComments else { return [] }
    return schema.tables.entities.flatMap { entity in
      [SchemaComment(table: entity.name, column: nil, text: entity.summary)]
        + entity.attributes.map {
          SchemaComment(table: entity.name, column: $0.column, text: $0.summary)
        }
    }.filter { evenEmpty || $0.text != nil }
  }
}

/// The statements that store the descriptions of entities and attributes.
/// - Parameter tables: the tables whose comments are needed; nil for all.
package func schemaComments(
  of schema: Schema, in dialect: any Dialect, on tables: Set<Name>? = nil
) -> [String] {
  SchemaComment.all(of: schema, in: dialect).filter { tables?.contains($0.table) ?? true }.map {
    $0.statement.script(in: dialect)
  }
}
