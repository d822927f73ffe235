package import Engines
package import FlagModel
package import Queries
import QueryPlanning
package import SQLText

/// The rows of a result, one in memory at a time.
package final class RowCursor {
  private let statement: any Statement
  private let database: Database
  /// True at the end. Another step would make SQLite run the statement again.
  private var isAtEnd = false
  /// True if `hasNext` has moved to the next row already.
  private var isAhead = false

  package init(_ statement: any Statement, of database: Database) {
    self.statement = statement
    self.database = database
  }

  /// Reads columns as values of types, in flagdb's form. Call it before the first row.
  package func read(_ types: [AttributeType?], from start: Int = 0) {
    for (index, type) in types.enumerated() {
      if let type { statement.read(type, at: start + index) }
    }
  }

  /// Moves to the next row; returns false if there is none.
  package func next() throws -> Bool {
    if isAhead {
      isAhead = false
      return true
    }
    if isAtEnd { return false }
    isAtEnd = try !database.translated { try statement.step() }
    return !isAtEnd
  }

  /// True if there is another row, which `next` then moves to.
  package func hasNext() throws -> Bool {
    if !isAhead { isAhead = try next() }
    return isAhead
  }

  /// The value of a column in the current row.
  package func value(at column: Int) -> Value { statement.value(at: column) }

  package func integer(at column: Int) -> Int64? {
    if case .integer(let number) = value(at: column) { number } else { nil }
  }

  package func text(at column: Int) -> String? {
    if case .text(let text) = value(at: column) { text } else { nil }
  }

  /// The results of the body for each row, without nil.
  package func all<Result>(atMost most: Int = .max, _ read: () throws -> Result?) throws -> [Result]
  {
    var all: [Result] = []
    while all.count < most, try next() {
      if let result = try read() { all.append(result) }
    }
    return all
  }

  /// Passes the remaining rows to the body, all in the same memory.
  package func pass(to body: (StoredRow) throws -> Void) throws {
    try lend { row in try body(row) }
  }

  /// Passes the remaining rows to the body, all in the same memory. The body may change a row.
  package func lend(to body: (inout StoredRow) throws -> Void) throws {
    var row = StoredRow()
    while try next() {
      try database.translated { try statement.copy(into: &row) }
      try body(&row)
    }
  }

  /// Replaces another row by a copy of the current one.
  package func copy(into row: inout StoredRow) throws {
    try database.translated { try statement.copy(into: &row) }
  }
}

extension Database {
  /// Starts a query. Call it within `read`, and use the rows there.
  package func rows(_ query: Query) throws -> RowCursor {
    let (planned, flags) = try planned(query, isShown: false)
    var pages: SQLText?
    if flags?.usesIndex != true {
      pages = try translated { try PagePlanner(self).sqlOfPages(query) }
    }
    let sql = (pages ?? planned).written(in: dialect)
    let rows = try translated { RowCursor(try connection.prepareToRead(sql), of: self) }
    rows.read(query.columns.map(\.type))
    return rows
  }

  /// Runs a statement that returns rows.
  package func rows(_ sql: SQLText) throws -> RowCursor {
    try translated { RowCursor(try connection.prepare(sql), of: self) }
  }

  /// The number that a query for `.count` or `.exists` returns.
  package func number(_ query: Query) throws -> Int64 {
    let (sql, flags) = try planned(query, isShown: false)
    if let flags, flags.method == .pages, let records = flags.records { return records }
    if flags?.usesIndex == true { return try integer(sql) ?? 0 }
    let pages = PagePlanner(self)
    if let records = try translated({ try pages.countOfPages(query) }) { return records }
    let quickest = try translated { try pages.sqlOfPages(query) }
    return try integer(quickest ?? sql) ?? 0
  }

  /// The first value of the first row, if it is an integer.
  package func integer(_ sql: SQLText) throws -> Int64? {
    try translated {
      if case .integer(let number) = try connection.value(sql) { number } else { nil }
    }
  }

  /// The engine's query plan for a statement: one line for each step, indented by nesting.
  package func plan(of sql: SQLText) throws -> [String] {
    try translated { try connection.plan(of: sql) }
  }

  /// True if a query plan uses an index.
  package func usesIndex(_ plan: [String]) -> Bool { plan.contains(where: connection.usesIndex) }
}
