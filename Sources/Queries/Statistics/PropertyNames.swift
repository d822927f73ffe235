package import FlagModel
import Predicates

extension Entity {
  /// The attributes and relationships with the given names, where a struct means its attributes.
  /// Without names, all of them in the order of declaration.
  package func properties(named words: [SourceText]) throws(Diagnostic) -> [Property] {
    if words.isEmpty { return properties.flatMap(\.parts) }
    var chosen: [Property] = []
    for word in words {
      let name = Name(word.text(0..<word.utf8.count))
      let parts = members(named: name)
      guard !parts.isEmpty else {
        let place = SourcePlace(word, 0..<word.utf8.count)
        guard let condition = try? PredicateSyntax.parse(word), !condition.kind.children.isEmpty
        else { throw unknownName(name, at: place) }
        throw Diagnostic(
          "expected an attribute, found '\(name)'", at: place,
          hint: "a condition follows --where, as in --where \(shellWord(name.text))")
      }
      for part in parts where !chosen.contains(part) { chosen.append(part) }
    }
    return chosen
  }

  private func members(named name: Name) -> [Property] {
    if let attribute = attribute(named: name) { return [.attribute(attribute)] }
    if let field = field(named: name) { return [.attribute(field)] }
    if let relationship = relationship(named: name) { return [.relationship(relationship)] }
    return attributes.filter { $0.name.isInside(name) }
      .map(Property.attribute)
  }
}

extension Property {
  /// The property with the fields of its masks, or the parts of a struct.
  fileprivate var parts: [Property] {
    switch self {
    case .group(let group): group.properties.flatMap(\.parts)
    case .attribute(let attribute): [self] + attribute.fields.map(Property.attribute)
    case .relationship: [self]
    }
  }
}
