import Databases
import FlagFormats
import FlagModel
import Importing
import Queries
import Terminal

/// Imports the records of all inputs into one entity, one input after the other.
final class ImportRun {
  private let database: Database
  private let entity: Entity
  private let options: ImportOptions
  private let inputs: [ImportInput]
  private let fixed: [Assignment]
  private let rejections: Rejections
  private let session: Session
  private let progress: Progress?

  /// The current input, with its reader and its decoder.
  private final class Current {
    let input: ImportInput
    let reader: RecordReader
    var decoder: RecordDecoder
    let importer: Importer

    init(
      _ input: ImportInput, _ reader: RecordReader, _ decoder: RecordDecoder, _ importer: Importer
    ) {
      self.input = input
      self.reader = reader
      self.decoder = decoder
      self.importer = importer
    }
  }

  private var current: Current?
  /// The reader of the last opened input.
  private var lastReader: RecordReader?
  private var nextInput = 0
  /// The importers, one for each set of columns. Each has indexes to build at the end.
  private var importers: [(fields: [ImportField], importer: Importer)] = []
  /// The number of records read from all inputs, including invalid ones.
  private var recordsRead: Int64 = 0
  /// The number of committed records, and of those before them.
  private(set) var committed: Int64 = 0
  private var recent = RecentRecords()
  /// A longer batch is sent at once, so that the reader is still at its records.
  private static let longestRecent = 1 << 14
  /// A larger batch is sent at once, whatever the engine accepts.
  private static let mostRecentBytes = 1 << 23

  init(
    _ database: Database, _ entity: Entity, _ options: ImportOptions, _ inputs: [ImportInput],
    fixed: [Assignment], _ rejections: Rejections, in session: Session
  ) {
    self.database = database
    self.entity = entity
    self.options = options
    self.inputs = inputs
    self.fixed = fixed
    self.rejections = rejections
    self.session = session
    progress = session.progress(isTyped: options.files.contains("-"))
  }

  /// The counts of all inputs.
  var counts: ImportCounts {
    var total = ImportCounts()
    for running in importers { total.add(running.importer.counts) }
    return total
  }

  /// Imports everything, in a transaction of the caller.
  func takeAll() throws {
    defer { progress?.clear() }
    while try takeRecord() {}
    for running in importers { try running.importer.finish() }
  }

  /// Imports everything and commits after each batch.
  func takeInBatches(of size: Int64) throws {
    defer { progress?.clear() }
    var isAtEnd = false
    while !isAtEnd {
      try database.write {
        for running in importers { try running.importer.beginsAnew() }
        let end = max(recordsRead, options.skippedRecords) + size
        while recordsRead < end, !isAtEnd { isAtEnd = try !takeRecord() }
        for running in importers { try running.importer.flush() }
        for running in importers {
          try running.importer.resolveReferences()
          try running.importer.countReplaced()
        }
      }
      committed = recordsRead
    }
  }

  /// Imports the next record, or refuses it. Returns false at the end.
  private func takeRecord() throws -> Bool {
    while true {
      guard let current = try self.current ?? openNext() else { return false }
      do {
        guard try counting({ try current.reader.next() }) else {
          try current.importer.flush()
          noteUnmetColumns(current)
          self.current = nil
          continue
        }
        if recordsRead > options.skippedRecords { try take(current) }
      } catch let error as InputError {
        try refuse(error, current)
      }
      progress?.show(
        current.input.name, bytes: current.reader.bytesRead, of: current.input.size,
        records: Int(recordsRead))
      return true
    }
  }

  /// Counts a record, even one that cannot be parsed.
  private func counting(_ next: () throws -> Bool) throws -> Bool {
    do {
      let isThere = try next()
      if isThere { recordsRead += 1 }
      return isThere
    } catch let error as InputError {
      recordsRead += 1
      throw error
    }
  }

  private func take(_ current: Current) throws {
    let isLong = current.reader.record.count > Self.longestRecent
    if isLong {
      try current.importer.flush()
    } else {
      if recent.byteCount > Self.mostRecentBytes {
        try current.importer.flush()
        recent.forget()
      }
      recent.keep(recordsRead, current.reader)
    }
    try current.importer.add(Int(recordsRead), presence: current.decoder.presence) { row in
      try current.decoder.decode(current.reader, into: &row)
    }
    if isLong { try current.importer.flush() }
  }

