public import FlagModel
private import PlainText

/// What two models have in common and what not: the names that belong together, the changes in
/// words, and the questions that only a person can answer.
public struct SchemaDiff: Hashable, Sendable {
  public let old: Schema
  public let new: Schema
  public private(set) var changes: [SchemaChange] = []
  public private(set) var questions: [RenameQuestion] = []
  /// Wishes that name nothing.
  public private(set) var faults: [Diagnostic] = []
  /// All that has a new name, whoever said so.
  public private(set) var renames: [Rename] = []

  let wishes: MigrationWishes
  /// Paths of the old model that have nothing in the new one.
  private var removed: Set<String> = []

  public init(from old: Schema, to new: Schema, wishes: MigrationWishes = .none) {
    self.old = old
    self.new = new
    self.wishes = wishes
    compareTypes()
    compareEntities()
    findFaults()
  }

  // MARK: What belongs together

  var entities: NamePairing {
    NamePairing(
      old: old.entities.map(\.name), new: new.entities.map(\.name), said: said(of: nil),
      original: { new.entity(named: $0)?.originalName })
  }

  /// What an entity of the new model was, if it was anything.
  func before(_ entity: Entity) -> Entity? {
    entities.old(of: entity.name).flatMap(old.entity(named:))
  }

  /// Attributes and relationships, in one: either may have become the other's name.
  func properties(_ before: Entity, _ after: Entity) -> NamePairing {
    NamePairing(
      old: before.propertyNames, new: after.propertyNames, said: said(of: before.name),
      original: { name in
        let original =
          after.attribute(named: name)?.originalName
          ?? after.relationship(named: name)?.originalName
        guard let original, let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else {
          return original
        }
        return "\(name[...dot])\(original)"
      })
  }

  /// Flag sets and enums. One whose attribute has another type of its kind has a new name.
  var types: NamePairing {
    let names = (old: old.valueTypeNames, new: new.valueTypeNames)
    return NamePairing(old: names.old, new: names.new, said: said(of: nil)) { name in
      for after in new.entities {
        guard let before = before(after) else { continue }
        let pairing = properties(before, after)
        for attribute in after.attributes where attribute.type.valueTypeName == name {
          let was = pairing.old(of: attribute.name).flatMap(before.attribute(named:))
          guard let was, let other = was.type.valueTypeName,
            was.type.isFlags == attribute.type.isFlags, !names.new.contains(other)
          else { continue }
          return other
        }
      }
      return nil
    }
  }

  func mapping(_ before: FlagSet, _ after: FlagSet) -> FlagMapping {
    FlagMapping(from: before, to: after, said: said(of: before.name)) { flag in
      wishes.clears.contains { $0.isSame(as: "\(before.name).\(flag)") }
    }
  }

  func mapping(_ before: Enumeration, _ after: Enumeration) -> CaseMapping {
    CaseMapping(from: before, to: after, said: said(of: before.name))
  }

  /// The new name that the line gives to something of an owner, whose name may stand before it.
  private func said(of owner: String?) -> (String) -> String? {
    var names: [[UInt8]: String] = [:]
    let prefix = owner.map { "\($0)." } ?? ""
    for rename in wishes.renames where rename.old.utf8.starts(with: prefix.utf8) {
      let name = rename.old.utf8.dropFirst(prefix.utf8.count)
      names[Array(name)] = rename.new
    }
    return { names[Array($0.utf8)] }
  }
}

// MARK: - Types

extension SchemaDiff {
  private mutating func compareTypes() {
    let types = types
    for (before, after) in types.pairs {
      note(renamed: before, to: after, nil, .type)
      if let one = old.flagSet(named: before), let two = new.flagSet(named: after) {
        compare(one, two)
      } else if let one = old.enumeration(named: before), let two = new.enumeration(named: after) {
        compare(one, two)
      }
    }
    for name in types.removed {
      remove(name, old.flagSet(named: name) == nil ? .enumeration : .flagSet)
    }
    for name in types.added {
      let subject: SchemaChange.Subject = new.flagSet(named: name) == nil ? .enumeration : .flagSet
      add(.added, subject, name, "the \(subject.rawValue) \(name) is new")
    }
  }

  private mutating func compare(_ before: FlagSet, _ after: FlagSet) {
    let mapping = mapping(before, after)
    for (one, two) in mapping.pairing.pairs { note(renamed: one, to: two, before.name, .flag) }
    for (one, two) in mapping.pairing.pairs {
      guard let from = before.mask(named: one), let to = after.mask(named: two), from != to
      else { continue }
      add(
        .moved, .flag, "\(after.name).\(two)",
        "\(after.name).\(two) moves from \(bitText(from)) to \(bitText(to))")
    }
    for flag in before.flags where mapping.pairing.new(of: flag.name) == nil {
      let path = "\(before.name).\(flag.name)"
      remove(path, .flag, "; its bit stays\(mapping.cleared & flag.mask == 0 ? "" : " not")")
      let alike = mapping.added.filter { $0.mask == flag.mask }.map(\.name)
      ask(path, .flag, alike)
    }
    for flag in mapping.added {
      add(
        .added, .flag, "\(after.name).\(flag.name)",
        "\(after.name).\(flag.name) is new, on \(bitText(flag.mask))")
    }
    compareCombinations(before, after)
    if before.rawType != after.rawType {
      add(
        .changed, .flagSet, after.name,
        "\(after.name) has the raw type \(after.rawType.rawValue), no longer "
          + before.rawType.rawValue)
    }
  }

