import FlagModel

/// The differences in entities and their parts.
extension SchemaDiff {
  mutating func compareEntities() {
    let entities = entities
    for (oldName, newName) in entities.pairs {
      note(renamed: oldName, to: newName, nil, .entity)
      guard let before = old.entity(named: oldName), let after = new.entity(named: newName) else {
        continue
      }
      compare(before, after)
    }
    for name in entities.removed {
      remove(name, .entity)
      guard let gone = old.entity(named: name) else { continue }
      ask(name, .entity, entities.added.filter { new.entity(named: $0)?.isAlike(gone) ?? false })
    }
    for name in entities.added { add(.added, .entity, name, "the entity \(name) is new") }
  }

  private mutating func compare(_ before: Entity, _ after: Entity) {
    let pairing = properties(before, after)
    for (oldName, newName) in pairing.pairs {
      let subject: SchemaChange.Subject =
        if before.attribute(named: oldName) == nil { .relationship } else { .attribute }
      note(renamed: oldName, to: newName, before.name, subject)
      compare(before, oldName, after, newName)
    }
    let added = withoutParts(pairing.added, of: after)
    for name in pairing.removed {
      let path: Name = "\(before.name).\(name)"
      if let words = words(replacing: name, of: before) {
        add(.changed, .attribute, path, words)
        continue
      }
      let subject: SchemaChange.Subject =
        if before.attribute(named: name) == nil { .relationship } else { .attribute }
      remove(path, subject)
      ask(path, subject, added.filter { isAlike(before, name, after, $0) })
    }
    for name in pairing.added {
      let path: Name = "\(after.name).\(name)"
      guard let type = shownType(ofNew: name, in: after) else { continue }
      let subject: SchemaChange.Subject =
        if after.attribute(named: name) == nil { .relationship } else { .attribute }
      add(.added, subject, path, "\(path) is new: \(type)")
    }
    compareRules(before, after, pairing)
    compareKinds(before, after, pairing)
    compareGroups(before, after, pairing)
    compareExpressions(before, after)
  }

  private mutating func compare(_ before: Entity, _ oldName: Name, _ after: Entity, _ newName: Name)
  {
    let path: Name = "\(after.name).\(newName)"
    func changed(_ words: String, _ subject: SchemaChange.Subject) {
      add(.changed, subject, path, "\(path) \(words)")
    }
    if let was = before.attribute(named: oldName), let now = after.attribute(named: newName) {
      let (was, now) = (before.declared(was), after.declared(now))
      for words in attributeChanges(was, now) { changed(words, .attribute) }
    } else if let was = before.relationship(named: oldName),
      let now = after.relationship(named: newName)
    {
      for words in relationshipChanges(was, of: before, now, of: after) {
        changed(words, .relationship)
      }
    } else {
      let now = shownType(ofNew: newName, in: after) ?? "another kind of property"
      changed("becomes \(now)", .attribute)
    }
  }

  private func attributeChanges(_ was: Attribute, _ now: Attribute) -> [String] {
    var words: [String] = []
    if !isSameType(was.type, now.type) {
      if now.shownType == was.shownType {
        words.append("stores \(now.shownType) in another form")
      } else {
        words.append("becomes \(now.shownType), no longer \(was.shownType)")
      }
    } else if was.isOptional != now.isOptional {
      words.append(now.isOptional ? "becomes optional" : "becomes required")
    } else if was.isRequiredPart != now.isRequiredPart {
      let form = now.isRequiredPart ? "required" : "optional"
      words.append("is \(form) within its struct")
    }
    if was.isUnique != now.isUnique {
      words.append(now.isUnique ? "becomes unique" : "is no longer unique")
    }
    if was.validity != now.validity { words.append("has new rules for its values") }
    let defaults = [was, now].map { attribute in
      attribute.defaultValue.map { $0.text(for: attribute.type) }
    }
    // If a bit moves, the default has another number but the same name.
    if was.defaultValue != now.defaultValue, defaults[0] != defaults[1] {
      words.append(Self.change(toDefault: defaults[1]))
    }
    return words
  }

  private static func change(toDefault text: String?) -> String {
    guard let text else { return "no longer has a default" }
    if text.isEmpty { return "has an empty default" }
    return "has the default \(text)"
  }

  private func relationshipChanges(
    _ was: Relationship, of before: Entity, _ now: Relationship, of after: Entity
  ) -> [String] {
    var words: [String] = []
    let target = entities.new(of: was.target)
    if was.cardinality != now.cardinality || target != now.target
      || hasOtherClasses(was, of: before, now, of: after)
    {
      var old = declared.old.ends(of: was.name, in: before.name)?.shownType
      var new = shownType(ofNew: now.name, in: after)
      // A class keeps its name when it becomes an entity with its own table. The tables then say
      // what changes.
      if old == new, target != now.target {
        old = nil
        new = nil
      }
      words.append("becomes \(new ?? now.shownType), no longer \(old ?? was.shownType)")
    }
    if was.deleteRule != now.deleteRule {
      words.append(
        "has the delete rule \(now.deleteRule.rawValue), no longer \(was.deleteRule.rawValue)")
    }
    words += inverseChanges(was, now)
    return words
  }

