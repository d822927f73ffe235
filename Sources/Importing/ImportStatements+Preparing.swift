import Databases
import Engines
import FlagModel
import Queries
import SQLText

// Prepares the statements for the fields that records set.

extension ImportStatements {
  /// The statements for records that set the same fields.
  final class Insertion {
    let presentFields: [Int]
    /// The fields whose columns the statements list.
    let fields: [Int]
    let bulk: BulkStatements
    /// The number of bindings of the first record of a statement, and of each later one. Values
    /// that all records share may be bound only once.
    let widths: (first: Int, next: Int)
    let single: any Statement
    /// Inserts a record unless a conflict prevents it.
    let probe: (any Statement)?
    /// True if `single` only updates.
    let replaces: Bool
    /// True if a record is also searched by `single` before it is inserted.
    let updatesFirst: Bool
    /// Updates the record with the same unique values, or only finds it if the row is left out. It is for rows of a
    /// foreign table that lack a value, which engines report before they find a conflict.
    let existing: (any Statement)?
    /// The statements that write several records.
    var several: [Several: any Statement] = [:]

    init(
      _ presentFields: [Int], _ fields: [Int], _ bulk: BulkStatements,
      widths: (first: Int, next: Int),
      single: any Statement, probe: (any Statement)?, replaces: Bool, updatesFirst: Bool,
      existing: (any Statement)?
    ) {
      self.presentFields = presentFields
      self.fields = fields
      self.bulk = bulk
      self.widths = widths
      self.single = single
      self.probe = probe
      self.replaces = replaces
      self.updatesFirst = updatesFirst
      self.existing = existing
    }

    /// The index of the first binding of a record.
    func start(of row: Int) -> Int { row == 0 ? 1 : 1 + widths.first + (row - 1) * widths.next }
  }

  /// The key of a statement that writes several records.
  struct Several: Hashable {
    let rows: Int
    /// True if it updates existing records, because the input lacks values that a new record needs.
    let changes: Bool
    /// The unique columns that identify the record to replace.
    let target: [Name]
    var returnsKeys = false
  }

  /// The statements for records that set some of the fields. In a flagdb table, every column gets a
  /// value. In a foreign table, columns that are not set get their default values.
  func insertion(_ presentFields: [Int]) throws(EngineError) -> Insertion {
    if let last, last.presentFields == presentFields { return last }
    let current: Insertion
    if let prepared = insertions[presentFields] {
      current = prepared
    } else {
      current = try prepared(presentFields)
    }
    last = current
    // JSON objects may have any subset of the members, so the number of statements is limited.
    if insertions.count > 100 { insertions.removeAll() }
    insertions[presentFields] = current
    return current
  }

  private func prepared(_ presentFields: [Int]) throws(EngineError) -> Insertion {
    let fields = table == nil ? bound : presentFields
    let bulk = BulkStatements(
      layout.entity, columns(of: fields), fixed: layout.fixed, keys: layout.keys)
    let single = conflicts(presentFields, by: []).single
    // SQLite reports an insert by the rowid of the record, if the table has one.
    let tells = connection.tellsInsertions
    let isProbed = conflict == .replace && (!tells || table?.tellsInsertions == false)
    let replaces = isProbed && !tells && !bulk.entity.storedColumns.isEmpty
    var insert = bulk.insert(rows: 1, onConflict: single).written(in: connection.dialect)
    // The clause for conflicts also has bindings, which follow those of all records.
    let one = bulk.insert(rows: 1, onConflict: .abort).written(in: connection.dialect)
    let two = bulk.insert(rows: 2, onConflict: .abort).written(in: connection.dialect)
    let first = one.bindings.count
    let next = bulk.width > 0 ? two.bindings.count - first : first
    let uniques = table.map { [$0.key.map(\.name)] + $0.uniques } ?? []
    let canExist = table != nil && bulk.identifiesRecords(uniqueBy: uniques)
    let replacement = bulk.replacement(keepingOthers: table != nil, uniqueBy: uniques)
    if replaces { insert = replacement.written(in: connection.dialect) }
    var probe: (any Statement)?
    if isProbed { probe = try connection.prepare(bulk.insert(rows: 1, onConflict: .leaveOut)) }
    var existing: (any Statement)?
    if canExist {
      switch conflict {
      case .leaveOut: existing = try connection.prepare(bulk.search(uniqueBy: uniques))
      case .replace where !replaces: existing = try connection.prepare(replacement)
      case .stop, .replace, .update: break
      }
    }
    return Insertion(
      presentFields, fields, bulk, widths: (first, next), single: try connection.prepare(insert),
      probe: probe, replaces: replaces, updatesFirst: replaces && canExist, existing: existing)
  }

