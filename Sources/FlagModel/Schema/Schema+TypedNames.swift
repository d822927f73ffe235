private import PlainText

extension Schema {
  /// The entity of a name that a person typed, or an error with the one that was probably meant.
  package func entity(typed name: Name) throws(ValueError) -> Entity {
    if let entity = entity(named: name) { return entity }
    let known = entities.map(\.name)
    throw ValueError(
      "'\(name)' is not an entity of the model",
      hint: .name(for: name, in: known, orAll: "there is") ?? "the model has no entities yet")
  }
}
