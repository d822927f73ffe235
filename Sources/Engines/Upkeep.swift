package import FlagModel
package import SQLText

/// A record that refers to one that does not exist.
package struct BrokenReference: Hashable, Sendable {
  package let table: Name
  /// The number of its row, or its key; NULL if it has none.
  package let key: Value
  /// The table that it refers to; nil where the engine does not tell.
  package let target: Name?

  package init(table: Name, key: Value, target: Name?) {
    self.table = table
    self.key = key
    self.target = target
  }
}

/// The records that refer by one foreign key to others that are not there.
package struct BrokenKey: Hashable, Sendable {
  package let target: Name
  package let column: Name?
  package let count: Int64
  /// The number of the first of their rows.
  package let example: Value

  package init(target: Name, column: Name?, count: Int64, example: Value) {
    self.target = target
    self.column = column
    self.count = count
    self.example = example
  }
}

/// The room that a database takes, in pages.
package struct StorageSize: Hashable, Sendable {
  package let pages: Int64
  /// Pages that nothing stands in.
  package let unused: Int64
  /// The bytes of a page.
  package let page: Int64

  package init(pages: Int64, unused: Int64, page: Int64) {
    self.pages = pages
    self.unused = unused
    self.page = page
  }
}

extension Upkeep {
  package func hiddenTables() -> [Name] { [] }
}

/// The care for a database beyond reading and changing records.
package protocol Upkeep: AnyObject {
  // MARK: Looking

  /// The engine's own findings of damage, no more than a hundred.
  func damage() throws(EngineError) -> [String]
  /// The first records that refer to others which are not there.
  func brokenReferences(atMost most: Int) throws(EngineError) -> [BrokenReference]
  /// The foreign keys of a table by which records refer to others that are not there.
  func brokenKeys(of table: Name) throws(EngineError) -> [BrokenKey]
  func size() throws(EngineError) -> StorageSize
  /// A number that is another one whenever another connection has changed the database.
  func dataVersion() throws(EngineError) -> Value?
  /// True unless another program has written a database that is read without locks.
  var isUnchanged: Bool { get }

  /// The tables of which policies of a server may keep some records from this user.
  func hiddenTables() throws(EngineError) -> [Name]

  // MARK: Rules that rest

  /// Lets foreign keys be broken until the end of the transaction.
  func deferReferences() throws(EngineError)
  /// From now on foreign keys are not looked at, for a database that nobody else knows of.
  func ignoreReferences() throws(EngineError)
  /// From now on CHECKs are not evaluated: the values were checked before.
  func trustValues() throws(EngineError)
  /// CHECKs are evaluated again, whatever has happened.
  func evaluateChecks()
  /// From now on nothing is written.
  func forbidWriting() throws(EngineError)
  /// Leaves the write-ahead log of a killed program as it is when the connection is closed.
  func leaveLog()
  /// Makes ready for many records.
  func prepareForLoading() throws(EngineError)

  /// Lets the keys that the engine gives by itself go on behind those that were given to it.
  func continueKeys(of table: Name, _ key: Name) throws(EngineError)

  // MARK: Migrations

  /// Runs the body in a writing transaction in which no foreign key is enforced: a table that is
  /// made anew is gone for a moment. Only a migration which changes no record can be part of another
  /// transaction.
  func migration<Result>(_ body: () throws -> Result) throws -> Result
  /// Keeps others out of tables, and what they read and write waits until the end of the transaction.
  func claim(_ tables: [Name]) throws(EngineError)
  /// Makes ready for conversions of values that no SQL of the engine makes; each of the values that a query
  /// answers with.
  func prepare(
    _ conversions: [(conversion: ValueConversion, values: SQLText)]
  ) throws(EngineError)
  /// Runs the body with the definitions open to be written.
  func rewording<Result>(_ body: () throws -> Result) rethrows -> Result
  /// A script for the engine's own shell that runs statements in one transaction, on a database that has this
  /// version of its model and no other; nil where the shell is that of files.
  func script(
    of statements: [String], onModel version: Int64, claiming tables: [Name]
  ) throws(EngineError) -> String?
  /// True if a definition is one statement, so that a script can run it.
  func isOneStatement(_ sql: String) -> Bool
}
