package import FlagModel
package import SQLText

/// An object of a database, as its engine keeps it.
package struct CatalogObject: Hashable, Sendable {
  /// `table`, `foreign key`, `index`, `trigger` or `view`.
  package let kind: String
  package let name: String
  /// The table that it belongs to; its own name for a table.
  package let table: String
  /// The statement that made it; nil for what the engine made by itself.
  package let sql: String?

  package init(kind: String, name: String, table: String, sql: String?) {
    self.kind = kind
    self.name = name
    self.table = table
    self.sql = sql
  }
}

/// The tables of a database, as its engine tells of them.
package protocol Catalog {
  /// All objects in the order in which they were made, those of the engine itself too.
  func objects() throws(EngineError) -> [CatalogObject]
  /// True if the engine keeps the statements that made its objects.
  var keepsStatements: Bool { get }
  /// The statement that made the first object of a name; nil if there is none.
  /// - Parameter kind: nil for any.
  func definition(of kind: String?, _ name: Name) throws(EngineError) -> String?
  /// The views of a file, where anybody may have put one in place of a table; none on a server, which has owners.
  func viewNames() throws(EngineError) -> [Name]
  /// True if a table is as a statement of ours makes it, as far as the engine tells.
  func isDefined(_ table: Name, by sql: String) throws(EngineError) -> Bool
  /// The triggers on a table, in whichever letters it is named.
  func triggers(on table: Name) throws(EngineError) -> [CatalogObject]
  /// True if a trigger has a name that begins with a text.
  func hasTrigger(beginning text: String) throws(EngineError) -> Bool
  /// True if a table or its column is there; false also for a view, of which the engine knows less.
  func has(_ table: Name, column: Name?) -> Bool

  /// The tables and views of a database that others made, with their columns and keys, in the order in
  /// which they were made. None of their records is read.
  func tables() throws(EngineError) -> [TableShape]
  /// The tables and views without what they have.
  func tableNames() throws(EngineError) -> [TableShape]
  func columns(of table: Name) throws(EngineError) -> [ColumnShape]
  /// True if a column holds nothing but values of its declared type.
  var keepsDeclaredTypes: Bool { get }
  /// True if a column of others has its texts in the order of their bytes in UTF-8.
  func ordersByBytes(_ column: Name, of table: Name) throws(EngineError) -> Bool
  /// A text that is another one when the tables of others were changed; nil where their statements tell.
  func stateOfTables() throws(EngineError) -> String?
  /// Statements that use columns of tables of others, in views, CHECKs and indexes.
  func usesOfColumns() throws(EngineError) -> [String]
  /// The words behind the name of a table that make a query read so many of its rows, from all of it; nil if it
  /// has no more, or the engine has no such words.
  func sampling(of table: Name, rows: Int) throws(EngineError) -> SQLText?
  /// A number that is another one when the tables were changed.
  func version() throws(EngineError) -> Value?
  /// True if it has the tables by which Core Data knows a store of its own.
  func isCoreDataStore() throws(EngineError) -> Bool

  /// A query for the names of the tables and the bytes of each, with its indexes. Not every engine can
  /// run it.
  var sizesOfTables: SQLText { get }

  /// Marks a database as ours, with the layout of the tables that it has besides its model's.
  func mark(layout: Int64) throws(EngineError)
  /// The layout that it was marked with.
  func layout() throws(EngineError) -> Value?
}
