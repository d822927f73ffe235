public import FlagModel

extension Schema {
  /// The entities and what lies between them as an entity diagram that Mermaid draws.
  public var mermaid: String {
    let boxes = entities.map(\.box)
    let lines = entities.flatMap { entity in
      entity.relationships.compactMap { line($0, of: entity) }
    }
    return (["erDiagram"] + boxes + lines).joined(separator: "\n") + "\n"
  }

  /// Each relationship once: from the side that keeps it.
  private func line(_ relationship: Relationship, of entity: Entity) -> String? {
    let own: String
    switch relationship.storage {
    case .inverse: return nil
    case .column(let isUnique): own = isUnique ? "|o" : "}o"
    case .joinTable(let join):
      guard join.isOwner else { return nil }
      own = "}o"
    }
    let other =
      switch relationship.cardinality {
      case .toOne(let isOptional): isOptional ? "o|" : "||"
      case .toMany: "o{"
      }
    return "  \(entity.name) \(own)--\(other) \(relationship.target) : \(relationship.name)"
  }
}

extension Entity {
  fileprivate var box: String {
    let lines = attributes.map { attribute in
      let key = attribute.isUnique ? " UK" : ""
      let type = attribute.declaredType.map { $0.isLetter || $0.isNumber ? $0 : "_" }
      // Mermaid takes a comment in quotes, in which no quote may stand.
      let summary = attribute.summary.map {
        " \"" + String($0.map { $0 == "\"" ? "'" : $0 == "\n" ? " " : $0 }) + "\""
      }
      return "    \(String(type)) \(attribute.column)\(key)\(summary ?? "")"
    }
    return (["  \(name) {"] + lines + ["  }"]).joined(separator: "\n")
  }
}
