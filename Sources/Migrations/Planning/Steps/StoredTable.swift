package import FlagModel

/// Facts about an existing table that the model does not tell.
package struct StoredTable: Hashable, Sendable {
  /// Its columns besides the key, in the order in which they stand.
  package let columns: [Name]
  /// True if the table has so many records that a new column is added at its end, out of the order
  /// of declaration, instead of copying all of them.
  package let isLarge: Bool
  /// False if it has another definition than that of the model, and so is made anew.
  package let isOfModel: Bool

  package init(columns: [Name], isLarge: Bool, isOfModel: Bool = true) {
    self.columns = columns
    self.isLarge = isLarge
    self.isOfModel = isOfModel
  }
}
