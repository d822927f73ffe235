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
  let referring: ReferringFields
  let onFailure: (ImportFailure) throws -> Void
  let waiting: WaitingReferences
  /// The references of the current record that may have to be resolved again.
  var referencesNow: [NamedReference] = []
  /// The places of its references; empty if it is the last record that was read.
  var placesNow: [Int: ImportPlace] = [:]
  /// The keys of the records that one statement has written.
  var keysNow: [Value] = []
  /// True if references to the same entity wait until all records are written, so that one statement
  /// writes several.
  let waitsTogether: Bool
  let placeOfField: ((Int) -> ImportPlace)?
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
  let table: TableShape?
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
    var layout = layout
    layout.ownNames = database.schema.line(of: layout.entity).map(\.name)
    self.layout = layout
    self.conflict = conflict
    self.onFailure = onFailure
    self.isAllOrNothing = isAllOrNothing
    self.placeOfField = placeOfField
    waiting = WaitingReferences()
    try database.translated { try database.connection.prepareForLoading() }
    // Records that refer to their own entity look up the others one by one.
    let namesOwnKind = layout.entity.relationships.contains(where: layout.isOwn)
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
    waitsTogether =
      placeOfField != nil && !leavesParts
      && Self.canWaitTogether(
        layout, in: database, conflict, of: table, isAllOrNothing: isAllOrNothing)
    statements = try database.translated { [waitsTogether] in
      try ImportStatements(
        layout, conflict, of: table, in: database, singly: leavesParts,
        waitsTogether: waitsTogether)
    }
    forms = StoredForms(layout, of: table, in: database)
    self.table = table
    sizeBefore = try database.size(ofReplacing: table).map { ($0, 0) }
    refusesLate = !isAllOrNothing && placeOfField != nil && namesOwnKind
    logEnd = try refusesLate ? ForgottenRecords(in: database).endOfLog() : nil
    isSparse = conflict.isUpdate || table != nil
    keyField = layout.fields.firstIndex { if case .key = $0 { true } else { false } }
    referring = ReferringFields(of: layout, in: database, takesKeys: takesKeys)
    // A reference to the same entity may mean the record just before. Unless it can wait, it is not looked
    // up ahead.
    looksAhead =
      database.connection.isRemote && (!namesOwnKind || waitsTogether) && !referring.isEmpty
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
    let start = ahead.rows.cells.count
    try decode(&ahead.rows)
    ahead.numbers.append(number)
    if waitsTogether { ahead.places.append(places(from: start)) }
    if isSparse { ahead.presence.append(presence()) }
    if ahead.isFull { try admitAhead() }
  }

  /// The places of the references to the same entity in the record that was just read.
  private func places(from start: Int) -> [Int: ImportPlace] {
    guard let placeOfField else { return [:] }
    var places: [Int: ImportPlace] = [:]
    for (index, field) in layout.fields.enumerated() {
      if case .relationship(let relationship) = field, mayWait(relationship),
        ahead.rows.cells[start + index] != .null
      {
        places[index] = placeOfField(index)
      }
    }
    return places
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
    if waitsTogether { batch.references.append(referencesNow) }
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
    // They may name the records before them.
    if waitsTogether { try send() }
    try database.translated {
      if waitsTogether { try awaitWriting() }
      for (field, _, references) in referring.toOnes {
        try references.lookUp(records.names(in: field))
      }
      for (field, kind) in referring.toManys {
        try kind.references.lookUp(records.names(in: field))
      }
    }
    for (row, number) in records.numbers.enumerated() {
      let presence = records.presence.isEmpty ? nil : records.presence[row]
      if waitsTogether { placesNow = records.places[row] }
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
}
