import Columns
package import FlagModel
package import Predicates
package import Queries
package import QueryPlanning
package import SQLText

extension PagePlanner {
  package init(_ database: Database) {
    self.init(of: database.connection, database.sharing, leastSize: database.leastSizeForPages)
  }
}

extension Database {
  /// The fastest statement for a query, and the way in which it finds flags; see
  /// `QueryPlanner.planned`. Call it within the transaction of the statement.
  package func planned(
    _ query: Query, isShown: Bool = true
  ) throws -> (sql: SQLText, flags: FlagPlan?) {
    try translated { try QueryPlanner(PagePlanner(self)).planned(query, isShown: isShown) }
  }

  /// The predicate in its fastest form, for statements that read all matching records.
  package func quickest(_ predicate: Predicate?, of entity: Entity) throws -> Predicate? {
    try translated {
      try QueryPlanner(PagePlanner(self)).quickest(predicate, of: entity, in: schema)
    }
  }

  /// Passes the records of a query as bytes to the body, in their order. Large tables are read
  /// from pages on several threads, and others by SQL. Call it within `read`.
  /// - Parameter makeBytes: called on each thread.
  package func convert(
    _ query: Query, by makeBytes: @escaping @Sendable () -> RecordBytes,
    to body: (_ records: [UInt8], _ count: Int64) throws -> Void
  ) throws {
    var passed: Int64 = 0
    func pass(_ records: ConvertedRecords) throws {
      try body(records.bytes, records.count)
      passed += records.count
    }
    let isComplete = try translated {
      try PagePlanner(self).convert(query, by: makeBytes, to: pass)
    }
    if isComplete { return }
    try convertBySQL(query, from: passed, makeBytes(), to: pass)
  }

  /// The number of bytes that are passed on at once.
  private static let convertedSize = 1 << 16

  /// - Parameter first: the number of records that were already passed.
  private func convertBySQL(
    _ query: Query, from first: Int64, _ write: RecordBytes,
    to body: (ConvertedRecords) throws -> Void
  ) throws {
    let rows = try rows(query)
    for _ in 0..<first where try !rows.next() { return }
    var records = ConvertedRecords()
    try rows.pass { row in
      write(row, &records.bytes)
      records.count += 1
      if records.bytes.count >= Self.convertedSize {
        try body(records)
        records = ConvertedRecords()
      }
    }
    try body(records)
  }
}
