package import FlagModel
package import SQLText

/// An object in the catalog of a database.
package struct CatalogObject: Hashable, Sendable {
  /// `table`, `foreign key`, `index`, `trigger` or `view`.
  package let kind: String
  package let name: String
  /// The table of the object; for a table, its own name.
  package let table: String
  /// The statement that created it; nil for objects that the engine created implicitly.
  package let sql: String?

  package init(kind: String, name: String, table: String, sql: String?) {
    self.kind = kind
    self.name = name
    self.table = table
    self.sql = sql
  }
}

/// The catalog of a database.
package protocol Catalog {
  /// All objects in the order of their creation, including the engine's own.
  func objects() throws(EngineError) -> [CatalogObject]
  /// True for an object that the engine made for itself.
  func isInternal(_ object: CatalogObject) -> Bool
  /// True if the engine stores the statements that created its objects.
  var keepsStatements: Bool { get }
  /// The statement that created the first object with a name; nil if there is none.
  /// - Parameter kind: nil for any kind.
  func definition(of kind: String?, _ name: Name) throws(EngineError) -> String?
  /// The views of a file, because a view may have replaced a table. Empty on a server, where
  /// objects have owners.
  func viewNames() throws(EngineError) -> [Name]
  /// True if a table has the definition of flagdb's statement, as far as the engine reports it.
  func isDefined(_ table: Name, by sql: String) throws(EngineError) -> Bool
  /// The triggers on a table, whose name ignores case.
  func triggers(on table: Name) throws(EngineError) -> [CatalogObject]
  /// True if the name of a trigger has a prefix.
  func hasTrigger(beginning text: String) throws(EngineError) -> Bool
  /// True if a table or its column exists; false for views, which the engine knows only in part.
  func has(_ table: Name, column: Name?) -> Bool

  /// The foreign tables and views with their columns and keys, in the order of their creation. It
  /// reads no records.
  func tables() throws(EngineError) -> [TableShape]
  /// The queries of `tables`, to be asked early; empty for an engine that needs no early questions.
  var questionsOnTables: [SQLText] { get }
  /// The tables and views without their columns.
  func tableNames() throws(EngineError) -> [TableShape]
  func columns(of table: Name) throws(EngineError) -> [ColumnShape]
  /// True if the engine enforces the declared types of columns.
  var keepsDeclaredTypes: Bool { get }
  /// The order of texts in a foreign column; nil for that of their bytes in UTF-8.
  func collation(of column: Name, in table: Name) throws(EngineError) -> Collation?
  /// A text that differs after a change of foreign tables; nil if their stored statements show
  /// that.
  func stateOfTables() throws(EngineError) -> String?
  /// Statements that use columns of foreign tables, in views, CHECKs and indexes.
  func usesOfColumns() throws(EngineError) -> [String]
  /// The clause after a table name that samples this number of rows from the whole table. Nil if
  /// the table has no more rows, or if the engine has no such clause.
  func sampling(of table: Name, rows: Int) throws(EngineError) -> SQLText?
  /// An upper limit for the number of records of a table, if it is known without a query.
  func mostRecords(in table: Name) -> Int64?
  /// A number that differs after a change of the tables.
  func version() throws(EngineError) -> Value?
  /// True if the database has the tables of a Core Data store.
  func isCoreDataStore() throws(EngineError) -> Bool

  /// A query for the names of the tables and their sizes in bytes, including indexes. Some engines
  /// cannot run it.
  var sizesOfTables: SQLText { get }

  /// Marks a database as a flagdb database, with the format version of flagdb's own tables.
  func mark(layout: Int64) throws(EngineError)
  /// The stored format version.
  func layout() throws(EngineError) -> Value?
}
