package import FlagModel
package import SQLText

/// A record with a dangling reference.
package struct BrokenReference: Hashable, Sendable {
  package let table: Name
  /// The rowid or the key of the record; NULL if it has none.
  package let key: Value
  /// The table that it refers to; nil if the engine does not report it.
  package let target: Name?

  package init(table: Name, key: Value, target: Name?) {
    self.table = table
    self.key = key
    self.target = target
  }
}

/// The dangling references of one foreign key.
package struct BrokenKey: Hashable, Sendable {
  package let target: Name
  package let column: Name?
  package let count: Int64
  /// The rowid of the first such record.
  package let example: Value

  package init(target: Name, column: Name?, count: Int64, example: Value) {
    self.target = target
    self.column = column
    self.count = count
    self.example = example
  }
}

/// A column of a table.
package struct ColumnPlace: Hashable, Sendable {
  package let table: Name
  package let column: Name

  package init(table: Name, column: Name) {
    self.table = table
    self.column = column
  }
}

/// A view, index or trigger that needs a column.
package struct ColumnDependent: Hashable, Sendable {
  /// `view`, `index` or `trigger`.
  package let kind: String
  package let name: Name
  package let place: ColumnPlace

  package init(kind: String, name: Name, place: ColumnPlace) {
    self.kind = kind
    self.name = name
    self.place = place
  }
}

/// The size of a database in pages.
package struct StorageSize: Hashable, Sendable {
  package let pages: Int64
  /// The number of unused pages.
  package let unused: Int64
  /// The size of a page in bytes.
  package let page: Int64

  package init(pages: Int64, unused: Int64, page: Int64) {
    self.pages = pages
    self.unused = unused
    self.page = page
  }
}

/// Maintenance of a database, beyond reading and changing records.
package protocol Upkeep: AnyObject {
  // MARK: Checks

  /// The damage that the engine finds, at most a hundred findings.
  func damage() throws(EngineError) -> [String]
  /// The first records with dangling references.
  func brokenReferences(atMost most: Int) throws(EngineError) -> [BrokenReference]
  /// The foreign keys of a table with dangling references.
  func brokenKeys(of table: Name) throws(EngineError) -> [BrokenKey]
  /// The objects that need one of the columns. Empty for an engine that does not know them.
  func dependents(on columns: [ColumnPlace]) throws(EngineError) -> [ColumnDependent]
  func size() throws(EngineError) -> StorageSize
  /// A number that differs after another connection has changed the database.
  func dataVersion() throws(EngineError) -> Value?
  /// True unless another program has written to a database that is read without locks.
  var isUnchanged: Bool { get }

  /// The tables with row-level security policies that may hide records from this user.
  func hiddenTables() throws(EngineError) -> [Name]

  // MARK: Postponed constraints

  /// Postpones the check of foreign keys to the end of the transaction.
  func deferReferences() throws(EngineError)
  /// Throws if a constraint that waits for the commit is violated, for a transaction that will be rolled back.
  func requireDeferredConstraints() throws(EngineError)
  /// The same, after the last change of the transaction. A server checks them in the round trip of the next query.
  func requireDeferredConstraintsWithNext() throws(EngineError)
  /// Disables foreign keys from now on, also within a transaction.
  func ignoreReferences() throws(EngineError)
  /// Enables foreign keys again; it never fails.
  func heedReferences()
  /// Keeps the triggers that this user can stop from running, until the returned statements have
  /// run.
  func rest(_ triggers: [CatalogObject]) throws(EngineError) -> [SQLText]
  /// Disables CHECKs from now on, because the values were already checked.
  func trustValues() throws(EngineError)
  /// Enables CHECKs again; it never fails.
  func evaluateChecks()
  /// Forbids writing from now on.
  func forbidWriting() throws(EngineError)
  /// Does not remove the write-ahead log of a killed program when the connection is closed.
  func leaveLog()
  /// Prepares the connection for many inserts.
  func prepareForLoading() throws(EngineError)

  /// Advances the engine's key generator beyond explicitly given keys.
  func continueKeys(of table: Name, _ key: Name) throws(EngineError)
  /// The query with which `continueKeys` begins, to be asked early; nil if it needs none.
  func questionOnKeys(of table: Name, _ key: Name) -> SQLText?

  // MARK: Migrations

  /// Runs the body in a write transaction without enforcement of foreign keys, because a rebuilt
  /// table is missing for a moment. A migration that changes no records may also be a part of
  /// another transaction.
  func migration<Result>(_ body: () throws -> Result) throws -> Result
  /// Locks tables until the end of the transaction, so that other readers and writers wait.
  func lockTables(_ tables: [Name]) throws(EngineError)
  /// Prepares conversions that SQL cannot express, for each value that a query returns.
  func prepare(_ conversions: [(conversion: ValueConversion, values: SQLText)]) throws(EngineError)
  /// Runs the body with writable definitions.
  func rewording<Result>(_ body: () throws -> Result) rethrows -> Result
  /// A script for the engine's own shell that runs statements in one transaction. It stops if the
  /// database has another version of the model. Nil if the shell is the one for files.
  func script(
    of statements: [String], onModel version: Int64, locking tables: [Name]
  ) throws(EngineError) -> String?
  /// True if a definition is a single statement, so that a script can run it.
  func isOneStatement(_ sql: String) -> Bool
}
