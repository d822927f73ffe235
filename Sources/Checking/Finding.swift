package import FlagModel

/// A difference from the model.
package struct Finding: Hashable, Sendable {
  package let problem: String
  /// The entity of the finding, if it concerns one table.
  package private(set) var entity: Name?
  package private(set) var attribute: Name?
  /// The key of a record as an example.
  package private(set) var key: Value?

  /// The finding with another key for the same record.
  func having(key: Value?) -> Finding {
    var finding = self
    finding.key = key
    return finding
  }
}
