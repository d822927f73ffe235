package import FlagModel
package import SQLText

/// The words of a model on an entity or an attribute, which stand beside its table or column where an
/// engine has a place for that.
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

  /// - Parameter evenEmpty: tells also of tables and columns on which nothing is said.
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

/// The statements that keep what a model says of its entities and attributes.
/// - Parameter tables: those whose comments are enough; nil for all.
package func schemaComments(
  of schema: Schema, in dialect: any Dialect, on tables: Set<Name>? = nil
) -> [String] {
  SchemaComment.all(of: schema, in: dialect).filter { tables?.contains($0.table) ?? true }.map {
    $0.statement.script(in: dialect)
  }
}
