import Engines
import FlagModel
import Foundation
import SQLText
import Testing

@testable import Databases
@testable import SQLiteEngine

/// Files that other programs made: whatever they were left like, all that was committed is read, and
/// neither they nor the files beside them change.
@Suite struct ForeignDatabaseTests {
  /// The state in which the other program left the file.
  struct State: CustomTestStringConvertible, Sendable {
    let name: String
    var mode = "WAL"
    /// Statements after the thousand rows are there.
    var then = ""
    /// The files beside it that are there.
    var companions: [String] = []
    /// The ending of a file beside it that is none of its own.
    var stray: String?
    /// True if the program still has it open.
    var isOpen = false
    /// The reason why a copy is read.
    var reasonForCopy: String?

    var testDescription: String { name }
  }

  private static let takeIn = "PRAGMA wal_checkpoint(TRUNCATE)"
  private static let change = "BEGIN; UPDATE item SET name = hex(randomblob(200))"
  /// A change that has come into the file in part.
  private static let largeChange = "PRAGMA cache_size = 2; \(change)"
  private static let inLog = "its last changes are still in 'PATH-wal'"

  static let states = [
    State(name: "no journal", mode: "DELETE"),
    State(name: "a journal without content", mode: "PERSIST", companions: ["-journal"]),
    State(
      name: "the journal of a killed program", mode: "DELETE", then: largeChange,
      companions: ["-journal"], reasonForCopy: "a killed program left it unfinished"),
    State(name: "open in a change", mode: "DELETE", then: change, isOpen: true),
    State(name: "log taken in", then: takeIn),
    State(name: "empty log", then: takeIn, companions: ["-wal"]),
    State(name: "empty log with index", then: takeIn, companions: ["-wal", "-shm"]),
    State(name: "index alone", then: takeIn, companions: ["-shm"]),
    State(name: "log and index of a killed program", companions: ["-wal", "-shm"]),
    State(
      name: "log of a killed program", then: change, companions: ["-wal"], reasonForCopy: inLog),
    State(name: "rubbish for a log", mode: "DELETE", stray: "-wal", reasonForCopy: inLog),
    State(name: "open with a log", isOpen: true),
    State(name: "open in a change of the log", then: change, isOpen: true),
  ]

  @Test(arguments: states)
  func reading(_ state: State) throws {
    let scratch = try Scratch()
    let writer = try prepare(scratch, state)
    let path = scratch.path("place/app.db")
    let before = try contents(of: scratch)
    do {
      let reader = SQLitePlace(
        file: DatabaseFile(name: path), patience: .milliseconds(200), repairs: true)
      let connection = try #require(reader.open(asking: []) as? SQLiteConnection)
      #expect(try connection.value("SELECT count(*) FROM item") == .integer(1_000))
      #expect(try connection.value("SELECT sum(length(name)) FROM item") == .integer(7_893))
      #expect(connection.isUnchanged && !connection.leavesNoLog)
      let reason = state.reasonForCopy?.replacingOccurrences(of: "PATH", with: path)
      #expect(reader.note == reason.map { "a copy of '\(path)' is read, since \($0)" })
    }
    #expect(try contents(of: scratch) == before)
    withExtendedLifetime(writer) {}
  }

