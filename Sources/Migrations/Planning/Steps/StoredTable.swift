package import FlagModel

/// Facts about an existing table that the model does not contain.
package struct StoredTable: Hashable, Sendable {
  /// The columns except the key, in their physical order.
  package let columns: [Name]
  /// True if the table has so many records that a new column is added at its end. Otherwise the
  /// table is copied to keep the declared order.
  package let isLarge: Bool
  /// False if the table's definition differs from the model, so that it is recreated.
  package let isOfModel: Bool

  package init(columns: [Name], isLarge: Bool, isOfModel: Bool = true) {
    self.columns = columns
    self.isLarge = isLarge
    self.isOfModel = isOfModel
  }
}
