package import FlagModel
package import SQLText

// The answers of an engine that lacks a capability. An engine with the capability implements the
// member itself.

extension Transactions {
  package func checkpoint() throws(EngineError) {}
}

extension Catalog {
  package var questionsOnTables: [SQLText] { [] }
  package func isInternal(_ object: CatalogObject) -> Bool { false }
  /// Most servers compare texts by the rules of a language.
  package func collation(
    of column: Name, in table: Name
  ) throws(EngineError) -> Collation? { .unnamed }
  package func stateOfTables() throws(EngineError) -> String? { nil }
  package func usesOfColumns() throws(EngineError) -> [String] { try objects().compactMap(\.sql) }
  package func sampling(of table: Name, rows: Int) throws(EngineError) -> SQLText? { nil }
  package func isCoreDataStore() throws(EngineError) -> Bool { false }
}

extension Upkeep {
  package func requireDeferredConstraintsWithNext() throws(EngineError) {}
  package func questionOnKeys(of table: Name, _ key: Name) -> SQLText? { nil }

  package func hiddenTables() -> [Name] { [] }
  package var isUnchanged: Bool { true }

  // An engine that always enforces its constraints has no broken references.
  package func brokenReferences(atMost most: Int) throws(EngineError) -> [BrokenReference] { [] }
  package func brokenKeys(of table: Name) throws(EngineError) -> [BrokenKey] { [] }
  package func dependents(on columns: [ColumnPlace]) throws(EngineError) -> [ColumnDependent] { [] }
  package func heedReferences() {}
  package func rest(_ triggers: [CatalogObject]) throws(EngineError) -> [SQLText] { [] }
  package func trustValues() throws(EngineError) {}
  package func evaluateChecks() {}

  package func leaveLog() {}
  package func prepareForLoading() throws(EngineError) {}
  package func continueKeys(of table: Name, _ key: Name) throws(EngineError) {}

  package func lockTables(_ tables: [Name]) throws(EngineError) {}
  package func prepare(
    _ conversions: [(conversion: ValueConversion, values: SQLText)]
  ) throws(EngineError) {}
  package func rewording<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
  package func script(
    of statements: [String], onModel version: Int64, locking tables: [Name]
  ) throws(EngineError) -> String? { nil }
}

extension Connection {
  package var tellsInsertions: Bool { false }
  package var loader: (any RecordLoader)? { nil }
  package var numberWalk: (any NumberWalk)? { nil }
  package var file: (any FileConnection)? { nil }

  package func bounded<Result>(
    by steps: Int32, _ body: () throws(EngineError) -> Result
  ) throws(EngineError) -> Result? { try body() }
  package func watched<Result>(
    by watcher: (() -> Void)?, _ body: () throws -> Result
  ) rethrows -> Result { try body() }
}

extension DatabasePlace {
  package var note: String? { nil }
  package var hasCurrentCopy: Bool { false }
  /// Does nothing, because a server checks this when the database is opened.
  package func requireThere(forWriting: Bool) throws(DatabaseError) {}
  package func repairing<Result>(_ isReader: Bool, _ body: () throws -> Result) throws -> Result {
    try body()
  }
  package func refusal(of error: EngineError) -> DatabaseError? { nil }
}
