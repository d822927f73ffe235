package import PlainText

/// The rule for the columns of an optional struct: it is there whole, or not at all.
///
/// The struct is there if its required parts have values. Then each of them has one; otherwise
/// nothing in it has one, the structs within it included.
/// See Documentation/Decisions/optional-structs-are-whole-or-absent.md.
package struct GroupRule: Hashable, Sendable {
  /// The property: `size`.
  package let group: Name
  /// The parts without which the struct cannot be, those of structs in it that are not optional
  /// included; one at least.
  package let required: [Attribute]
  /// The parts that can have a value only if the struct is there. For an optional struct within it,
  /// the first required part stands for all, which have a rule of their own.
  package let others: [Attribute]

  /// The part that tells whether the struct is there.
  package var anchor: Attribute { required[0] }

  /// Nil for a struct that may be there with any of its parts, or that has but one.
  init?(group: Name, required: [Attribute], others: [Attribute]) {
    guard !required.isEmpty, required.count + others.count > 1 else { return nil }
    self.group = group
    self.required = required
    self.others = others
  }

  package var attributes: [Attribute] { required + others }

  /// In which way a record breaks it; nil where it does not.
  package func violation(isNull: (Attribute) -> Bool) -> HalfGroup? {
    let missing = required.filter(isNull)
    guard !missing.isEmpty, let present = attributes.first(where: { !isNull($0) }) else {
      return nil
    }
    return HalfGroup(group: group, missing: missing, present: present)
  }
}

/// A struct of which a record has a part and lacks another one.
package struct HalfGroup: Hashable, Sendable {
  package let group: Name
  package let missing: [Attribute]
  package let present: Attribute

  /// `'size.height' has no value, though 'size.width' has`
  package var message: String {
    "\(missingNames) \(have(missing.count)) no value, though '\(present.name)' has"
  }

  package var hint: Hint {
    "'\(group)' needs all of its parts, or none: give \(missingNames) a value too, or none to any part"
  }

  private var missingNames: String { listedInQuotes(missing.map(\.name), "and") }
}

extension Entity {
  /// The rules of its optional structs, the outer ones first.
  package var groupRules: [GroupRule] {
    properties.flatMap(\.groupRules)
  }
}

extension Entity {
  /// The attributes that tell whether a struct is there: it is if one of them has a value.
  package func telltales(of group: Name) -> [Attribute] {
    var properties = properties
    while let found = properties.lazy.compactMap(\.asGroup).first(where: {
      $0.name == group || group.isInside($0.name)
    }) {
      guard found.name == group else {
        properties = found.properties
        continue
      }
      return found.required.first.map { [$0] } ?? found.properties.flatMap(\.attributes)
    }
    return []
  }
}

extension Property {
  fileprivate var asGroup: Group? { if case .group(let group) = self { group } else { nil } }

  fileprivate var groupRules: [GroupRule] {
    guard case .group(let group) = self else { return [] }
    let own =
      group.isOptional
      ? GroupRule(group: group.name, required: group.required, others: group.others) : nil
    return (own.map { [$0] } ?? []) + group.properties.flatMap(\.groupRules)
  }
}

extension Group {
  /// The required parts of this struct, not those of optional structs within it.
  fileprivate var required: [Attribute] {
    properties.flatMap { property -> [Attribute] in
      switch property {
      case .attribute(let attribute): attribute.isRequiredPart ? [attribute] : []
      case .group(let inner): inner.isOptional ? [] : inner.required
      case .relationship: []
      }
    }
  }

  /// The optional parts, and what stands for the optional structs within.
  fileprivate var others: [Attribute] {
    properties.flatMap { property -> [Attribute] in
      switch property {
      case .attribute(let attribute): attribute.isRequiredPart ? [] : [attribute]
      case .group(let inner) where inner.isOptional:
        inner.required.first.map { [$0] } ?? inner.others
      case .group(let inner): inner.others
      case .relationship: []
      }
    }
  }
}
