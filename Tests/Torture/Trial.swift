import CFaultVFS
import CSQLite

/// The meaning of a folder: the content of its databases, and the bytes of its other files.
typealias Snapshot = [String: Digest]

enum Digest: Hashable {
  case database(Content)
  case bytes([UInt8])
}

/// An operation in one journal mode: what it finds, and what may come of it.
struct Trial {
  let operation: Operation
  let mode: JournalMode
  let place: Workplace
  /// The content of the folder before.
  let fixture: Files
  /// The meanings that the folder may have afterwards: the old state, those between, and the new
  /// one.
  let states: [Snapshot]
  /// The run in which nothing fails.
  let clean: Ending
  let bug: PlantedBug

  var words: [String] { operation.words(in: mode) }

  init(
    _ operation: Operation, _ mode: JournalMode, in place: Workplace, bug: PlantedBug
  ) throws {
    self.operation = operation
    self.mode = mode
    self.place = place
    self.bug = bug
    try place.put(operation.files.mapValues { Array($0.utf8) })
    try place.prepare(operation, mode)
    fixture = try place.take()
    var states = [try place.snapshot(operation)]
    for stage in operation.stages {
      try place.put(fixture)
      try place.require(stage.words, input: stage.input)
      states.append(try place.snapshot(operation))
    }
    try place.put(fixture)
    clean = try place.run(operation.words(in: mode), input: Array(operation.input.utf8))
    guard clean.status == operation.status else {
      throw Trouble("\(operation.name) fails by itself: \(clean.errors)")
    }
    states.append(try place.snapshot(operation))
    self.states = states
    try requireSoundStates()
  }

  private func requireSoundStates() throws {
    for (name, digest) in states.flatMap({ Array($0) }) {
      if case .database(let content) = digest, !content.isSound {
        throw Trouble("\(operation.name): \(name) is damaged where nothing failed")
      }
    }
    // What is lost by consent is in the backup, as it was.
    for (name, digest) in states[states.count - 1] where operation.isCopy(name) {
      guard digest == states[0][operation.database] else {
        throw Trouble("\(operation.name): \(name) is no copy of what was there before")
      }
    }
  }

  /// Runs the operation on its fixture.
  func run(_ plan: fault_plan = fault_plan(), records: Bool = false) throws -> Ending {
    try place.put(fixture)
    return try runAgain(plan, records: records)
  }

  /// Runs it on what is there.
  func runAgain(_ plan: fault_plan = fault_plan(), records: Bool = false) throws -> Ending {
    try place.run(
      words, input: Array(operation.input.utf8),
      .init(plan: plan, records: records, bug: bug, answer: clean.output))
  }
}

extension Operation {
  func words(in mode: JournalMode) -> [String] {
    words[0] == "new" && mode == .wal ? words + ["--wal"] : words
  }

  func isCopy(_ name: String) -> Bool {
    copies.contains { name.hasPrefix($0) } && !Self.isCompanion(name) && !Self.isDraft(name)
  }

  func isDatabase(_ name: String) -> Bool {
    name == database || databases.contains(name) || isCopy(name)
  }

  /// True if it is a file that belongs to a database which is open, or was not closed.
  static func isCompanion(_ name: String) -> Bool {
    ["-journal", "-wal", "-shm"].contains { name.hasSuffix($0) }
  }

  /// True if it is a file that gets its name when it is whole.
  static func isDraft(_ name: String) -> Bool { name.contains(".new-") || name.hasSuffix("~") }
}

extension Workplace {
  /// Makes the database of samples.
  fileprivate func prepare(_ operation: Operation, _ mode: JournalMode) throws {
    let extra = try take()
    try put(extra.merging(["model.swift": Array(Operation.model.utf8)]) { $1 })
    let name = operation.database
    if let sql = operation.foreign {
      try makeForeign(name, "PRAGMA journal_mode = \(mode == .wal ? "wal" : "delete"); \(sql)")
      for words in operation.preparation { try require(words) }
    }
    guard operation.findsDatabase, operation.foreign == nil else { return }
    try require(["new", name, "model.swift"] + (mode == .wal ? ["--wal"] : []))
    for (entity, text) in [("Sample", Operation.samples), ("Reading", Operation.readings)] {
      let more = entity == "Reading" ? ["--map", "sample=sample"] : []
      try require(["insert", name, entity, "--from", "-", "--format", "csv"] + more, input: text)
    }
    for words in operation.preparation { try require(words) }
  }

  /// Makes a database with plain SQLite.
  private func makeForeign(_ name: String, _ sql: String) throws {
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    let opening = sqlite3_open("\(folder)/\(name)", &handle)
    guard opening == SQLITE_OK, sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw Trouble("\(name): \(String(cString: sqlite3_errmsg(handle)))")
    }
  }

  func require(_ words: [String], input: String = "") throws {
    let ending = try run(words, input: Array(input.utf8))
    guard ending.status == 0 else {
      throw Trouble("\(words.joined(separator: " ")): \(ending.status) \(ending.errors)")
    }
  }

  /// The meaning of the folder. Databases are opened for it, and so brought to order.
  func snapshot(_ operation: Operation) throws -> Snapshot {
    var snapshot: Snapshot = [:]
    for name in names where operation.isDatabase(name) {
      snapshot[name] = .database(Content(of: "\(folder)/\(name)"))
    }
    for (name, bytes) in try take() where snapshot[name] == nil { snapshot[name] = .bytes(bytes) }
    return snapshot
  }
}
