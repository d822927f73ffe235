import FlagModel

/// An addition that the arguments of `define` make to a model.
protocol ModelAddition: Sendable {
  /// The model with the addition. It is not yet checked as a whole.
  func added(to schema: Schema, now: Timestamp) throws -> Schema
}

extension Schema {
  /// Throws if a property or expression of the name would hide an inherited one, or be hidden in a
  /// child entity.
  func requireFree(_ name: Name, inHierarchyOf entity: Entity) throws {
    let taking = (line(of: entity).dropLast() + members(of: entity)).first { other in
      other.name != entity.name
        && (other.expression(named: name) != nil || other.properties.contains { $0.name == name })
    }
    guard let taking else { return }
    throw CommandError("'\(taking.name).\(name)' is in the model already")
  }
}

/// Splits `name=rest`. The rest is nil if there is no equals sign.
func splitAtEquals(_ word: String) -> (name: Substring, rest: Substring?) {
  let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
  return (parts[0], parts.count > 1 ? parts[1] : nil)
}
