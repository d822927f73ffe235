/// That something has a new name: an entity, an attribute, a relationship, a flag, a case.
public struct Rename: Hashable, Sendable {
  /// As the old model has it, from the outermost name: `Sample`, `Sample.note`, `BIOMarker.PLX`.
  public let old: String
  /// The new name alone: `Specimen`, `remark`, `SpO2`.
  public let new: String

  public init(old: String, new: String) {
    self.old = old
    self.new = new
  }
}