  /// Nothing is left of what was begun, wherever the signal comes.
  @Test(arguments: [SIGINT, SIGTERM], ["read", "backup"])
  func signals(_ signal: Int32, _ work: String) throws {
    let scratch = try Scratch()
    _ = try prepare(scratch, State(name: "", then: Self.change, companions: ["-wal"]))
    try FileManager.default.createDirectory(
      atPath: scratch.path("copies"), withIntermediateDirectories: false)
    let before = try contents(of: scratch)
    var (number, said) = (0, Set<String>())
    while true {
      number += 1
      let end = try Child(
        "TMPDIR=\"$5\" exec \"$1\" \"$2\" \"$3\" \"$4\" \"$6\"", Child.program("SignalledWork"),
        scratch.path("place/app.db"), "\(signal)", "\(number)", scratch.path("copies"), work
      ).end()
      let copies = try FileManager.default.contentsOfDirectory(atPath: scratch.path("copies"))
      #expect(copies == [], "call \(number)")
      if end.output == "copied\n", work == "backup" {
        #expect(
          try scratch.plain("place/app.db.copy").texts("SELECT count(*) FROM item") == ["1000"])
        try FileManager.default.removeItem(atPath: scratch.path("place/app.db.copy"))
      }
      #expect(try contents(of: scratch) == before, "call \(number)")
      if end.status == 0 {
        #expect(end.output == "copied\n")
        break
      }
      // Where nothing has to be brought to an end, the signal ends the program at once.
      let isKilled = end.status == 128 + signal && end.output.isEmpty
      try #require(isKilled || end.status == 1, "call \(number): \(end)")
      said.insert(isKilled ? "killed\n" : end.output)
    }
    let outcomes: Set = ["killed\n", "interrupted\n", "unchanged\n", "copied\n"]
    #expect(said.isSubset(of: outcomes) && number > 5, "\(said), \(number)")
  }

  /// A session makes one copy, until somebody writes the file.
  @Test func aCopyIsReadAgainAsLongAsItIsOne() throws {
    let scratch = try Scratch()
    _ = try prepare(scratch, State(name: "", then: Self.change, companions: ["-wal"]))
    let path = scratch.path("place/app.db")
    let first = try Database(path: path, for: .reading)
    #expect(first.copyNote != nil && first.hasCurrentCopy)
    let second = try Database(path: path, for: .reading, after: first)
    #expect(second.connection === first.connection && second.copyNote == first.copyNote)
    try scratch.plain("place/app.db").run("UPDATE item SET name = '' WHERE id = 1; \(Self.takeIn)")
    #expect(!second.hasCurrentCopy)
    let third = try Database(path: path, for: .reading, after: second)
    #expect(third.connection !== first.connection && third.copyNote == nil)
    let rows = try third.read { try third.integer("SELECT count(*) FROM item WHERE name = ''") }
    #expect(rows == 1)
  }

  /// A change is noticed of a file that is read without locks.
  @Test(arguments: ["UPDATE item SET name = ''", "UPDATE item SET name = ''; \(takeIn)"])
  func changedMeanwhile(_ change: String) throws {
    let scratch = try Scratch()
    _ = try prepare(scratch, State(name: "", then: Self.takeIn))
    let path = scratch.path("place/app.db")
    let reader = SQLitePlace(file: DatabaseFile(name: path), patience: .zero, repairs: true)
    let connection = try reader.open(asking: [])
    #expect(connection.isUnchanged)
    let other = try scratch.plain("place/app.db")
    try other.run(change)
    #expect(!connection.isUnchanged)
  }

  @Test(
    arguments: [
      ([0x1F, 0x8B, 8], "packed by gzip", "unpack it first"),
      (
        Array("id,name\n1,Ann\n".utf8), "text",
        "flagdb reads text whose name ends in .csv, .tsv, .json or .ndjson, or that has columns"
      ),
      (
        Array("PRAGMA foreign_keys=OFF;\nBEGIN".utf8), "SQL as text",
        "'sqlite3 NEW.db < a.db' runs it"
      ),
      (Array("bplist00".utf8) + [0xD1, 1], "a binary property list", nil),
      (
        Array("<?xml version='1.0'?>\n<!DOCTYPE database SYSTEM \"CoreData.dtd\">".utf8),
        "an XML store of Core Data", nil
      ),
      (
        Array("** This file contains an SQLite 2.1 database **".utf8), "a database of SQLite 2", nil
      ),
      ([0x37, 0x7F, 0x06, 0x82, 0, 45], "the write-ahead log of one", nil),
      ([UInt8](repeating: 0, count: 8) + Array("DUCK".utf8), "a database of DuckDB", nil),
      (
        Array("f\u{FC}r".utf8), "text",
        "flagdb reads text whose name ends in .csv, .tsv, .json or .ndjson, or that has columns"
      ),
      (
        [0x9A, 0x01, 0xC7, 0xFE], "data of an unknown format; it may be an encrypted database", nil
      ),
    ] as [([UInt8], String, String?)])
  func kinds(_ bytes: [UInt8], _ words: String, _ hint: String?) throws {
    let padding = [UInt8](repeating: 0, count: DatabaseHeader.length - bytes.count)
    let error = DatabaseHeader(bytes: bytes + padding).refusal(of: "a.db")
    #expect(error.message == "'a.db' is not an SQLite database: it is \(words)")
    #expect(error.hint?.text == hint)
  }

  // MARK: Places

  /// Makes a table of a thousand rows with an index that calls JSON, and leaves the file in a state.
  private func prepare(_ scratch: Scratch, _ state: State) throws -> PlainDatabase? {
    for folder in ["place", "making"] {
      try FileManager.default.createDirectory(
        atPath: scratch.path(folder), withIntermediateDirectories: false)
    }
    let folder = state.isOpen ? "place" : "making"
    let plain = try scratch.plain("\(folder)/app.db")
    try plain.run(
      "PRAGMA journal_mode = \(state.mode); PRAGMA wal_autocheckpoint = 0;"
        + "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT);"
        + "CREATE INDEX item_text ON item (json_quote(name));")
    if state.mode == "WAL" { try plain.run(Self.takeIn) }
    try plain.run(Self.rows)
    try plain.run(state.then)
    if state.isOpen { return plain }
    for ending in [""] + state.companions {
      try FileManager.default.copyItem(
        atPath: scratch.path("making/app.db\(ending)"),
        toPath: scratch.path("place/app.db\(ending)"))
    }
    if let stray = state.stray {
      try scratch.write(Array(repeating: 7, count: 9_000), to: "place/app.db\(stray)")
    }
    return nil
  }

  private static let rows = """
    WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 1000)
      INSERT INTO item SELECT x, 'item ' || x FROM c
    """

  /// The bytes of each file; the index of a log is no more than a memory that readers share.
  private func contents(of scratch: Scratch) throws -> [String: [UInt8]] {
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path("place"))
    return try Dictionary(
      uniqueKeysWithValues: names.map { name in
        (name, name.hasSuffix("-shm") ? [] : try scratch.bytes("place/\(name)"))
      })
  }
}
