import Columns
import Engines
import FlagModel
import Predicates
import Queries
import QueryPlanning
import SQLText
import TestSupport
import Testing

@testable import Databases

/// Tables of others, whose columns may hold anything: the answer is always that of SQL.
@Suite struct PageForeignTests {
  init() { readPagesThroughFaults() }

  private func opened(_ scratch: Scratch, _ table: String) throws -> Database {
    try scratch.plain("app.db").run(
      """
      \(table);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
      INSERT INTO t (a, b, c) SELECT CASE i % 40 WHEN 0 THEN 'text' WHEN 1 THEN 1.5 WHEN 2 THEN NULL
        ELSE i % 7 END, CASE i % 3 WHEN 0 THEN 'Ann' WHEN 1 THEN 'ann' END, i % 11 FROM n
      """)
    let database = try scratch.open("app.db")
    database.leastSizeForPages = 0
    return database
  }

  private static let queries: [(columns: String, groups: String)] = [
    ("a, count()", "a"), ("b, count()", "b"), ("c, count(), max(a)", "c"),
    ("b, c, count()", "b, c"),
    ("count(), min(b), max(b), min(c)", ""), ("c, count(b)", "c"),
  ]

  @Test(arguments: [
    ("CREATE TABLE t (id INTEGER PRIMARY KEY, a INT, b TEXT, c INT)", true),
    ("CREATE TABLE t (id INTEGER PRIMARY KEY, a INT, b TEXT COLLATE NOCASE, c INT)", true),
    ("CREATE TABLE t (a NUMERIC, b DATETIME, c BOOLEAN)", nil),
    ("CREATE TABLE t (x, a REAL, b, c INTEGER, y AS (a || b))", nil),
    (
      "CREATE TABLE t (id INTEGER PRIMARY KEY DESC, a, b VARCHAR(3), c BIGINT); CREATE INDEX i ON t (c)",
      nil
    ),
    (
      "CREATE TABLE t (c INT, b TEXT, a, k INTEGER DEFAULT (random()), PRIMARY KEY (c, k)) WITHOUT ROWID",
      true
    ),
    (
      "CREATE TABLE u (a, b, c); CREATE VIEW t AS SELECT * FROM u; CREATE TRIGGER r INSTEAD OF INSERT ON t BEGIN INSERT INTO u VALUES (new.a, new.b, new.c); END",
      false
    ),
  ])
  func answersAreThoseOfSQL(_ table: String, _ isByPages: Bool?) throws {
    let scratch = try Scratch()
    let database = try opened(scratch, table)
    let entity = try database.entity("t")
    var byPages = 0
    for (columns, groups) in Self.queries {
      let request = AnswerRequest(
        columns: [SourceText(columns)], groups: groups.isEmpty ? [] : [SourceText(groups)])
      guard let query = try? request.query(of: entity, in: database.schema, now: testNow) else {
        continue
      }
      try database.read {
        if case .success? = try PagePlanner(database).pagePlan(of: query) { byPages += 1 }
        let quick = try text(database.rows(query))
        let plain = try text(database.rows(query.sql))
        #expect(quick == plain, "\(columns)")
      }
    }
    // Of the others it depends on the types that flagdb sees in the columns.
    if let isByPages { #expect((byPages > 0) == isByPages) }
  }

  private func text(_ rows: RowCursor) throws -> String {
    var all: [[Value]] = []
    try rows.pass { row in all.append(row.cells.indices.map(row.value(at:))) }
    return "\(all)"
  }
}
