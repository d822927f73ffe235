package import Databases
import Engines
package import FlagModel
import Migrations
import SQLText
package import UserSQL

/// The result of a statement of plain SQL.
package struct SQLAnswer {
  /// A heading, and the type if the values come unchanged from an attribute.
  package struct Column: Hashable, Sendable {
    package let title: String
    package let type: AttributeType?
  }

  package let columns: [Column]
  package let rows: RowCursor
}

/// Runs the SQL of users in a database.
///
/// This module prepares the statements one after another, and explains their errors.
package struct SQLRunner: DatabaseWork {
  package let database: Database

  package init(_ database: Database) { self.database = database }

  /// Parses a user's SQL with the names of the model. Values have the form of the columns.
  package func parse(
    _ source: SourceText, _ parameters: SQLParameters = .none, now: Timestamp
  ) throws -> PlainSQL {
    var failure: (any Error)?
    let sql = try PlainSQL(
      source, schema: schema, parameters: parameters, now: now, in: dialect
    ) { value, attribute, entity in
      do {
        return try database.read {
          try ForeignTableRules(database).columnValue(value, of: attribute, in: entity)
        }
      } catch {
        failure = error
        return value
      }
    }
    if let failure { throw failure }
    return sql
  }

  /// Runs a user's SQL. Call it within `read`, or within `write` if it may change records. If it
  /// only reads, the whole text is checked before the first result is shown.
  ///
  /// - Returns: the number of changed records; nil if no statement changes records.
  package func run(
    _ sql: PlainSQL, _ parameters: SQLParameters = .none, mayWrite: Bool,
    show: (SQLAnswer) throws -> Void
  ) throws -> Int64? {
    try connection.guarded(by: rights(mayWrite: mayWrite)) { guardian in
      let script = SQLScript(sql, parameters, database, guardian, mayWrite: mayWrite)
      if !mayWrite { try script.rehearse() }
      var changed: Int64?
      while let statement = try script.nextStatement() {
        do {
          if let count = try run(statement, script, sql, show) { changed = (changed ?? 0) + count }
        } catch {
          // A function such as setval() changes the database only when it runs.
          let cause = error as? EngineError ?? (error as? DatabaseError)?.cause
          if !mayWrite, cause?.isReadOnly == true { throw script.refusedChange }
          throw located(error, script, sql, writing: guardian.writes)
        }
      }
      return changed
    }
  }

  private func rights(mayWrite: Bool) -> SQLRights {
    let isOfModel = mayWrite && database.kind.hasTablesOfModel
    let names = isOfModel ? schemaObjects(of: schema, in: dialect).map(\.name) : []
    let audit = isOfModel ? AuditObjects(schema: schema, dialect: dialect) : nil
    let ofLog = audit.map { ($0.lasting + $0.triggers).map(\.name) } ?? []
    return SQLRights(
      mayWrite: mayWrite, isForeign: database.kind.isForeign, modelTable: Name(ModelTable.name),
      ofModel: Set((names + ofLog).map(\.folded)),
      ofLog: [AuditObjects.log, AuditObjects.changes, LogNames.pending])
  }

  private func run(
    _ statement: any Statement, _ script: SQLScript, _ sql: PlainSQL,
    _ show: (SQLAnswer) throws -> Void
  ) throws -> Int64? {
    let before = connection.totalChanges
    if statement.columnCount > 0 {
      let rows = RowCursor(statement, of: database)
      try show(SQLAnswer(columns: columns(of: statement, sql, script), rows: rows))
      while try rows.next() {}
    } else {
      while try statement.step() {}
    }
    guard ["INSERT", "REPLACE", "UPDATE", "DELETE", "WITH"].contains(script.verb),
      !statement.onlyReads
    else { return nil }
    database.asksForChange = true
    // SQLite still has the count of an earlier statement if this one changed nothing.
    if connection.totalChanges == before { return 0 }
    return connection.changes
  }

  private func columns(
    of statement: any Statement, _ sql: PlainSQL, _ script: SQLScript
  ) -> [SQLAnswer.Column] {
    let tables = schema.tables.entities
    return (0..<statement.columnCount).map { index in
      let name = statement.name(at: index)
      guard let origin = statement.origin(at: index) else {
        let title = sql.heading(
          ofColumn: index, of: statement.columnCount, inStatementAt: script.start)
        return .init(title: title ?? sql.heading(name), type: nil)
      }
      let table = origin.table.folded
      let column = origin.column.folded
      let attribute = tables.first { $0.source.table.folded == table }?.attributes.first {
        $0.column.folded == column
      }
      let type = attribute?.type ?? typeInView(table, column)
      if let type { statement.read(type, at: index) }
      return .init(title: name, type: type)
    }
  }

  /// The type of a column of a `…_named` view that shows the stored value, if the engine does not
  /// report the source of a column.
  private func typeInView(_ view: Name.Folded, _ column: Name.Folded) -> AttributeType? {
    schema.entities.first { $0.viewName.folded == view }?.attributes.first {
      $0.column.folded == column && $0.isShownAsStored(in: dialect)
    }?.type
  }

  /// An error of a running statement, with its number if there are several.
  private func located(
    _ error: any Error, _ script: SQLScript, _ sql: PlainSQL, writing writes: Set<RecordWrite>
  ) -> any Error {
    let cause = error as? EngineError ?? (error as? DatabaseError)?.cause
    guard let cause else { return error }
    if let refusal = script.refusal { return refusal }
    let failure = refusal(of: cause, writing: writes) ?? database.explained(cause)
    guard failure.kind == .failed && failure.hint == nil || cause.isConstraintViolation,
      sql.hasSeveralStatements
    else { return failure }
    let place = sql.beginning(ofStatementAt: script.start)
    let line = place.source.lineAndColumn(at: place.range.lowerBound).line
    let whereabouts = "it was statement \(script.number), on line \(line)"
    return DatabaseError(
      failure.kind, failure.message,
      hint: Hint([.words(whereabouts), failure.hint]), cause: cause)
  }

  /// A constraint error in the terms of the model, with SQL for a valid value.
  private func refusal(of error: EngineError, writing writes: Set<RecordWrite>) -> DatabaseError? {
    guard error.isConstraintViolation,
      let constraint = BrokenConstraint(error, of: schema, in: dialect, writing: writes)
    else { return nil }
    return DatabaseError(
      .refused, constraint.message, hint: constraint.hint ?? constraint.attribute?.storedHint,
      cause: error)
  }
}

extension Attribute {
  /// A call that returns the stored form of a value, for types with another written form.
  fileprivate var storedHint: Hint? {
    let example: String? =
      switch type {
      case .enumeration(let enumeration): enumeration.cases.first?.name.text
      case .flags(let set): set.flags.prefix(2).map(\.name).joined(separator: ",")
      case .date: "2026-11-20"
      case .decimal: "12.5"
      default: nil
      }
    guard let example, !example.isEmpty else { return nil }
    var choices = ""
    if case .enumeration(let enumeration) = type {
      choices = "it has \(listed(enumeration.cases.map(\.name))); "
    }
    return "\(choices)stored(\(column), '\(example)') is what is stored for \(example)"
  }
}
