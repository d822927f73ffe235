import FlagModel
import Predicates

extension SchemaDiff {
  /// The named expressions that compare a flag set with a number, if bits move. A number contains
  /// no names to adapt, so the user must change it.
  var numberedExpressions: [String] {
    var moving: Set<Name> = []
    for (before, after) in types.pairs {
      guard let oldSet = old.flagSet(named: before), let newSet = new.flagSet(named: after)
      else { continue }
      if !mapping(oldSet, newSet).isIdentity { moving.insert(after) }
    }
    if moving.isEmpty { return [] }
    var notes: [String] = []
    for entity in new.entities {
      let texts = before(entity)?.expressions.map(\.text) ?? []
      for expression in entity.expressions {
        guard texts.contains(where: { $0.utf8.elementsEqual(expression.text.utf8) }),
          let set = flagSet(beside: expression.text, of: moving)
        else { continue }
        notes.append(
          "\(entity.name).\(expression.name) holds a number, and flags of \(set) move: "
            + "'\(expression.text)' may mean others now")
      }
    }
    return notes
  }

  /// The flag set that is compared with a number in a text.
  private func flagSet(beside text: String, of sets: Set<Name>) -> Name? {
    guard let tokens = try? PredicateLexer.lex(SourceText(text)) else { return nil }
    let words = tokens.filter { !["(", ")", "."].contains($0.text) && $0.text != "rawValue" }
    for (index, token) in words.enumerated() where token.kind == .number {
      for place in [index - 2, index + 2] where words.indices.contains(place) {
        let other = words[place]
        guard other.kind == .word else { continue }
        if let set = flagSet(ofProperty: Name(other.text)), sets.contains(set) { return set }
      }
    }
    return nil
  }

  private func flagSet(ofProperty name: Name) -> Name? {
    for entity in new.entities {
      for attribute in entity.attributes where attribute.name == name {
        if case .flags(let set) = attribute.type.innermost { return set.name }
      }
    }
    return nil
  }
}
