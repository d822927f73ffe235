package import FlagModel
import Predicates

/// A completion candidate, with a short description.
package struct Candidate: Hashable, Sendable {
  package let text: String
  package let about: String?

  package init(_ text: String, about: String? = nil) {
    self.text = text
    self.about = about?.split(separator: "\n").first.map(String.init)
  }

  package init(_ name: Name, about: String? = nil) { self.init(name.text, about: about) }
}

extension Schema {
  package var entityCandidates: [Candidate] {
    entities.map { Candidate($0.name, about: $0.summary) }
  }

  /// `NAME=` for the variables in predicates that have no value yet.
  package func argumentCandidates(_ names: [Name], given: [String] = []) -> [Candidate] {
    let assigned = Set(given.compactMap { PredicateArguments.parts(of: $0)?.name })
    let variables = names.filter { name in
      let first = name.parts.first ?? name
      return !types.contains { $0.name.mayBeCalled(first) } && !assigned.contains(name)
        && !["self", "Self"].contains(name) && !names.contains { $0.isInside(name) }
    }
    return variables.map { Candidate("\($0)=") }
  }
}

extension FlagSet {
  package var candidate: Candidate { Candidate(name, about: summary) }
  /// The flags, the combinations, and the fields followed by `=`.
  package var items: [Candidate] {
    candidates
      + fields.map { Candidate("\($0.name)=", about: $0.summary ?? $0.declaredType.text) }
  }

  /// The flags and combinations.
  package var candidates: [Candidate] {
    (flags + combinations).map { flag in
      var about = flag.summary
      if about == nil, flag.mask.nonzeroBitCount != 1 {
        about = names(of: flag.mask).joined(separator: ",")
      }
      return Candidate(flag.name, about: about)
    }
  }
}

extension Enumeration {
  package var candidates: [Candidate] { cases.map { Candidate($0.name, about: $0.summary) } }
}

extension Entity {
  /// The names of a record's properties: the key, attributes, paths inside structs, relationships,
  /// and optionally named expressions.
  package func candidates(withExpressions: Bool) -> [Candidate] {
    var candidates: [Candidate] = []
    if keyAttribute == nil, let shownKey {
      candidates.append(Candidate(shownKey, about: "the key"))
    }
    for attribute in attributes {
      candidates.append(
        Candidate(attribute.name, about: attribute.summary ?? attribute.declaredType.text))
    }
    for relationship in relationships {
      candidates.append(
        Candidate(relationship.name, about: relationship.summary ?? relationship.target.text))
    }
    guard withExpressions else { return candidates }
    candidates += fieldCandidates
    for expression in expressions {
      candidates.append(Candidate(expression.name, about: expression.summary ?? expression.text))
    }
    return candidates
  }

  /// The fields of its masks: `transition.core`.
  package var fieldCandidates: [Candidate] {
    attributes.flatMap(\.fields).map {
      Candidate($0.name, about: $0.summary ?? $0.declaredType.text)
    }
  }
}

extension NamedType {
  /// The names of its values.
  var candidates: [Candidate] {
    switch self {
    case .flagSet(let set): set.candidates
    case .enumeration(let enumeration): enumeration.candidates
    case .payloads(let enumeration): enumeration.plain.candidates
    case .alias, .structure: []
    }
  }
}
