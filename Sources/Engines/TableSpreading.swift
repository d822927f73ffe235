package import FlagModel
package import SQLText

/// Distributes the records of tables to partitions or worker nodes.
package protocol TableSpreading: AnyObject {
  /// From now on, tables with these names are created with this distribution. Throws if the server
  /// does not support it.
  func spread(_ tables: [Name: TableSpread]) throws
  /// The number of records that are in the default partition.
  /// - Parameter most: the number at which counting ends.
  func waiting(in table: Name, atMost most: Int64) throws(EngineError) -> Int64
  /// Creates a partition for each calendar unit with records in the default partition, and moves
  /// them there. Returns the names of the partitions.
  func makePartitions(of table: Name) throws(EngineError) -> [Name]
  /// True if the user may create partitions of a table.
  func mayMakePartitions(of table: Name) throws(EngineError) -> Bool
}

extension Connection {
  /// The methods for distributed tables; nil for an engine that stores each table in one place.
  package var spreading: (any TableSpreading)? { self as? any TableSpreading }
}
