package import Columns
package import FlagModel

/// Reads columns of whole tables past the statements of an engine, where the state of a database allows it.
/// Throws a `ColumnRefusal` with the reason where it does not. What it gives holds within the transaction.
/// See Documentation/Decisions/pages-are-read-where-sql-is-slow.md.
package protocol ColumnReader: AnyObject {
  /// The bytes of the database, of which a small one is asked by SQL.
  var size: Int64 { get }
  /// True if the mean of real numbers is their sum in the order of the records, by their number.
  var addsInOrder: Bool { get }
  /// The columns of a table.
  func columns(_ names: [Name], of table: Name) throws -> any ColumnSource
  /// The values of a column in an index that begins with it.
  func counts(of column: Name, in table: Name) throws -> any CountSource
}

extension Connection {
  package func columnReader() throws -> any ColumnReader {
    throw ColumnRefusal("the engine has no pages")
  }
}
