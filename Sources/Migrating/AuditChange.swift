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
  /// The additional table that the new triggers need, if it is missing.
  private let pending: SchemaObject?

  init(from old: Schema, to new: Schema, in database: Database) throws {
    dialect = database.dialect
    guard let log = try database.auditLog() else {
      self.old = []
      self.new = []
      pending = nil
      return
    }
    let isOn = try log.isOn
    func objects(_ schema: Schema) -> [SchemaObject] {
      let all = AuditObjects(schema: schema, dialect: database.dialect)
      return (all.lasting + (isOn ? all.triggers : [])).filter { $0.kind != .table }
    }
    self.old = objects(old)
    self.new = objects(new)
    let needed = AuditObjects(schema: new, dialect: database.dialect).pending
    pending = needed.flatMap { database.connection.has($0.name, column: nil) ? nil : $0 }
  }

  /// Statements that remove the triggers and the view.
  var removals: [SQLText] {
    old.reversed().map {
      $0.kind == .view
        ? "DROP VIEW IF EXISTS \(name: $0.name)"
        : dialect.log.removal(of: $0.name, on: $0.table)
    }
  }

  /// Statements that create the triggers and the view for the new model.
  var renewals: [SQLText] { ([pending].compactMap(\.self) + new).map(\.statement) }

  /// Statements that record the new model, for a script.
  func notes(of version: Int64, by author: Author) -> [SQLText] {
    if old.isEmpty { return [] }
    return AuditLog.script(of: version, by: author, dialect.log)
  }
}
