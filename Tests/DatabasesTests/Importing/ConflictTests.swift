import FlagModel
import TestSupport
import Testing

@testable import Databases
@testable import Importing

/// Every way to meet a record that is there already, against a model of it in Swift.
@Suite struct ConflictTests {
  private static let model = """
    struct T {
        @Attribute(.unique) var code: String
        var note: String? = "none"
        var n: Int = 7
        var made: Date = Date()
    }
    """

  private struct Row: Hashable {
    var code: String
    var note: String?
    var n: Int64
  }

  /// The table as it has to be, by the keys.
  private struct Table {
    var rows: [Row] = []
    var loaded = Loaded()

    mutating func add(_ row: Row, number: Int, _ conflict: ImportConflict) {
      guard let index = rows.firstIndex(where: { $0.code == row.code }) else {
        rows.append(row)
        loaded.counts.inserted += 1
        return
      }
      switch conflict {
      case .stop:
        loaded.failures.append(
          ImportFailure(number: number, field: nil, message: "", hint: nil))
      case .leaveOut: loaded.counts.leftOut += 1
      case .replace:
        rows[index] = row
        loaded.counts.updated += 1
      case .update:
        rows[index].n = row.n
        loaded.counts.updated += 1
      }
    }
  }

  @Test(
    arguments: [.stop, .leaveOut, .replace, .update(by: "code")] as [ImportConflict], 0..<8)
  func againstAModel(_ conflict: ImportConflict, seed: UInt64) throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase("t.db", Self.model)
    var source = Dice(seed: seed)
    func dice(_ sides: UInt64) -> Int64 { Int64(source.next() % sides) }
    var table = Table()
    for _ in 0..<3 {
      let codes = 1 + UInt64(dice(400))
      let records = (0..<200).map { _ in ("c\(dice(codes))", dice(1000)) }
      table.loaded = Loaded()
      for (number, record) in records.enumerated() {
        table.add(
          Row(code: record.0, note: "none", n: record.1), number: number, conflict)
      }
      let loaded = try database.load(
        "T", ["code", "n"], records.map { [.text($0.0), .integer($0.1)] }, conflict: conflict)
      #expect(loaded.failed == table.loaded.failed)
      #expect(loaded.counts == table.loaded.counts)
      // Something that a replacement puts back and an update leaves.
      try scratch.plain("t.db").run("UPDATE T SET note = 'mine' WHERE id % 3 = 0")
      for index in table.rows.indices where (index + 1) % 3 == 0 { table.rows[index].note = "mine" }
    }
    if conflict == .stop { return }
    let found = try scratch.plain("t.db").texts("SELECT code || note || n FROM T ORDER BY id")
    let expected = table.rows.map { "\($0.code)\($0.note ?? "")\($0.n)" }
    // Records that are left out or changed use up no keys here, so the order is that of the model.
    #expect(found == expected)
    #expect(try database.findings() == [])
  }

  @Test func whatPointsToAReplacedRecord() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    let record: [Value] = [.text("S-1"), .text("2026-12-01 00:00:00")]
    let loaded = try database.load("Sample", ["code", "taken"], [record], conflict: .replace)
    #expect(loaded.counts.updated == 1 && loaded.counts.inserted == 0)
    #expect(try database.count("Reading", where: "sample.code == 'S-1'") == 2)
    let row = try scratch.plain().texts(
      "SELECT id || taken || markers FROM Sample WHERE code = 'S-1'")
    #expect(row == ["12026-12-01 00:00:000"])
  }

  /// Two unique attributes that mean two records: neither may be lost.
  @Test func aRecordThatWouldReplaceTwo() throws {
    let scratch = try Scratch()
    let text = "struct T { @Attribute(.unique) var a: Int; @Attribute(.unique) var b: Int }"
    let database = try scratch.makeDatabase("t.db", text)
    let loaded = try database.load(
      "T", ["a", "b"], [[1, 1], [2, 2], [1, 2], [1, 3]].map { $0.map { .integer($0) } },
      conflict: .replace)
    #expect(loaded.failed == [2])
    #expect(try scratch.plain("t.db").texts("SELECT a || ' ' || b FROM T") == ["1 3", "2 2"])
  }

  @Test func updatesOfGivenColumns() throws {
    let scratch = try Scratch()
    let database = try scratch.makeDatabase()
    let entity = try database.entity("Sample")
    let names = ["code", "note", "score"]
    let records: [([Value], [Bool])] = [
      ([.text("S-1"), .text("new"), .null], [true, true, false]),
      ([.text("S-2"), .null, .real(9)], [true, false, true]),
      ([.text("S-2"), .null, .null], [true, false, false]),
      ([.text("S-9"), .null, .real(1)], [true, false, true]),
    ]
    var failures: [ImportFailure] = []
    var counts = ImportCounts()
    try database.write {
      let importer = try Importer(
        ImportLayout(entity, names.map { database.field($0, of: entity) }), into: database,
        conflict: .update(by: "code")
      ) { failures.append($0) }
      for (number, record) in records.enumerated() {
        try importer.add(number, presence: record.1) { row in
          for value in record.0 { row.append(value) }
        }
      }
      try importer.finish()
      counts = importer.counts
    }
    #expect(counts.updated == 3 && counts.inserted == 0)
    #expect(
      failures.map(\.message) == [
        "there is no Sample with the code 'S-9', and a new one needs 'taken'"
      ])
    let found = try scratch.plain().texts("SELECT code || ifnull(note, '-') || score FROM Sample")
    #expect(found == ["S-1new50.0", "S-2-9.0"])
  }
}
