import CSQLite
import Columns
import Foundation
import SQLitePages
import TestSupport
import Testing

/// The frames of a log, and where it ends.
@Suite struct WriteAheadLogTests {
  /// The bytes of a file and of its log after some statements.
  private func written(_ statements: String...) throws -> (file: [UInt8], log: [UInt8]) {
    let scratch = ScratchFolder()
    var handle: OpaquePointer?
    #expect(sqlite3_open(scratch / "log.db", &handle) == SQLITE_OK)
    defer { sqlite3_close_v2(handle) }
    let start = ["PRAGMA page_size = 1024", "PRAGMA journal_mode = WAL", "CREATE TABLE t (a)"]
    for sql in start + ["PRAGMA wal_checkpoint(TRUNCATE)"] + statements {
      #expect(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK, "\(sql)")
    }
    func bytes(_ ending: String) throws -> [UInt8] {
      try [UInt8](Data(contentsOf: URL(fileURLWithPath: scratch / "log.db\(ending)")))
    }
    return (try bytes(""), try bytes("-wal"))
  }

  private static let inserts = ["INSERT INTO t VALUES (1)", "INSERT INTO t VALUES (2)"]
  private static let frame = 1_024 + 24

  @Test func eachCommitEndsWithItsLastFrame() throws {
    let log = WriteAheadLog(MemoryPages(try written(Self.inserts[0], Self.inserts[1]).log))
    #expect(log.pageSize == 1_024)
    #expect(log.commits.map(\.frames) == [0..<1, 1..<2])
    #expect(log.commits.map(\.pageCount) == [2, 2])
    #expect(log.frames.map(\.page) == [2, 2])
    #expect(log.pages(of: 2) == [2])
    #expect(log.uncommitted == 0 && log.earlier == 0)
  }

  /// Bytes that are changed, and the commits before them. The compiler would take seconds to find the type of these sums
  /// as arguments of the test.
  private static let damages: [(offset: Int, commits: Int)] = [
    // The header: its magic number, version, page size and checksum.
    (0, 0), (4, 0), (10, 0), (24, 0),
    // The first frame: its salt, its checksum and its page. Then the second one.
    (32 + 8, 0), (32 + 16, 0), (32 + 24 + 500, 0),
    (32 + frame + 8, 1), (32 + frame + 24 + 1_000, 1),
  ]

  @Test("a log ends at the first frame that is not valid", arguments: damages)
  func damage(offset: Int, commits: Int) throws {
    var bytes = try written(Self.inserts[0], Self.inserts[1]).log
    bytes[offset] ^= 0x41
    #expect(WriteAheadLog(MemoryPages(bytes)).commits.count == commits)
  }

  @Test func aLogThatIsCutOffEndsWithItsLastWholeFrame() throws {
    let bytes = try written(Self.inserts[0], Self.inserts[1]).log
    for (count, commits) in [(0, 0), (31, 0), (32, 0), (bytes.count - 1, 1), (bytes.count, 2)] {
      let log = WriteAheadLog(MemoryPages(Array(bytes[..<count])))
      #expect(log.commits.count == commits, "\(count)")
    }
  }

  @Test func framesFromBeforeARestartAreNoCommits() throws {
    let bytes = try written(
      Self.inserts[0], Self.inserts[1], "PRAGMA wal_checkpoint(RESTART)", Self.inserts[0])
    let log = WriteAheadLog(MemoryPages(bytes.log))
    #expect(log.commits.count == 1)
    #expect(log.earlier == 1)
    let states = LogStates(file: MemoryPages(bytes.file), log: MemoryPages(bytes.log))
    #expect(states.first == 0 && states.last == 1)
  }

  @Test func aCheckpointForgetsTheStatesBefore() throws {
    let bytes = try written(
      Self.inserts[0], Self.inserts[1], "PRAGMA wal_checkpoint(PASSIVE)")
    let states = LogStates(file: MemoryPages(bytes.file), log: MemoryPages(bytes.log))
    // Page 2 has a frame in the first commit already, so that the state after it is known.
    #expect(states.first == 1 && states.last == 2)
  }

  @Test func aStateHasItsPagesAndNoLog() throws {
    let bytes = try written(Self.inserts[0], Self.inserts[1])
    let states = LogStates(file: MemoryPages(bytes.file), log: MemoryPages(bytes.log))
    for number in 0...2 {
      let state = states.state(number)
      #expect(state.size == 2_048)
      let file = try PageFile(state)
      #expect(!file.keepsLog && file.pageCount == 2)
      let rows = try Written.scan(file, 2, [.value(place: 0, isReal: false, missing: .null)])
      #expect(rows.count == number)
    }
  }
}
