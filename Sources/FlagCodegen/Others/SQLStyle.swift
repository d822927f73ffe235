import FlagModel
import Migrations
import SQLText

/// SQLite views that show names in place of stored numbers.
struct SQLStyle: CodeStyleWriter {
  private let schema: Schema
  private let model: CodeModel

  init(_ source: CodeSource) throws {
    guard source.hasTables else {
      throw CodeProblem("a model of Core Data does not tell the tables of its store")
    }
    schema = source.schema
    model = CodeModel(schema, in: .sql, known: source.known)
  }

  func units() -> [CodeUnit] {
    let views = schemaObjects(.view, of: schema, in: SQLiteDialect())
    return zip(schema.entities, views).map { entity, view in
      let lines = view.sql.split(separator: "\n", omittingEmptySubsequences: false)
      var items = lines.enumerated().map { index, line in
        let end = if index == lines.count - 1 { ";" } else { "" }
        return CodeItem.line(Code(stringLiteral: "\(line)\(end)"))
      }
      items[0].documentation = entity.summary
      items[0].isApart = true
      return CodeUnit(name: model.name(of: entity.name), items: items)
    }
  }
}
