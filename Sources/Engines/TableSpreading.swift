package import FlagModel
package import SQLText

/// Spreads the records of tables over partitions, or over several machines.
package protocol TableSpreading: AnyObject {
  /// Tables of these names are made so from now on. Throws where the server cannot spread them.
  func spread(_ tables: [Name: TableSpread]) throws
  /// The records of tables that are in no partition of their own.
  /// - Parameter most: the number at which counting ends.
  func waiting(in table: Name, atMost most: Int64) throws(EngineError) -> Int64
  /// Makes a partition for each stretch of the calendar that has records in none, and brings them there.
  /// Answers with the names of the partitions.
  func makePartitions(of table: Name) throws(EngineError) -> [Name]
  /// True if the user may make partitions of a table.
  func mayMakePartitions(of table: Name) throws(EngineError) -> Bool
}

extension Connection {
  /// The way to spread tables; nil for an engine that keeps each in one place.
  package var spreading: (any TableSpreading)? { self as? any TableSpreading }
}
