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
    guard let column else { return "COMMENT ON TABLE \(name: table) IS \(text)" }
    return "COMMENT ON COLUMN \(name: table).\(name: column) IS \(text)"
  }

  /// - Parameter evenEmpty: includes tables and columns without a description.
  static func all(
    of schema: Schema, in dialect: any Dialect, evenEmpty: Bool = false
  ) -> [SchemaComment] {
    guard dialect.keepsComments else { return [] }
    var comments: [SchemaComment] = []
    for entity in schema.tables.entities {
      comments.append(SchemaComment(table: entity.name, column: nil, text: entity.summary))
      for attribute in entity.attributes {
        comments.append(
          SchemaComment(table: entity.name, column: attribute.column, text: attribute.summary))
      }
    }
    if evenEmpty { return comments }
    return comments.filter { $0.text != nil }
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