  private mutating func compareCombinations(_ before: FlagSet, _ after: FlagSet) {
    let pairing = NamePairing(
      old: before.combinations.map(\.name), new: after.combinations.map(\.name), said: { _ in nil })
    for name in pairing.removed {
      add(
        .removed, .combination, "\(before.name).\(name)",
        "the combination \(before.name).\(name) goes")
    }
    for name in pairing.added {
      add(
        .added, .combination, "\(after.name).\(name)",
        "the combination \(after.name).\(name) is new")
    }
    for (name, _) in pairing.pairs {
      let names = [before, after].map { set in
        set.mask(named: name).map { mask in
          set.flags.filter { mask & $0.mask != 0 }.map(\.name).joined(separator: "|")
        } ?? ""
      }
      if names[0] == names[1] { continue }
      add(
        .changed, .combination, "\(after.name).\(name)",
        "the combination \(after.name).\(name) is \(names[1]), no longer \(names[0])")
    }
  }

  private mutating func compare(_ before: Enumeration, _ after: Enumeration) {
    let mapping = mapping(before, after)
    for (one, two) in mapping.pairing.pairs {
      note(renamed: one, to: two, before.name, .enumerationCase)
    }
    let type = AttributeType.enumeration(before)
    for move in mapping.moves {
      add(
        .moved, .enumerationCase, "\(after.name).\(move.name)",
        "\(after.name).\(move.name) is stored as \(type.rawText(of: move.to)), no longer as "
          + type.rawText(of: move.from))
    }
    let isText = after.rawType == .string
    for one in mapping.removed {
      let path = "\(before.name).\(one.name)"
      remove(path, .enumerationCase)
      ask(
        path, .enumerationCase,
        mapping.added.filter { isText || $0.rawValue == one.rawValue }.map(\.name))
    }
    for one in mapping.added {
      add(
        .added, .enumerationCase, "\(after.name).\(one.name)",
        "\(after.name).\(one.name) is new, stored as \(type.rawText(of: one.rawValue))")
    }
  }

  private func bitText(_ mask: UInt64) -> String { "bit \(mask.trailingZeroBitCount)" }
}

// MARK: - Entities

