import FlagModel
import TestSupport
import Testing

@testable import Predicates
@testable import Queries
@testable import SQLText

/// Cross tables of the clinic: each cell is what the records of its row and column give alone.
@Suite("Cross tables") struct CrossTableTests {
  private static func query(
    _ groups: String, _ across: String, cell: String = "", sort: String = "", having: String = ""
  ) throws -> CrossQuery {
    func list(_ text: String) -> [SourceText] { text.isEmpty ? [] : [SourceText(text)] }
    let schema = try Clinic.schema()
    let request = AnswerRequest(
      columns: list(cell), groups: list(groups), across: list(across),
      having: having.isEmpty ? [] : [try PredicateSyntax.parse(SourceText(having))],
      sort: list(sort))
    return try request.crossQuery(of: schema.declared("Patient"), in: schema, now: testNow)
  }

  /// The rows of the statement for the cells, as a table.
  private static func table(_ query: CrossQuery) throws -> (columns: [Value], rows: [[Value]]) {
    let database = try Clinic.database()
    var table = CrossTable(query)
    for row in try database.run(query.cells.sql) { table.add(row) }
    let isUnsigned = query.cells.columns[query.keyCount].type?.flagSet != nil
    let columns = table.columns(by: query.unit, isUnsigned: isUnsigned)
    let order =
      query.hasOwnRows
      ? try database.run(query.rows.sql).map { Array($0.prefix(query.keyCount)) } : nil
    return (columns, table.rows(columns, in: order))
  }

  @Test(arguments: [
    ("level", "each(marks)", "count()"), ("each(marks)", "level", "count()"),
    ("each(tags)", "isWell", "sum(fee)"), ("isWell, level", "year(seen)", "count(weight)"),
    ("ward", "each(drugs.title)", "median(age)"), ("each(marks)", "each(tags)", "max(weight)"),
  ])
  func cellsAreGroupsOfBothKeys(_ groups: String, _ across: String, _ cell: String) throws {
    let query = try Self.query(groups, across, cell: cell)
    let (columns, rows) = try Self.table(query)
    var cells: [[Value]: Value] = [:]
    let plain = try AnswerCase(
      columns: "\(groups), \(across), \(cell)", groups: "\(groups), \(across)"
    ).query()
    for row in try Clinic.database().run(plain.sql) {
      cells[Array(row.dropLast())] = row[query.keyCount + 1]
    }
    for row in rows {
      let keys = Array(row.prefix(query.keyCount))
      for (column, value) in zip(columns, row.dropFirst(query.keyCount)) {
        #expect(value == cells.removeValue(forKey: keys + [column]) ?? query.absent)
      }
    }
    #expect(cells.isEmpty)
  }

  /// A count of nothing is 0; of nothing there is no other aggregate.
  @Test(
    arguments: [
      ("", .integer(0)), ("count(weight)", .integer(0)), ("count(distinct ward)", .integer(0)),
      ("sum(fee)", .null), ("median(age)", .null), ("count() + 1", .null),
    ] as [(String, Value)])
  func ofNoRecords(_ cell: String, _ absent: Value) throws {
    #expect(try Self.query("level", "isWell", cell: cell).absent == absent)
  }

  @Test func columnsHaveTheOrderOfTheirType() throws {
    let flags = try Self.table(Self.query("isWell", "each(marks)"))
    #expect(flags.columns == [0, 1, 2, 4, 8, 0x40, .min].map { .integer($0) })
    let months = try Self.table(Self.query("isWell", "week(seen)"))
    #expect(months.columns == [.null] + (46...49).map { .text("2026-W\($0)") })
    let levels = try Self.table(Self.query("isWell", "level"))
    #expect(levels.columns == [.null, .integer(1), .integer(5), .integer(9)])
  }

  /// The rows are those of the groups alone, all columns taken together.
  @Test func rowsAreChosenByAllColumns() throws {
    let sorted = try Self.table(Self.query("level", "isWell", sort: "-sum(fee), level"))
    #expect(sorted.rows.map { $0[0] } == [.integer(5), .integer(1), .null, .integer(9)])
    let chosen = try Self.table(Self.query("level", "isWell", having: "count() > 1"))
    #expect(chosen.rows.map { $0[0] } == [.integer(5)])
  }

  /// Stretches without records stand between others, unless a far date makes too many of them.
  @Test(arguments: [
    (CalendarUnit.month, ["2025-11", "2026-02"], ["2025-11", "2025-12", "2026-01", "2026-02"]),
    (.quarter, ["2025-Q4", "2026-Q2"], ["2025-Q4", "2026-Q1", "2026-Q2"]),
    (.day, ["0001-01-01", "2026-02-01"], ["0001-01-01", "2026-02-01"]),
    (.week, ["9999-W52"], ["9999-W52"]),
  ])
  func gapsAreColumns(_ unit: CalendarUnit, _ found: [String], _ columns: [String]) throws {
    var table = CrossTable(try Self.query("level", "isWell"))
    for text in found { table.add([.integer(1), .text(text), .integer(2)]) }
    let values = table.columns(by: unit, isUnsigned: false)
    #expect(values == columns.map { .text($0) })
    #expect(table.rows(values).map(\.count) == [columns.count + 1])
  }
}
