/// An error of a transaction that was committed all the same.
package struct Complaint {
  package let error: EngineError
  /// The possible harm: `its lock may stay`.
  package let danger: String

  package init(error: EngineError, danger: String) {
    self.error = error
    self.danger = danger
  }
}
