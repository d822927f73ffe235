package import FlagModel

/// Something that is not as the model says.
package struct Finding: Hashable, Sendable {
  package let problem: String
  /// The table, where the finding belongs to one.
  package private(set) var entity: Name?
  package private(set) var attribute: Name?
  /// The key of a record that shows it.
  package private(set) var key: Value?

  /// The finding with another key of the same record.
  func told(by key: Value?) -> Finding {
    var finding = self
    finding.key = key
    return finding
  }
}