extension SchemaDiff {
  private mutating func compareEntities() {
    let entities = entities
    for (one, two) in entities.pairs {
      note(renamed: one, to: two, nil, .entity)
      guard let before = old.entity(named: one), let after = new.entity(named: two) else {
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
    for (one, two) in pairing.pairs {
      note(
        renamed: one, to: two, before.name,
        before.attribute(named: one) == nil ? .relationship : .attribute)
      compare(before, one, after, two)
    }
    for name in pairing.removed {
      let path = "\(before.name).\(name)"
      let subject: SchemaChange.Subject =
        before.attribute(named: name) == nil ? .relationship : .attribute
      remove(path, subject)
      ask(path, subject, pairing.added.filter { isAlike(before, name, after, $0) })
    }
    for name in pairing.added {
      let path = "\(after.name).\(name)"
      if let attribute = after.attribute(named: name) {
        add(.added, .attribute, path, "\(path) is new: \(attribute.shownType)")
      } else if let relationship = after.relationship(named: name) {
        add(.added, .relationship, path, "\(path) is new: \(relationship.shownType)")
      }
    }
    compareRules(before, after, pairing)
    compareExpressions(before, after)
  }

  private mutating func compare(_ before: Entity, _ one: String, _ after: Entity, _ two: String) {
    let path = "\(after.name).\(two)"
    func changed(_ words: String, _ subject: SchemaChange.Subject) {
      add(.changed, subject, path, "\(path) \(words)")
    }
    if let was = before.attribute(named: one), let now = after.attribute(named: two) {
      for words in attributeChanges(was, now) { changed(words, .attribute) }
    } else if let was = before.relationship(named: one), let now = after.relationship(named: two) {
      for words in relationshipChanges(was, now) { changed(words, .relationship) }
    } else {
      let now = after.attribute(named: two)?.shownType ?? after.relationship(named: two)?.shownType
      changed("becomes \(now ?? "another thing")", .attribute)
    }
  }

  private func attributeChanges(_ was: Attribute, _ now: Attribute) -> [String] {
    var words: [String] = []
    if !isSameType(was.type, now.type) {
      words.append("becomes \(now.shownType), no longer \(was.shownType)")
    } else if was.isOptional != now.isOptional {
      words.append(now.isOptional ? "becomes optional" : "must have a value")
    }
    if was.isUnique != now.isUnique {
      words.append(now.isUnique ? "becomes unique" : "is no longer unique")
    }
    if was.validity != now.validity { words.append("has other rules for its values") }
    if was.defaultValue != now.defaultValue {
      let value = now.defaultValue.map { " \($0.text(for: now.type))" }
      words.append(value.map { "has the default\($0)" } ?? "has no default any more")
    }
    return words
  }

  private func relationshipChanges(_ was: Relationship, _ now: Relationship) -> [String] {
    var words: [String] = []
    let target = entities.new(of: was.target)
    if was.cardinality != now.cardinality || !(target?.isSame(as: now.target) ?? false) {
      words.append("becomes \(now.shownType), no longer \(was.shownType)")
    }
    if was.deleteRule != now.deleteRule {
      words.append(
        "has the delete rule \(now.deleteRule.rawValue), no longer \(was.deleteRule.rawValue)")
    }
    return words
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

  private mutating func compareExpressions(_ before: Entity, _ after: Entity) {
    for expression in after.expressions {
      let path = "\(after.name).\(expression.name)"
      guard let was = before.expression(named: expression.name) else {
        add(.added, .expression, path, "the expression \(path) is new")
        continue
      }
      if was.text != expression.text || was.parameters != expression.parameters
        || was.declaredType != expression.declaredType
      {
        add(.changed, .expression, path, "the expression \(path) is \(expression.text)")
      }
    }
    for expression in before.expressions where after.expression(named: expression.name) == nil {
      let path = "\(before.name).\(expression.name)"
      add(.removed, .expression, path, "the expression \(path) goes")
    }
  }

  /// Whether values of one type are those of the other, but for what the type itself says of flags
  /// and cases.
  private func isSameType(_ was: AttributeType, _ now: AttributeType) -> Bool {
    guard let one = was.valueTypeName, let two = now.valueTypeName else { return was == now }
    return was.isFlags == now.isFlags && types.new(of: one)?.isSame(as: two) ?? false
  }

  private func isAlike(_ before: Entity, _ one: String, _ after: Entity, _ two: String) -> Bool {
    if let was = before.attribute(named: one), let now = after.attribute(named: two) {
      return isSameType(was.type, now.type)
    }
    guard let was = before.relationship(named: one), let now = after.relationship(named: two)
    else { return false }
    return was.isToMany == now.isToMany
      && entities.new(of: was.target)?.isSame(as: now.target) ?? false
  }
}

// MARK: - Notes

extension SchemaDiff {
  private mutating func add(
    _ kind: SchemaChange.Kind, _ subject: SchemaChange.Subject, _ path: String, _ words: String
  ) {
    changes.append(SchemaChange(kind, subject, path, words))
  }

  private mutating func note(
    renamed one: String, to two: String, _ owner: String?, _ subject: SchemaChange.Subject
  ) {
    if one.isSame(as: two) { return }
    let path = owner.map { "\($0).\(one)" } ?? one
    renames.append(Rename(old: path, new: two))
    add(.renamed, subject, path, "\(path) is renamed to \(two)")
  }

  private mutating func remove(
    _ path: String, _ subject: SchemaChange.Subject, _ more: String = ""
  ) {
    removed.insert(path)
    add(.removed, subject, path, "\(path) goes\(more)")
  }

  private mutating func ask(
    _ path: String, _ subject: SchemaChange.Subject, _ candidates: [String]
  ) {
    guard !candidates.isEmpty, !wishes.drops.contains(where: { $0.isSame(as: path) }) else {
      return
    }
    let isNear: (String) -> Bool = {
      nearestName(to: String(path.split(separator: ".").last ?? ""), in: [$0]) != nil
    }
    questions.append(
      RenameQuestion(
        subject: subject, old: path,
        candidates: candidates.filter(isNear) + candidates.filter { !isNear($0) }))
  }

  private mutating func findFaults() {
    for rename in wishes.renames where !renames.contains(rename) {
      faults.append(
        Diagnostic(
          "'\(rename.old)' cannot be renamed to '\(rename.new)'",
          hint: isInOldModel(rename.old)
            ? "the new model has no such name there, or not for the same kind of thing"
            : hint(for: rename.old, "the model in the database has no such name")))
    }
    for path in wishes.drops + wishes.clears where !removed.contains(path) {
      faults.append(
        Diagnostic(
          isInOldModel(path)
            ? "'\(path)' is in the new model and stays"
            : "'\(path)' is not in the model of the database",
          hint: isInOldModel(path) ? nil : hint(for: path, nil)))
    }
  }

  private var oldPaths: [String] {
    var paths: [String] = []
    func add(_ owner: String, _ names: [String]) {
      paths.append(owner)
      paths += names.map { "\(owner).\($0)" }
    }
    for entity in old.entities { add(entity.name, entity.propertyNames) }
    for set in old.flagSets { add(set.name, set.flags.map(\.name)) }
    for enumeration in old.enumerations { add(enumeration.name, enumeration.cases.map(\.name)) }
    return paths
  }

  private func isInOldModel(_ path: String) -> Bool { oldPaths.contains { $0.isSame(as: path) } }

  private func hint(for path: String, _ otherwise: String?) -> String? {
    nearestName(to: path, in: oldPaths).map { "did you mean '\($0)'?" } ?? otherwise
  }
}
