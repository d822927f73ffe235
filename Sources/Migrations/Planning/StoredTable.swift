package import FlagModel

/// What a model does not say of a table that is there.
package struct StoredTable: Hashable, Sendable {
  /// Its columns besides the key, in the order in which they stand.
  package let columns: [Name]
  /// Whether it has so many records that a new column rather stands last, out of the order of
  /// declaration, than that all is copied.
  package let isLarge: Bool

  package init(columns: [Name], isLarge: Bool) {
    self.columns = columns
    self.isLarge = isLarge
  }
}
