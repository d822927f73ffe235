package import FlagModel

extension Schema {
  /// The entities and their relationships as an entity-relationship diagram for Mermaid.
  package var mermaid: String {
    let boxes = entities.map { entity in
      let inherited = base(of: entity)?.attributes.count ?? 0
      return entity.box(entity.attributes.dropFirst(inherited))
    }
    var lines: [String] = []
    for entity in entities {
      if let parent = entity.parent {
        lines.append("  \(parent.mermaidName) ||--o| \(entity.name.mermaidName) : \"may be\"")
      }
      lines += ownRelationships(of: entity).compactMap { line($0, of: entity) }
    }
    return (["erDiagram"] + boxes + lines).joined(separator: "\n") + "\n"
  }

  /// Each relationship once, from the side that stores it.
  private func line(_ relationship: Relationship, of entity: Entity) -> String? {
    let ownEnd: String
    switch relationship.storage {
    case .inverse: return nil
    case .column(let key) where key.isUnique: ownEnd = "|o"
    case .column: ownEnd = "}o"
    case .joinTable(let join):
      guard join.isOwner else { return nil }
      ownEnd = "}o"
    }
    let other =
      switch relationship.cardinality {
      case .toOne(isOptional: true): "o|"
      case .toOne(isOptional: false): "||"
      case .toMany: "o{"
      }
    return """
        \(entity.name.mermaidName) \(ownEnd)--\(other) \(relationship.target.mermaidName) \
      : \(relationship.name.mermaidName)
      """
  }
}

extension Entity {
  fileprivate func box(_ attributes: some Sequence<Attribute>) -> String {
    let lines = attributes.map { attribute in
      var line = "    \(attribute.mermaidType) \(attribute.column)"
      if isUnique(attribute) { line += " UK" }
      let fields = attribute.fields.map { "\($0.name): \($0.declaredType)" }
      let notes = [attribute.summary].compactMap(\.self) + fields
      let comment = notes.joined(separator: "; ")
      if comment.isEmpty { return line }
      // Mermaid has quoted comments, which must not contain quotes.
      let plain = comment.replacing("\"", with: "'").replacing("\n", with: " ")
      return "\(line) \"\(plain)\""
    }
    return (["  \(name.mermaidName) {"] + lines + ["  }"]).joined(separator: "\n")
  }
}

extension Attribute {
  /// A type must begin with a letter, so `[String]` becomes `String[]`. It must have no dots, and
  /// `Set<Day>` becomes `Set(Day)`.
  fileprivate var mermaidType: String {
    let brackets = declaredType.utf8.count { $0 == UInt8(ascii: "[") }
    let name = declaredType.text.filter { $0 != "[" && $0 != "]" }.map {
      [".": "_", "<": "(", ">": ")"][$0] ?? $0
    }
    return String(name) + String(repeating: "[]", count: brackets)
  }
}

extension Name {
  /// In quotes, unless it contains only letters, digits and underscores.
  fileprivate var mermaidName: String {
    if utf8.allSatisfy(isWordByte) { return text }
    return "\"\(text)\""
  }
}
