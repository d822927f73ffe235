import Databases
import Engines
import FlagModel

// Writes records one by one.

extension Importer {
  /// The fields that a row sets.
  func presentFields(of row: Int) -> [Int] {
    if batch.presentFields.isEmpty { return statements.presentFields(nil) }
    return batch.presentFields[row]
  }

  /// Writes a record and its pairs, or reports why it is refused.
  func writeOne(_ row: Int) throws {
    do {
      let start = row * layout.fields.count
      let links =
        try batch.links.isEmpty ? links(from: start, batch.numbers[row]) : batch.links[row]
      // A record that is refused must leave nothing, even if a later one of its statements fails.
      let key = try undoing(if: !isAllOrNothing && (leavesParts || !links.isEmpty)) {
        try write(row, links)
      }
      guard let key else { return }
      try noteWaiting(row, key)
    } catch let failure as ImportFailure {
      try onFailure(failure)
    } catch let error as EngineError where error.isConstraintViolation {
      if isOfAnother(error) {
        throw EngineError(.conflict, error.message, sql: error.sql, code: error.code)
      }
      try onFailure(explained(error, row, batch.numbers[row]))
      if error.endsTransaction { throw undone(by: error) }
    }
  }

  /// Notes the references of a written record that wait for other records, in place of those of an earlier record
  /// that it changes.
  func noteWaiting(_ row: Int, _ key: Value) throws {
    if mayChangeWaiting {
      for field in fieldsThatWait(of: row) { try waiting.forget(ofRecord: key, in: field) }
    }
    let references = batch.references.isEmpty ? referencesNow : batch.references[row]
    for reference in references {
      try waiting.add(reference, ofRecord: key, batch.numbers[row])
    }
  }

  /// True if a record may change one whose references wait.
  var mayChangeWaiting: Bool { (conflict.isUpdate || conflict == .replace) && !waiting.isEmpty }

  /// The fields of a record that refer to the same entity.
  private func fieldsThatWait(of row: Int) -> [Int] {
    let start = row * layout.fields.count
    let present = presentFields(of: row)
    let toOnes = referring.toOnes.filter { mayWait($0.relationship) && present.contains($0.field) }
    let toManys = referring.toManys.filter {
      mayWait($0.link.relationship) && batch.rows.cells[start + $0.field] != .null
    }
    return toOnes.map(\.field) + toManys.map(\.field)
  }

  /// Runs the body. If it fails, nothing is counted, and on a condition its changes are undone.
  func undoing<Result>(if isUndone: Bool, _ body: () throws -> Result) throws -> Result {
    let before = counts
    do {
      if isUndone { return try database.connection.transaction(writing: true, body) }
      return try body()
    } catch {
      counts = before
      throw error
    }
  }

  /// Writes a record and its pairs. Returns its key; nil if it was left out.
  private func write(_ row: Int, _ links: [ImportLinks]) throws -> Value? {
    guard let key = try write(row) else {
      if conflict != .leaveOut { throw try keptOut(batch.numbers[row]) }
      counts.leftOut += 1
      return nil
    }
    for link in links { try link.write(for: key, in: database.connection) }
    return key
  }

  /// The error for a failure that rolls back the import after other failures were collected.
  private func undone(by error: EngineError) -> DatabaseError {
    DatabaseError(
      .refused,
      "a constraint or trigger of '\(layout.entity.name)' rolled back the transaction, so no "
        + "record can be left out", hint: "remove the record from the input", outcome: .unchanged,
      cause: error)
  }

  /// True if another program has just inserted the record that should be updated, on engines with
  /// concurrent writers.
  private func isOfAnother(_ error: EngineError) -> Bool {
    guard case .update(let key) = conflict, !database.connection.tellsInsertions else {
      return false
    }
    // A record of another class may have the value.
    if let kinds = layout.entity.source.kinds, !kinds.isWholeTable { return false }
    return error.isUniqueViolation && error.constrainedColumns == [key]
  }

  /// Inserts a record or updates the existing one. Returns its key; nil if it was skipped.
  private func write(_ row: Int) throws -> Value? {
    let fields = presentFields(of: row)
    if conflict.isUpdate,
      let key = try statements.update(row, of: &batch.rows, presentFields: fields)
    {
      counts.updated += 1
      return key
    }
    if let key = conflict.key, table?.column(key)?.isNumbered == true {
      throw unnumbered(batch.numbers[row], by: layout.entity.propertyName(of: key))
    }
    guard let inserted = try statements.insert(row, of: &batch.rows, presentFields: fields) else {
      return nil
    }
    if inserted.isChanged { counts.updated += 1 } else { counts.inserted += 1 }
    return inserted.key
  }

  /// The failure of a record that is not there yet, whose number the engine would choose.
  private func unnumbered(_ number: Int, by key: Name) -> ImportFailure {
    ImportFailure(
      number: number, field: statements.keyField,
      message: "no \(layout.entity.name) has this '\(key)', and the server numbers new ones itself",
      hint: "new records are inserted with --skip '\(key)' in place of --upsert")
  }
}
