/// Something that is not as the model says.
public struct Finding: Hashable, Sendable {
  /// The table, where the finding belongs to one.
  public let entity: String?
  public let attribute: String?
  /// The key of a record that shows it.
  public let key: Int64?
  public let problem: String

  init(_ problem: String, entity: String? = nil, attribute: String? = nil, key: Int64? = nil) {
    self.entity = entity
    self.attribute = attribute
    self.key = key
    self.problem = problem
  }
}
