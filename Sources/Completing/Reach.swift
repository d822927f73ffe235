import FlagModel

/// The names of records, and the values to which they lead.
struct Reach {
  typealias Ending = CompletionOffer.Ending

  let schema: Schema

  /// The names of an entity, or those inside one of its structs, for one record or several.
  func names(of entity: Entity, inside owner: Name? = nil, isMany: Bool = false)
    -> [CompletionOffer]
  {
    let attributes = attributes(of: entity, inside: owner, isMany)
    if owner != nil { return attributes }
    var keys: [CompletionOffer] = []
    if entity.keyAttribute == nil, let key = entity.shownKey {
      let offer = CompletionOffer(Candidate(key, about: "the key"))
      keys.append(offer.standing(for: isMany ? nil : .key))
    }
    let relationships = entity.relationships.compactMap { relationship -> CompletionOffer? in
      guard let target = schema.entity(named: relationship.target) else { return nil }
      let isMany = isMany || relationship.isToMany
      let about = relationship.summary ?? relationship.target.text
      return CompletionOffer(Candidate(relationship.name, about: about))
        .standing(for: kind(of: target, isMany)) { paths(from: target, isMany: isMany) }
    }
    let expressions = entity.expressions.map { expression in
      CompletionOffer(Candidate(expression.name, about: expression.summary ?? expression.text))
    }
    return [keys, attributes, relationships, kind(of: entity, isMany), expressions].flatMap { $0 }
  }

  /// `type`, if several entities share a table.
  private func kind(of entity: Entity, _ isMany: Bool) -> [CompletionOffer] {
    guard entity.attribute(named: "type") == nil, entity.relationship(named: "type") == nil,
      let kind = schema.kindAttribute(of: entity)
    else { return [] }
    return [
      CompletionOffer(Candidate("type", about: "the class of the record"))
        .standing(for: .value(kind.type, ofMany: isMany))
    ]
  }

  private func attributes(
    of entity: Entity, inside owner: Name?, _ isMany: Bool
  ) -> [CompletionOffer] {
    var groups: Set<Name> = []
    return entity.attributes.compactMap { attribute in
      let path = if let owner { attribute.name.dropping(owner) } else { attribute.name }
      guard let parts = path?.parts, let name = parts.first else { return nil }
      let type = attribute.type
      if parts.count == 1 {
        return CompletionOffer(
          Candidate(name, about: attribute.summary ?? attribute.declaredType.text)
        ).standing(for: .value(type, ofMany: isMany)) { members(of: type, isMany) }
      }
      guard groups.insert(name).inserted else { return nil }
      let group = owner.map { Name("\($0).\(name)") } ?? name
      return CompletionOffer(Candidate(name)).standing(for: nil) {
        members(of: group, in: entity, isMany)
      }
    }
  }

  /// The attributes inside a struct.
  private func members(of group: Name, in entity: Entity, _ isMany: Bool) -> [Ending] {
    var endings: [Ending] = []
    for member in entity.attributes {
      guard let rest = member.name.dropping(group) else { continue }
      let whole = Ending(text: "", kind: .value(member.type, ofMany: isMany))
      for ending in [whole] + members(of: member.type, isMany) {
        endings.append(Ending(text: ".\(quoted(rest))\(ending.text)", kind: ending.kind))
      }
    }
    return endings
  }

  // MARK: Members of JSON and fields of masks

  /// The properties of a struct in JSON, which need no qualifier in a condition on it.
  func properties(of type: AttributeType?) -> [CompletionOffer] {
    guard case .json(.object(_, let fields))? = type else { return [] }
    return fields.map { part($0.name, $0.type, about: $0.shownType, false) }
  }

  /// The members of JSON, which are properties or cases with associated values, and the fields of a
  /// mask.
  func parts(of type: AttributeType?, isMany: Bool) -> [CompletionOffer] {
    switch type {
    case .json(.object(_, let fields))?:
      return fields.map { part($0.name, $0.type, about: $0.shownType, isMany) }
    case .json(.cases(let enumeration))?:
      var seen: Set<Name> = []
      let cases = enumeration.cases.map { enumCase in
        let payload = AttributeType.json(.object(name: enumCase.name, enumCase.fields))
        return part(enumCase.name, payload, about: Name(enumCase.summary ?? ""), isMany)
      }
      let fields = enumeration.cases.flatMap(\.fields).filter { seen.insert($0.name).inserted }
      return cases + fields.map { part($0.name, $0.type, about: $0.shownType, isMany) }
    case .flags(let set)? where !isMany:
      return set.fields.map {
        part($0.name, $0.type, about: $0.summary.map { Name($0) } ?? $0.declaredType, isMany)
      }
    default: return []
    }
  }

  private func part(
    _ name: Name, _ type: AttributeType, about: Name, _ isMany: Bool
  ) -> CompletionOffer {
    CompletionOffer(Candidate(name, about: about.text))
      .standing(for: .value(type, ofMany: isMany)) {
        members(of: type, isMany) + inner(of: type)
      }
  }

  /// Short paths from a value to the values in it.
  private func inner(of type: AttributeType) -> [Ending] {
    guard case .json(.object(_, let fields)) = type else { return [] }
    return fields.map { Ending(text: ".\(quoted($0.name))", kind: .value($0.type)) }
  }

  /// The members of several values and of arrays, and the fields of masks.
  private func members(of type: AttributeType, _ isMany: Bool) -> [Ending] {
    if case .flags(let set) = type, !isMany {
      return set.fields.map { Ending(text: ".\(quoted($0.name))", kind: .value($0.type)) }
    }
    let element = type.element ?? type
    guard isMany || element != type else { return [] }
    return [
      Ending(text: ".first", kind: .value(element)),
      Ending(text: ".count", kind: .value(.integer(.int))),
    ]
  }

  private func kind(of entity: Entity, _ isMany: Bool) -> CompletionOffer.Kind {
    isMany ? .records(entity.name) : .record(entity.name)
  }

  /// A short path to each kind of value from one record or several.
  func paths(from start: Entity, isMany: Bool) -> [Ending] {
    var endings: [Ending] = []
    var kinds: Set<CompletionOffer.Kind> = []
    func add(_ path: String, _ kind: CompletionOffer.Kind) {
      if kinds.insert(kind).inserted { endings.append(Ending(text: path, kind: kind)) }
    }
    if isMany {
      add(".count", .value(.integer(.int)))
      add(".isEmpty", .value(.bool))
    }
    var visited: Set<Name> = [start.name]
    var places = [(path: "", entity: start, isMany: isMany)]
    for _ in 0..<Self.mostSteps {
      var next: [(path: String, entity: Entity, isMany: Bool)] = []
      for (path, entity, isMany) in places {
        for attribute in entity.attributes {
          let name = "\(path).\(quoted(attribute.name))"
          add(name, .value(attribute.type, ofMany: isMany))
          if isMany { add("\(name).first", .value(attribute.type)) }
        }
        for relationship in entity.relationships {
          guard visited.insert(relationship.target).inserted,
            let target = schema.entity(named: relationship.target)
          else { continue }
          let name = "\(path).\(quoted(relationship.name))"
          let isMany = isMany || relationship.isToMany
          add(name, kind(of: target, isMany))
          next.append((name, target, isMany))
        }
      }
      places = next
    }
    return endings
  }

  private static let mostSteps = 3

  /// A path of quoted names.
  func quoted(_ path: Name) -> String { path.parts.map { "`\($0)`" }.joined(separator: ".") }
}
