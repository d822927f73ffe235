package import FlagModel
package import SQLText

/// The engine's plans for statements. The text of a plan differs between engines, so only the engine
/// itself reads it.
package protocol QueryPlans: AnyObject {
  /// The engine's query plan for a statement: one line for each step, indented by nesting.
  func plan(of sql: SQLText) throws(EngineError) -> [String]
  /// True if a step of a query plan uses an index.
  func usesIndex(_ step: String) -> Bool
  /// The scan of a whole table in the plan of a query; nil if the engine reads only a part of the
  /// table, or if its `numberWalk` decides without it.
  func fullScan(of table: Name, in query: SQLText) throws(EngineError) -> FullScan?
  /// The index that alone answers a lookup; nil if there is none.
  func coveringIndex(of lookup: SQLText) throws(EngineError) -> Name?
}

/// The engine's scan of all records of a table.
package struct FullScan: Hashable, Sendable {
  /// The covering index that the scan reads instead of the table.
  package let index: Name?
  /// The index whose order the scan follows; nil for the order of the table.
  package let walkedIndex: Name?
  /// True if the scan reads the table itself, in the order of its records.
  package let isOfTable: Bool
  /// True if no other step of the plan searches the table with an index.
  package let isAlone: Bool
  /// True if the scan returns the records in the requested order, so that a limit ends it.
  package let isInOrder: Bool

  package init(index: Name?, walkedIndex: Name?, isOfTable: Bool, isAlone: Bool, isInOrder: Bool) {
    self.index = index
    self.walkedIndex = walkedIndex
    self.isOfTable = isOfTable
    self.isAlone = isAlone
    self.isInOrder = isInOrder
  }
}

extension QueryPlans {
  package func fullScan(of table: Name, in query: SQLText) throws(EngineError) -> FullScan? { nil }

  package func coveringIndex(of lookup: SQLText) throws(EngineError) -> Name? { nil }
}
