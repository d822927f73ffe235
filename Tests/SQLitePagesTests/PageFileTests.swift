import Columns
import SQLitePages
import TestSupport
import Testing

/// The header of a file, and what the reader refuses.
@Suite struct PageFileTests {
  private static let table = "CREATE TABLE t (a INT); INSERT INTO t VALUES (1), (2)"

  private func refusal(_ change: (inout [UInt8]) -> Void) throws -> String? {
    var bytes = try Written(Self.table).bytes
    change(&bytes)
    do {
      _ = try PageFile(MemoryPages(bytes))
      return nil
    } catch {
      return error.reason
    }
  }

  @Test func aFileOfSQLiteIsRead() throws {
    #expect(try refusal { _ in } == nil)
  }

  @Test(arguments: [
    (0, UInt8(0), "the header of the file is not SQLite's"),
    (16, 3, "the file has pages of an unknown kind"),
    (21, 65, "the file has pages of an unknown kind"),
    (20, 255, nil), (18, 255, "the file has an unknown version"),
    (19, 3, "the file has an unknown version"),
    (59, 2, "the texts of the file are not UTF-8"),
    (47, 5, "the tables of the file have an unknown form"),
    (31, 200, "the file is cut off"),
  ])
  func aHeaderOfAnotherKindIsRefused(_ offset: Int, _ byte: UInt8, _ reason: String?) throws {
    #expect(try refusal { $0[offset] = byte } == reason)
  }

  @Test func aShortFileIsRefused() throws {
    #expect(try refusal { $0.removeLast(4_096 + 1) } == "the file is cut off")
    #expect(try refusal { $0 = Array($0.prefix(50)) } == "the header of the file is not SQLite's")
    #expect(try refusal { $0 = [] } == "the header of the file is not SQLite's")
  }

  @Test func theSizeInTheHeaderCountsIfItIsOfTheLastChange() throws {
    let bytes = try Written(Self.table).bytes
    #expect(try PageFile(MemoryPages(bytes)).pageCount == 2)
    #expect(try PageFile(MemoryPages(bytes + bytes)).pageCount == 2)
    var old = bytes + bytes
    // The program that made the last change did not know of the size.
    old[27] += 1
    #expect(try PageFile(MemoryPages(old)).pageCount == 4)
  }

  @Test func aLogIsToldByTheVersions() throws {
    let written = try Written(Self.table)
    #expect(try !written.file.keepsLog)
    try written.run("PRAGMA journal_mode = wal; PRAGMA wal_checkpoint(truncate)")
    #expect(try written.file.keepsLog)
  }
}
