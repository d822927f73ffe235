package import Columns
package import FlagModel

/// Reads columns of whole tables without SQL, if the state of the database allows it. Otherwise it
/// throws a `ColumnRefusal` with the reason. Its results are valid within the transaction.
/// See Documentation/Decisions/pages-are-read-where-sql-is-slow.md.
package protocol ColumnReader: AnyObject {
  /// The size of the database in bytes. SQL is used for a small one.
  var size: Int64 { get }
  /// True if SQL calculates the mean of real numbers as their sum, in the order of the records,
  /// divided by their count.
  var addsInOrder: Bool { get }
  /// A source for columns of a table.
  func columns(_ names: [Name], of table: Name) throws -> any ColumnSource
  /// The columns of an index; nil for an expression, and for a column in descending order.
  func columns(ofIndex name: Name) throws -> [Name?]
  /// The values of a column, from an index that begins with it.
  func counts(of column: Name, in table: Name) throws -> any CountSource
}

extension Connection {
  package func columnReader() throws -> any ColumnReader {
    throw ColumnRefusal("the engine has no pages")
  }
}