  /// Opens the next input, and finds its columns.
  private func openNext() throws -> Current? {
    guard nextInput < inputs.count else { return nil }
    let input = inputs[nextInput]
    nextInput += 1
    let reader = try RecordReader(input, named: input.name, options.style(of: input, for: entity))
    try options.requireRejects(in: reader.format)
    // The columns of a file are checked once, because they are the same for all records.
    var unsettable: [UnsettableProperty] = []
    if reader.isJSON {
      unsettable = try UnsettableProperty.all(
        of: entity, in: database, options.conflict(in: entity))
    }
    let decoder = try options.decoder(
      for: entity, isForeign: database.kind.isForeign, reader, fixed: fixed, unsettable: unsettable,
      now: session.now)
    try rejections.begin(reader, options.style)
    let current = Current(input, reader, decoder, try importer(for: decoder.fields))
    self.current = current
    lastReader = reader
    return current
  }

  private func importer(for fields: [ImportField]) throws -> Importer {
    if let match = importers.first(where: { $0.fields == fields }) { return match.importer }
    let placeOfField = { [unowned self] field in place(of: field) }
    let layout = ImportLayout(entity, fields, fixed: fixed)
    try layout.requireTaken(by: database, options.conflict(in: entity))
    let new = try Importer(
      layout, into: database,
      conflict: options.conflict(in: entity), inOneTransaction: options.batch == nil,
      areChecked: true, takesKeys: options.isRaw, after: importers.last?.importer,
      isAllOrNothing: options.errorRule == .stop, placeOfField: placeOfField
    ) { [unowned self] in try refuse($0) }
    importers.append((fields, new))
    recent.reserve(new.mostWaiting)
    return new
  }

  /// Notes the columns that match no attribute. This need not be a mistake.
  private func noteUnmetColumns(_ current: Current) {
    if options.creates { return }
    session.say(
      shownInPart(current.decoder.unmetColumns(of: current.reader)) { column in
        let note = "no record of '\(current.input.name)' has the key '\(column)'"
        return "note: \(shownInPart(note))\n"
      })
  }

  // MARK: Records that are wrong

  /// Refuses a record that the reader or the decoder rejects, after the records before it are sent.
  private func refuse(_ error: InputError, _ current: Current) throws {
    if recordsRead <= options.skippedRecords { return }
    try current.importer.flush()
    progress?.clear()
    var record: RejectedRecord?
    if rejections.isCollecting { record = RejectedRecord(current.reader, options.style) }
    try rejections.add(error, record)
  }

  /// The location of a field in the last record that was read.
  private func place(of field: Int) -> ImportPlace {
    guard let current else { return ImportPlace(file: nil, line: nil, column: nil, record: []) }
    let error = current.decoder.error("", inField: field, from: current.reader)
    return ImportPlace(
      file: error.file, line: error.line, column: error.column,
      record: rejections.isCollecting ? Array(current.reader.record) : [])
  }

  /// Refuses a record that the database rejects, perhaps after later records were read.
  private func refuse(_ failure: ImportFailure) throws {
    progress?.clear()
    if let place = failure.place, let reader = lastReader {
      let error = InputError.noted(
        failure.message, hint: failure.hint, file: place.file, line: place.line,
        column: place.column)
      return try rejections.add(error, RejectedRecord(place.record, of: reader, options.style))
    }
    guard let current else { throw failure }
    let (decoder, reader) = (current.decoder, current.reader)
    let past = recent.record(failure.number)
    let error = decoder.error(
      failure.message, hint: failure.hint, inField: failure.field, of: past, from: reader)
    let bytes = past?.bytes ?? Array(reader.record)
    try rejections.add(error, RejectedRecord(bytes, of: reader, options.style))
  }
}

/// The last records, for errors that the database reports later.
private struct RecentRecords {
  private struct Entry {
    var number: Int64 = 0
    var record = PastRecord()
  }

  private var entries: [Entry] = []
  /// The total number of bytes.
  private(set) var byteCount = 0

  /// Sets the number of records to remember.
  mutating func reserve(_ count: Int) {
    guard entries.count < count else { return }
    entries = Array(repeating: Entry(), count: count)
    byteCount = 0
  }

  mutating func keep(_ number: Int64, _ reader: RecordReader) {
    let index = Int(number) % entries.count
    byteCount += reader.record.count - entries[index].record.bytes.count
    entries[index].number = number
    entries[index].record.keep(reader)
  }

  /// Forgets all records and frees their memory.
  mutating func forget() {
    entries = Array(repeating: Entry(), count: entries.count)
    byteCount = 0
  }

  func record(_ number: Int) -> PastRecord? {
    let entry = entries[number % entries.count]
    if entry.number == number { return entry.record }
    return nil
  }
}