  /// Two relationships in both models that become inverses or stop being inverses.
  private func inverseChanges(_ was: Relationship, _ now: Relationship) -> [String] {
    guard let before = old.entity(named: was.target), let after = new.entity(named: now.target),
      entities.new(of: before.name) == after.name
    else { return [] }
    let pairing = properties(before, after)
    let former = was.inverse.flatMap { pairing.new(of: $0) }
    guard former != now.inverse else { return [] }
    // The change is reported once, for the side that stores the links.
    if let inverse = now.inverse, pairing.old(of: inverse) != nil {
      if now.keepsLinks { return ["has the inverse \(after.name).\(inverse)"] }
      return []
    }
    guard let former, was.keepsLinks else { return [] }
    return ["is no longer the inverse of \(after.name).\(former)"]
  }

  private mutating func compareRules(_ before: Entity, _ after: Entity, _ pairing: NamePairing) {
    let lists = [
      (before.uniques, after.uniques, "unique together"),
      (before.indexes, after.indexes, "indexed"),
    ]
    for (was, now, words) in lists {
      let kept = was.map { $0.map { pairing.new(of: $0) ?? "" } }
      for names in now where !kept.contains(names) {
        add(.added, .rule, after.name, "\(after.name): \(names.joined(separator: ", ")) \(words)")
      }
      for (names, original) in zip(kept, was) where !now.contains(names) {
        add(
          .removed, .rule, after.name,
          "\(after.name): \(original.joined(separator: ", ")) no longer \(words)")
      }
    }
  }

  /// Structs with other parts, even if no part itself changed.
  private mutating func compareGroups(_ before: Entity, _ after: Entity, _ pairing: NamePairing) {
    func names(_ rule: GroupRule, _ name: (Attribute) -> Name?) -> [Set<Name>] {
      [rule.required, rule.others].map { Set($0.compactMap(name)) }
    }
    let former = before.groupRules.map { names($0) { pairing.new(of: $0.name) } }
    for rule in after.groupRules where !former.contains(names(rule) { $0.name }) {
      let isTold = rule.attributes.contains { now in
        guard let was = pairing.old(of: now.name).flatMap(before.attribute(named:)) else {
          return true
        }
        return was.isOptional != now.isOptional || was.isRequiredPart != now.isRequiredPart
      }
      if isTold { continue }
      let path: Name = "\(after.name).\(rule.group)"
      add(.changed, .rule, after.name, "\(path) needs all its required parts, or none")
    }
  }

  private mutating func compareExpressions(_ before: Entity, _ after: Entity) {
    for expression in after.expressions {
      let path: Name = "\(after.name).\(expression.name)"
      guard let was = before.expression(named: expression.name) else {
        add(.added, .expression, path, "the expression \(path) is new")
        continue
      }
      if !was.text.utf8.elementsEqual(expression.text.utf8)
        || was.parameters != expression.parameters
        || was.declaredType != expression.declaredType
      {
        add(.changed, .expression, path, "the expression \(path) is \(expression.text)")
      }
    }
    for expression in before.expressions where after.expression(named: expression.name) == nil {
      let path: Name = "\(before.name).\(expression.name)"
      add(.removed, .expression, path, "the expression \(path) is removed")
    }
  }

  /// True if the types are equal, apart from the names of flags and cases.
  private func isSameType(_ was: AttributeType, _ now: AttributeType) -> Bool {
    switch (was, now) {
    case (.flags(let old), .flags(let new)): types.new(of: old.name) == new.name
    case (.enumeration(let old), .enumeration(let new)): types.new(of: old.name) == new.name
    case (.array(let old, let wasSet), .array(let new, let isSet)):
      wasSet == isSet && isSameType(old, new)
    case (.json(.optional(let old)), .json(.optional(let new))): isSameType(old, new)
    default: withNewNames(was, in: now) == now
    }
  }

  private func isAlike(_ before: Entity, _ oldName: Name, _ after: Entity, _ newName: Name) -> Bool
  {
    if let was = before.attribute(named: oldName), let now = after.attribute(named: newName) {
      return isSameType(was.type, now.type)
    }
    guard let was = before.relationship(named: oldName),
      let now = after.relationship(named: newName)
    else { return false }
    return was.isToMany == now.isToMany
      && entities.new(of: was.target) == now.target
  }
}
