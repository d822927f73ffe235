import Columns
import Engines
import FlagModel
import Foundation
import SQLText
import TestSupport
import Testing

@testable import Databases
@testable import SQLiteEngine

/// Copies of real files: the pages of every table have what SQLite reads.
@Suite(.enabled(if: Fixtures.folder != nil, "the fixtures are not beside the project"))
struct PageFixtureTests {
  init() { readPagesThroughFaults() }

  /// The databases below the folder, by their paths in it.
  private static let files: [String] = {
    guard let folder = Fixtures.folder?.path else { return [] }
    let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return paths.sorted().filter { path in
      let file = FileHandle(forReadingAtPath: "\(folder)/\(path)")
      let start = try? file?.read(upToCount: 15)
      return start == Data("SQLite format 3".utf8)
    }
  }()

  @Test func thereAreFiles() {
    #expect(Self.files.count > 3)
  }

  @Test(arguments: files) func everyTableIsReadAsBySQL(_ path: String) throws {
    let scratch = ScratchFolder()
    let copy = try Fixtures.copy(of: path, into: scratch)
    try PlainDatabase(copy).run("PRAGMA wal_checkpoint(truncate)")
    let connection = try SQLiteConnection(path: copy, .reading, patience: .seconds(5))
    var records = 0
    var sharing = ScanSharing(threads: 2)
    sharing.pieceSize = 1
    sharing.leastShare = 0
    try connection.transaction(writing: false) {
      _ = try connection.version()
      let reader = try connection.columnReader()
      for table in try connection.tables() where table.kind == .table {
        let names = table.columns.filter { !$0.isGenerated }.map(\.name)
        var collected = CollectedRows()
        do {
          try reader.columns(names, of: table.name).add(to: &collected, sharing)
        } catch let refusal as ColumnRefusal {
          Issue.record("\(table.name): \(refusal.reason)")
        }
        let rows = collected.rows.map { $0.map(text) }
        #expect(try rows == plain(names, of: table.name, connection), "\(table.name)")
        records += rows.count
      }
    }
    #expect(records > 0)
  }

  private func plain(
    _ names: [Name], of table: Name, _ connection: SQLiteConnection
  ) throws -> [[String]] {
    let list = names.map { "\(name: $0)" as SQLText }.joined(by: ", ")
    let statement = try connection.prepare("SELECT \(list) FROM \(name: table) NOT INDEXED")
    var rows: [[String]] = []
    while try statement.step() {
      rows.append(names.indices.map { text(statement.value(at: $0)) })
    }
    return rows
  }

  private func text(_ value: Value) -> String {
    switch value {
    case .null: "null"
    case .integer(let number): "integer \(number)"
    case .real(let number): "real \(number.bitPattern)"
    case .text(let text): "text \(Array(text.utf8))"
    case .blob(let bytes): "blob \(bytes)"
    }
  }

  private func text(_ value: ColumnValue) -> String {
    switch value {
    case .null: "null"
    case .integer(let number): "integer \(number)"
    case .real(let number): "real \(number.bitPattern)"
    case .text(let bytes): "text \(Array(String(decoding: bytes, as: UTF8.self).utf8))"
    case .blob(let bytes): "blob \(bytes)"
    }
  }
}
