package import FlagModel

/// Something that is not as the model says.
package struct Finding: Hashable, Sendable {
  /// The table, where the finding belongs to one.
  package let entity: Name?
  package let attribute: Name?
  /// The key of a record that shows it.
  package let key: Int64?
  package let problem: String

  init(_ problem: String, entity: Name? = nil, attribute: Name? = nil, key: Int64? = nil) {
    self.entity = entity
    self.attribute = attribute
    self.key = key
    self.problem = problem
  }
}
