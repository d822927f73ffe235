import FlagModel
import Testing

@testable import Predicates
@testable import Queries
@testable import SQLText

/// SQLite's plan for a predicate: an index wherever there is one that could serve.
@Suite struct PredicatePlanTests {
  private func plan(_ text: String, of entity: String = "Patient") throws -> String {
    let schema = try Clinic.schema()
    let database = try Clinic.database()
    let predicate = try Predicate(text, of: entity, in: schema)
    let query = Query(
      try schema.declared(entity), columns: [.key(of: try schema.declared(entity))],
      predicate: predicate)
    let statement = query.sql.written(in: SQLiteDialect())
    let rows = try database.run(
      SQLStatement(text: "EXPLAIN QUERY PLAN \(statement.text)", bindings: statement.bindings))
    return rows.compactMap { if case .text(let step) = $0[3] { step } else { nil } }
      .joined(separator: "; ")
  }

  @Test(arguments: [
    ("readings.count > 2", "SEARCH Reading USING COVERING INDEX Reading.patient (patient=?)"),
    ("readings[value >= 90].count > 1", "SEARCH Reading USING INDEX Reading.patient (patient=?)"),
    ("ANY readings.value > 5", "SEARCH Reading USING INDEX Reading.patient (patient=?)"),
    ("readings.value.max > 5", "SEARCH Reading USING INDEX Reading.patient (patient=?)"),
    ("ward.title = 'East'", "SEARCH Patient USING COVERING INDEX Patient.ward (ward=?)"),
    ("ward.title = 'East'", "SEARCH Ward USING COVERING INDEX sqlite_autoindex_Ward_1 (title=?)"),
    ("ward = 'East'", "SEARCH Patient USING COVERING INDEX Patient.ward (ward=?)"),
    ("marks = [.a]", "SEARCH Patient USING COVERING INDEX Patient.marks (marks=?)"),
    ("id = 3", "SEARCH Patient USING INTEGER PRIMARY KEY (rowid=?)"),
    ("ANY drugs.title = 'Iron'", "(drugs=? AND patients=?)"),
    ("followers.count > 1", "SEARCH Patient2 USING COVERING INDEX Patient.buddy (buddy=?)"),
  ])
  func indexes(_ text: String, _ step: String) throws {
    let plan = try plan(text)
    #expect(plan.contains(step), "\(plan)")
  }

  @Test func beginningOfATextIsLookedUp() throws {
    let plan = try plan("title beginswith 'E'", of: "Ward")
    #expect(plan.hasPrefix("SEARCH Ward USING COVERING INDEX"))
    #expect(plan.contains("(title>? AND title<?)"))
  }

  @Test func beginningsAtTheEndOfUnicode() {
    #expect(TermTest.textAfterAll(beginningWith: "a\u{D7FF}") == "a\u{E000}")
    #expect(TermTest.textAfterAll(beginningWith: "a\u{10FFFF}") == "b")
    #expect(TermTest.textAfterAll(beginningWith: "\u{10FFFF}") == nil)
  }
}
