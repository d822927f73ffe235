/// An error in a transaction that is kept all the same.
package struct Complaint {
  package let error: EngineError
  /// The harm that may still come of it: `its lock may stay`.
  package let danger: String

  package init(error: EngineError, danger: String) {
    self.error = error
    self.danger = danger
  }
}