  /// The statement that inserts several records.
  /// - Parameter target: the unique columns that identify the record to replace.
  func several(
    _ rows: Int, _ insertion: Insertion, by target: [Name] = [], returnsKeys: Bool = false
  ) throws(EngineError) -> any Statement {
    let key = Several(rows: rows, changes: false, target: target, returnsKeys: returnsKeys)
    if let prepared = insertion.several[key] { return prepared }
    let conflict = conflicts(insertion.presentFields, by: target).several
    let statement = try connection.prepare(
      insertion.bulk.insert(rows: rows, onConflict: conflict, returnsKeys: returnsKeys))
    insertion.several[key] = statement
    return statement
  }

  /// The statement for records that can only update others. Nil if they may also be new, or if the
  /// table is foreign and may have default values for them.
  func changes(_ rows: Int, _ insertion: Insertion) throws(EngineError) -> (any Statement)? {
    guard case .update(let key) = conflict, table == nil,
      insertion.bulk.lacksValues(giving: columns(of: insertion.presentFields))
    else { return nil }
    let place = Several(rows: rows, changes: true, target: [])
    if let prepared = insertion.several[place] { return prepared }
    let changed = columns(of: changed(insertion.presentFields))
    let statement = try connection.prepare(insertion.bulk.updates(rows: rows, changed, by: key))
    insertion.several[place] = statement
    return statement
  }

  /// The conflict clauses of the statements for one record and for several.
  private func conflicts(
    _ presentFields: [Int], by target: [Name]
  ) -> (single: BulkStatements.Conflict, several: BulkStatements.Conflict) {
    switch conflict {
    // OR FAIL would override the conflict clauses of a foreign table.
    case .stop: (.abort, table == nil ? .fail : .abort)
    case .leaveOut: (.leaveOut, .leaveOut)
    case .replace:
      (.replace(replaced(presentFields)), .replaceOne(replaced(presentFields), by: target))
    case .update(let key): (.abort, .update(columns(of: changed(presentFields)), by: key))
    }
  }

  /// The columns that a replaced record sets: all, or in a foreign table those that the record
  /// sets.
  private func replaced(_ presentFields: [Int]) -> [Name] {
    guard table != nil else { return layout.entity.storedColumns }
    return (columns(of: presentFields) + layout.fixed.map(\.column)).filter {
      $0 != layout.entity.keyColumn
    }
  }

  func columns(of fields: [Int]) -> [Name] { fields.compactMap { layout.fields[$0].column } }

  /// The fields that a record sets in an existing record, which keeps its key.
  func changed(_ presentFields: [Int]) -> [Int] {
    presentFields.filter { $0 != keyField && layout.fields[$0].column != layout.entity.keyColumn }
  }

  /// The statement, and the index of the key's binding.
  func preparedUpdate(
    _ presentFields: [Int], by key: Name
  ) throws(EngineError) -> (any Statement, last: Int) {
    if let update = updates[presentFields] { return update }
    if updates.count > 100 { updates.removeAll() }
    let sql = layout.statements.update(columns(of: presentFields), by: key)
      .written(in: connection.dialect)
    let update = (try connection.prepare(sql), sql.bindings.count)
    updates[presentFields] = update
    return update
  }
}
