import FlagModel

extension ManagedModel {
  /// The differences between the two models, each as `User.pet: only in …`, with the model before
  /// the other. Facts that do not affect a store, such as indexes and validations, are not
  /// compared. For a merged model, entities that only the other model has are not differences.
  package func differences(from other: ManagedModel, isMerged: Bool = false) -> [String] {
    let names = isMerged ? names : self.names.union(other.names)
    return names.sorted().flatMap { name -> [String] in
      switch (entity(named: name), other.entity(named: name)) {
      case (let entity?, let other?): entity.differences(from: other)
      case (_?, nil): ["\(name): only in the model"]
      default: ["\(name): only in the store"]
      }
    }
  }
}

extension ManagedEntity {
  fileprivate func differences(from other: ManagedEntity) -> [String] {
    let ownFacts = facts
    let otherFacts = other.facts
    var differences: [String] = []
    for key in Set(ownFacts.keys).union(otherFacts.keys).sorted() {
      let place = key.isEmpty ? "\(name)" : "\(name).\(key)"
      guard let fact = ownFacts[key] else {
        differences.append("\(place): only in the store")
        continue
      }
      guard let otherFact = otherFacts[key] else {
        differences.append("\(place): only in the model")
        continue
      }
      for word in fact.keys.sorted() where fact[word] != otherFact[word] {
        let (own, other) = (fact[word] ?? "none", otherFact[word] ?? "none")
        differences.append("\(place): \(word) \(own), in the store \(other)")
      }
    }
    return differences
  }

  /// The comparable facts of each property by its name, and those of the entity under the empty
  /// name.
  private var facts: [Name: [String: String]] {
    var facts: [Name: [String: String]] = [
      "": [
        "inherits": parent?.text ?? "nothing", "abstract": "\(isAbstract)",
        "unique": uniques.map { $0.map(\.text).joined(separator: "+") }.sorted()
          .joined(separator: ", "),
      ]
    ]
    for attribute in attributes { facts[attribute.name] = attribute.facts }
    for relationship in relationships { facts[relationship.name] = relationship.facts }
    for request in fetched { facts[request.name] = ["fetches": request.entity.text] }
    return facts
  }
}

extension ManagedAttribute {
  fileprivate var facts: [String: String] {
    [
      "type": "\(type)", "optional": "\(isOptional)", "transient": "\(isTransient)",
      "default": defaultValue?.text ?? "none", "external": "\(isExternal)",
      "derived": "\(derivation != nil)",
      "elements": elements.map { "\($0.name) \($0.type)" }.sorted().joined(separator: ", "),
    ]
  }
}

extension ManagedRelationship {
  fileprivate var facts: [String: String] {
    [
      "destination": destination.text, "inverse": inverse?.text ?? "none",
      "to-many": "\(isToMany)", "ordered": "\(isOrdered)", "optional": "\(isOptional)",
      "transient": "\(isTransient)", "delete rule": deleteRule.rawValue,
    ]
  }
}

extension ManagedDefault {
  fileprivate var text: String {
    switch self {
    case .object(let name): name
    case .value(.integer(let number)): "\(number)"
    case .value(.real(let number)): "\(number)"
    case .value(.text(let text)): ArchivedPredicate.quoted(text)
    case .value(.blob(let bytes)): "\(bytes)"
    case .value(.null): "none"
    }
  }
}
