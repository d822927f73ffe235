import Databases
import Engines
import FlagModel
import Migrations
import SQLText

/// Changes the audit log together with the tables. The log keeps its rows, and records a migration
/// as a single row.
struct AuditChange {
  private let old: [SchemaObject]
  private let new: [SchemaObject]
  private let dialect: any Dialect
  /// Creates the additional table that the new triggers need, if it is missing, and empties it.
  private let preparation: [SQLText]

  init(from old: Schema, to new: Schema, in database: Database) throws {
    dialect = database.dialect
    guard let log = try database.auditLog() else {
      self.old = []
      self.new = []
      preparation = []
      return
    }
    let isOn = try log.isOn
    func objects(_ schema: Schema) -> [SchemaObject] {
      let all = AuditObjects(schema: schema, dialect: database.dialect)
      let objects = isOn ? all.lasting + all.triggers : all.lasting
      return objects.filter { $0.kind != .table }
    }
    self.old = objects(old)
    self.new = objects(new)
    let renewed = AuditObjects(schema: new, dialect: database.dialect)
    var preparation: [SQLText] = []
    if let pending = renewed.pending, !database.connection.has(pending.name, column: nil) {
      preparation.append(pending.statement)
    }
    if isOn, let cleaning = renewed.cleaning { preparation.append(cleaning) }
    self.preparation = preparation
  }

  /// Statements that remove the triggers and the view.
  var removals: [SQLText] {
    old.reversed().map { object in
      if object.kind == .view { return "DROP VIEW IF EXISTS \(name: object.name)" }
      return dialect.log.removal(of: object.name, on: object.table)
    }
  }

  /// Statements that create the triggers and the view for the new model.
  var renewals: [SQLText] { preparation + new.map(\.statement) }

  /// Statements that record the new model, for a script.
  func notes(of version: Int64, by author: Author) -> [SQLText] {
    if old.isEmpty { return [] }
    return AuditLog.script(of: version, by: author, dialect.log)
  }
}
