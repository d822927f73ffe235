package import Databases
import Engines
package import FlagModel

/// Inserts many records. It collects them in a buffer, and SQLite inserts about thirty in one
/// statement. If one of them is refused, the importer finds it and reports its number.
///
/// All calls must be within `write`. The collected records are in the database after `flush`. The
/// indexes of a table that was empty are built by `finish`.
///
/// This module inserts many records fast, each of them checked.
package final class Importer {
  let database: Database
  let layout: ImportLayout
  let conflict: ImportConflict
  package internal(set) var counts = ImportCounts()

  /// The collected records.
  var batch = ImportBatch()
  /// The records whose references are looked up together, before they are collected.
  private var ahead: RecordsAhead
  private let looksAhead: Bool
  /// True if the pairs of several records in many-to-many relationships are written in one statement.
  private let writesLinksTogether: Bool
  /// The records that the engine is writing; empty if there are none.
  var handedOver = ImportBatch()
  let statements: ImportStatements
  private let referring: ReferringFields
  let onFailure: (ImportFailure) throws -> Void
  let waiting: WaitingReferences
  /// The references of the current record that may have to be resolved again.
  private var referencesNow: [NamedReference] = []
  private let placeOfField: ((Int) -> ImportPlace)?
  /// True if a failure ends the import.
  let isAllOrNothing: Bool
  /// True if a statement that fails, or that keeps a record out, may leave some of its changes.
  let leavesParts: Bool
  /// True if a record can be refused after it was inserted.
  private let refusesLate: Bool
  /// The size in bytes at which the collected records are written.
  private static let mostBytes = 1 << 18
  private var pause: IndexPause?
  private var trust: CheckedValues?
  /// True if records may omit fields, which are then not set.
  private let isSparse: Bool
  /// Converts values to the form of foreign columns; nil if no conversion is necessary.
  private let forms: StoredForms?
  let groups: ImportGroups
  /// The greatest key before the import, so that greater keys come from it; nil if other programs
  /// may write meanwhile.
  let lastKeyBefore: Int64?

  /// The number of records, and of inserted records, at the beginning of the transaction. Only for
  /// tables whose constraints may delete records.
  private var sizeBefore: (records: Int64, inserted: Int64)?
  private let table: TableShape?
  /// The last row of the audit log before the transaction's records; nil if no record that is in the
  /// log can be refused.
  private(set) var logEnd: Int64?

  /// The field of the key; `hasGivenKeys` is true if a record had its own key there.
  private let keyField: Int?
  private(set) var hasGivenKeys = false

  /// Begins an import. Failures are reported as soon as they are known.
  ///
  /// - Parameters:
  ///   - inOneTransaction: false if the import uses several transactions, between which no index
  ///     may be missing.
  ///   - areChecked: true if all values were validated, so that SQLite can skip its CHECKs.
  ///   - takesKeys: true if a number always is a key, even if another record has it as its name.
  ///   - placeOfField: the place of a field of the current record in the input. With it, a name of
  ///     the same entity may refer to a later record.
  package init(
    _ layout: ImportLayout, into database: Database, conflict: ImportConflict = .stop,
    inOneTransaction: Bool = true, areChecked: Bool = false, takesKeys: Bool = false,
    after earlier: Importer? = nil, isAllOrNothing: Bool = true,
    placeOfField: ((Int) -> ImportPlace)? = nil,
    onFailure: @escaping (ImportFailure) throws -> Void
  ) throws {
    self.database = database
    self.layout = layout
    self.conflict = conflict
    self.onFailure = onFailure
    self.isAllOrNothing = isAllOrNothing
    self.placeOfField = placeOfField
    waiting = WaitingReferences()
    try database.translated { try database.connection.prepareForLoading() }
    // Records that refer to their own entity look up the others one by one.
    let namesOwnKind = layout.entity.relationships.contains { $0.target == layout.entity.name }
    let table = try ForeignTableRules(database).tableToChange(
      layout.entity, columns: layout.columns, isImport: true, lookingUp: conflict.key)
    let canPause = inOneTransaction && !namesOwnKind && table == nil
    pause = try canPause ? IndexPause(layout.entity, of: database) : nil
    lastKeyBefore =
      try inOneTransaction
      ? earlier?.lastKeyBefore ?? ImportStatements.greatestKey(of: layout.entity, in: database)
      : nil
    groups = ImportGroups(layout)
    // Only SQLite knows the parts of a struct that an existing record already has.
    let changesStructs = conflict.isUpdate && !groups.isEmpty
    let canTrust = areChecked && !changesStructs && table == nil
    trust = try canTrust ? CheckedValues(layout.entity, of: database) : nil
    let leavesParts =
      try !isAllOrNothing && database.translated { try database.leavesPartsOfRefused() }
    self.leavesParts = leavesParts
    statements = try database.translated {
      try ImportStatements(layout, conflict, of: table, in: database, singly: leavesParts)
    }
    forms = StoredForms(layout, of: table, in: database)
    self.table = table
    sizeBefore = try database.size(ofReplacing: table).map { ($0, 0) }
    refusesLate = !isAllOrNothing && placeOfField != nil && namesOwnKind
    logEnd = try refusesLate ? ForgottenRecords(in: database).endOfLog() : nil
    isSparse = conflict.isUpdate || table != nil
    keyField = layout.keyField
    referring = ReferringFields(of: layout, in: database, takesKeys: takesKeys)
    // A reference to the same entity may mean the record just before, so it is not looked up ahead.
    looksAhead = database.connection.isRemote && !namesOwnKind && !referring.isEmpty
    writesLinksTogether = looksAhead && !referring.toManys.isEmpty && statements.canReturnKeys
    ahead = RecordsAhead(width: layout.fields.count)
  }

  /// Adds a record whose cells the body appends.
  /// - Parameter presence: true for each field that the record has; nil if it has all. If the record updates an
  ///   existing one, only these fields are set.
  package func add(
    _ number: Int, presence: @autoclosure () -> [Bool]? = nil,
    decode: (inout StoredRow) throws -> Void
  ) throws {
    guard looksAhead else { return try admit(number, presence: presence, decode: decode) }
    try decode(&ahead.rows)
    ahead.numbers.append(number)
    if isSparse { ahead.presence.append(presence()) }
    if ahead.isFull { try admitAhead() }
  }

  /// Adds a record to the batch, with keys in place of names.
  private func admit(
    _ number: Int, presence: () -> [Bool]?, decode: (inout StoredRow) throws -> Void
  ) throws {
    let start = (cells: batch.rows.cells.count, bytes: batch.rows.bytes.count)
    referencesNow.removeAll(keepingCapacity: true)
    try decode(&batch.rows)
    do {
      if !conflict.isUpdate, !groups.isEmpty {
        try requireWholeGroups(number, batch.rows.cells[start.cells...])
      }
      if let forms {
        try database.translated { try forms.apply(to: &batch.rows, from: start.cells) }
      }
      if !referring.toOnes.isEmpty {
        try database.translated { try resolve(number, from: start.cells) }
      }
      if writesLinksTogether {
        let pairs = try database.translated { try links(from: start.cells, number) }
        batch.links.append(pairs)
      }
    } catch let failure as ImportFailure {
      batch.rows.cells.removeSubrange(start.cells...)
      batch.rows.bytes.removeSubrange(start.bytes...)
      try flush()
      return try onFailure(failure)
    }
    batch.numbers.append(number)
    if let keyField, batch.rows.cells[start.cells + keyField] != .null { hasGivenKeys = true }
    if isSparse { batch.presentFields.append(statements.presentFields(presence())) }
    if hasLinks(from: start.cells) && !writesLinksTogether || statements.capacity == 1 {
      try send(singly: true)
    } else if batch.numbers.count == statements.capacity || batch.rows.bytes.count > Self.mostBytes
    {
      try send()
    }
  }

  /// Adds the records whose references are looked up together.
  private func admitAhead() throws {
    if ahead.numbers.isEmpty { return }
    // A failing record must not be added again.
    let records = ahead
    ahead.removeAll()
    try database.translated {
      for (field, _, references) in referring.toOnes {
        try references.lookUp(records.names(in: field))
      }
      for (field, kind) in referring.toManys {
        try kind.references.lookUp(records.names(in: field))
      }
    }
    for (row, number) in records.numbers.enumerated() {
      let presence = records.presence.isEmpty ? nil : records.presence[row]
      try admit(number, presence: { presence }, decode: { records.append(row, to: &$0) })
    }
  }

  /// Writes the collected records, and waits until they are written.
  package func flush() throws {
    try admitAhead()
    try send()
    try database.translated { try awaitWriting() }
  }

  /// The maximum number of records that may still be refused after they were added.
  package var mostWaiting: Int {
    (statements.areHandedOver ? 2 * statements.capacity : statements.capacity)
      + (looksAhead ? RecordsAhead.capacity : 0)
  }

  /// Writes the collected records, and builds the postponed indexes.
  package func finish() throws {
    try flush()
    try database.translated { try pause?.end(in: database.connection) }
    pause = nil
    if hasGivenKeys {
      let entity = layout.entity
      try database.translated {
        try database.connection.continueKeys(of: entity.source.table, entity.keyColumn)
      }
    }
    try resolveReferences()
    try countReplaced()
    trust = nil
  }

  /// Counts the records that constraints have deleted since the beginning of the transaction. Call
  /// it at the end of the transaction; `finish` does so.
  package func countReplaced() throws {
    guard let before = sizeBefore, let size = try database.size(ofReplacing: table) else { return }
    counts.replaced += before.records + counts.inserted - before.inserted - size
    sizeBefore = (size, counts.inserted)
  }

  /// Call it when the next transaction begins, because other programs may have deleted records
  /// meanwhile.
  package func beginsAnew() throws {
    sizeBefore = try database.size(ofReplacing: table).map { ($0, counts.inserted) }
    logEnd = try refusesLate ? ForgottenRecords(in: database).endOfLog() : nil
    referring.forget()
  }

  /// The fields that a row sets.
  func presentFields(of row: Int) -> [Int] {
    if batch.presentFields.isEmpty { return statements.presentFields(nil) }
    return batch.presentFields[row]
  }

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
      for reference in referencesNow {
        try waiting.add(reference, ofRecord: key, batch.numbers[row])
      }
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

  // MARK: Relationships

  /// Replaces the names of to-one relationships by keys.
  private func resolve(_ number: Int, from start: Int) throws {
    for (field, relationship, references) in referring.toOnes {
      guard case .text(let range) = batch.rows.cells[start + field] else { continue }
      let key = try key(in: range, references, relationship, number, field)
      if key == nil, relationship.cardinality == .toOne(isOptional: false) {
        throw ImportFailure(
          number: number, field: field, message: "\(relationship.name) must have a value", hint: nil
        )
      }
      batch.rows.cells[start + field] = key.map { batch.rows.cell(of: $0) } ?? .null
    }
  }

  private func key(
    in range: Range<Int>, _ references: ImportReferences, _ relationship: Relationship,
    _ number: Int, _ field: Int
  ) throws -> Value? {
    try batch.rows.bytes.withUnsafeBufferPointer { bytes in
      try key(
        named: UnsafeBufferPointer(rebasing: bytes[range]), references, relationship, number, field,
        mayWait: placeOfField != nil && mayWait(relationship))
    }
  }

  /// The key of the record with a name; nil if the name is empty, or if it waits for a later
  /// record.
  func key(
    named name: UnsafeBufferPointer<UInt8>, _ references: ImportReferences,
    _ relationship: Relationship, _ number: Int, _ field: Int, mayWait: Bool
  ) throws -> Value? {
    do {
      let key = try references.key(of: name)
      // The other record may still be refused at the end.
      if mayWait, !isAllOrNothing, let key { note(name, of: field, key) }
      return key
    } catch let error as ValueError {
      if mayWait, try references.isUnknown(name) {
        note(name, of: field, nil)
        return nil
      }
      throw ImportFailure(
        number: number, field: field, message: "\(relationship.name): \(error.message)",
        hint: try error.hint ?? references.hint(for: name) ?? order(of: relationship))
    }
  }

  private func note(_ name: UnsafeBufferPointer<UInt8>, of field: Int, _ other: Value?) {
    guard let placeOfField else { return }
    referencesNow.append(
      NamedReference(field: field, name: Array(name), place: placeOfField(field), other: other))
  }

  func references(of field: Int) -> ImportReferences? {
    referring.references(of: field)
  }

  /// A hint about the order of records, for a reference to the same entity.
  private func order(of relationship: Relationship) -> Hint? {
    guard relationship.target == layout.entity.name, !mayWait(relationship) else { return nil }
    return "a record must come before the records that refer to it"
  }

  private func hasLinks(from start: Int) -> Bool {
    referring.toManys.contains { batch.rows.cells[start + $0.field] != .null }
  }

  /// The pairs of a row, whose other sides are looked up before anything is written.
  private func links(from start: Int, _ number: Int) throws -> [ImportLinks] {
    try referring.toManys.compactMap { field, kind in
      guard case .text(let range) = batch.rows.cells[start + field] else { return nil }
      var others: [Value] = []
      var from = range.lowerBound
      while from < range.upperBound {
        let end = batch.rows.bytes[from..<range.upperBound].firstIndex(of: 0) ?? range.upperBound
        if let other = try key(in: from..<end, kind.references, kind.relationship, number, field) {
          others.append(other)
        }
        from = end + 1
      }
      return ImportLinks(
        join: kind.join, others: others, owner: layout.entity.isNumbered ? nil : layout.entity)
    }
  }
}
