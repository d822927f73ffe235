import Commits
import Comparing
import FlagModel
import Foundation
import SQLText
import SQLiteEngine
import TestSupport
import Testing

@testable import Databases

/// Random databases with a write-ahead log: each state that is shown equals what the file contained then.
@Suite struct CommitPropertyTests {
  @Test(arguments: Campaign.seeds(15, many: 400, all: 10_000))
  func statesAndChangesAreThoseOfTheWriter(seed: UInt64) throws {
    let writer = try LoggedWriter(seed: seed)
    try writer.work()
    let copy = try CopiedLog(of: writer)
    let file = try LoggedFile(DatabaseFile(name: copy.path))
    #expect(file.commitCount == writer.contents.count - 1, "seed \(seed)")
    guard file.commitCount > 0, file.commitCount == writer.contents.count - 1 else { return }
    for number in file.firstState...file.commitCount {
      let content = try copy.content(of: file, after: number)
      #expect(content == writer.contents[number], "seed \(seed), state \(number)")
    }
    let reader = CommitReader(file) { try Database(stateOf: file, after: $0) }
    for commit in (file.firstState..<file.commitCount).reversed().map({ $0 + 1 }) {
      let changes = try copy.changes(of: commit, reader)
      let expected = Self.changes(from: writer.contents[commit - 1], to: writer.contents[commit])
      #expect(changes == expected, "seed \(seed), commit \(commit)")
    }
    #expect(try copy.isUntouched, "seed \(seed)")
  }

  /// `+n 5`, `-n 5`, `~n 5 a`
  private static func changes(
    from before: LoggedWriter.Content, to after: LoggedWriter.Content
  ) -> Set<String> {
    var changes: Set<String> = []
    for table in Set(before.keys).union(after.keys) {
      let (old, new) = (before[table] ?? [:], after[table] ?? [:])
      for key in Set(old.keys).union(new.keys) {
        switch (old[key], new[key]) {
        case (nil, _): changes.insert("+\(table) \(key)")
        case (_, nil): changes.insert("-\(table) \(key)")
        case (let one?, let two?):
          for column in one.keys.sorted() where one[column] != two[column] {
            changes.insert("~\(table) \(key) \(column)")
          }
        }
      }
    }
    return changes
  }
}

/// A copy of a database and its log, in a folder where nothing else is.
private struct CopiedLog {
  private let scratch: Scratch
  private let bytes: [String: [UInt8]]
  var path: String { scratch.path("log.db") }

  init(of writer: LoggedWriter) throws {
    scratch = try Scratch()
    var bytes: [String: [UInt8]] = [:]
    for name in ["log.db", "log.db-wal"] where writer.scratch.exists(name) {
      bytes[name] = try writer.scratch.bytes(name)
      try scratch.write(bytes[name] ?? [], to: name)
    }
    self.bytes = bytes
  }

  /// True if the files have the same bytes, and no file is beside them.
  var isUntouched: Bool {
    get throws {
      let names = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path)
      guard Set(names) == Set(bytes.keys) else { return false }
      return try names.allSatisfy { try scratch.bytes($0) == bytes[$0] }
    }
  }

  func content(of file: LoggedFile, after number: Int) throws -> LoggedWriter.Content {
    let database = try Database(stateOf: file, after: number)
    return try database.read {
      var content: LoggedWriter.Content = [:]
      for table in database.schema.entities.map(\.name.text) where table != "v" {
        let rows = try database.rows(.written(LoggedWriter.query(of: table)))
        content[table] = LoggedWriter.rows(try rows.all { rows.text(at: 0) })
      }
      return content
    }
  }

  func changes(of commit: Int, _ reader: CommitReader) throws -> Set<String> {
    var changes: Set<String> = []
    try reader.changes(of: commit) { change in
      guard case .record(let entity, let difference) = change else { return }
      let key = DifferenceWords(entity.columns, keys: entity.keys).key(of: difference)
      switch difference {
      case .added: changes.insert("+\(entity.name) \(key)")
      case .gone: changes.insert("-\(entity.name) \(key)")
      case .changed(_, _, let places):
        for place in places {
          changes.insert("~\(entity.name) \(key) \(entity.columns[place].name)")
        }
      }
    }
    return changes
  }
}
