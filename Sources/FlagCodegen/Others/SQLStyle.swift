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
    model = CodeModel(schema, in: .sql, declaredElsewhere: source.declaredElsewhere)
  }

  func units() -> [CodeUnit] {
    let views = schemaObjects(.view, of: schema, in: SQLiteDialect())
    var units: [CodeUnit] = []
    for (entity, view) in zip(schema.entities, views) {
      var items: [CodeItem] = []
      for line in "\(view.sql);".split(separator: "\n", omittingEmptySubsequences: false) {
        items.append(.line(Code(stringLiteral: String(line))))
      }
      items[0].documentation = entity.summary
      items[0].isApart = true
      units.append(CodeUnit(name: model.name(of: entity.name), items: items))
    }
    return units
  }
}
