package import PlainText

/// The rule for the columns of an optional struct: the struct is complete or absent.
///
/// It is present if its required parts have values. In this case all of them must have values.
/// Otherwise no part may have a value, including nested structs.
/// See Documentation/Decisions/optional-structs-are-whole-or-absent.md.
package struct GroupRule: Hashable, Sendable {
  /// The property with the struct: `size`.
  package let group: Name
  /// The required parts, including those of nested structs that are not optional; at least one.
  package let required: [Attribute]
  /// The parts that may have a value only if the struct is present. For a nested optional struct,
  /// its first required part stands for all, because they have their own rule.
  package let others: [Attribute]

  /// The part that shows if the struct is present.
  package var anchor: Attribute { required[0] }

  /// Nil for a struct without required parts, or with a single part.
  init?(group: Name, required: [Attribute], others: [Attribute]) {
    guard !required.isEmpty, required.count + others.count > 1 else { return nil }
    self.group = group
    self.required = required
    self.others = others
  }

  package var attributes: [Attribute] { required + others }

  /// The violation of the rule by a record; nil if there is none.
  package func violation(isNull: (Attribute) -> Bool) -> HalfGroup? {
    let missing = required.filter(isNull)
    guard !missing.isEmpty, let present = attributes.first(where: { !isNull($0) }) else {
      return nil
    }
    return HalfGroup(group: group, missing: missing, present: present)
  }
}

/// A struct of which a record has one part and lacks another.
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
  /// The rules of the optional structs, outer ones first.
  package var groupRules: [GroupRule] { properties.flatMap(\.groupRules) }

  /// The attributes that show if a struct is present: one of them has a value.
  package func telltales(of group: Name) -> [Attribute] {
    var properties = properties
    while let surrounding = properties.lazy.compactMap(\.asGroup).first(where: {
      $0.name == group || group.isInside($0.name)
    }) {
      guard surrounding.name == group else {
        properties = surrounding.properties
        continue
      }
      if let first = surrounding.required.first { return [first] }
      return surrounding.properties.flatMap(\.attributes)
    }
    return []
  }
}

extension Property {
  fileprivate var asGroup: Group? { if case .group(let group) = self { group } else { nil } }

  fileprivate var groupRules: [GroupRule] {
    guard case .group(let group) = self else { return [] }
    let inner = group.properties.flatMap(\.groupRules)
    guard group.isOptional,
      let rule = GroupRule(group: group.name, required: group.required, others: group.others)
    else { return inner }
    return [rule] + inner
  }
}

extension Group {
  /// The required parts of this struct, without those of nested optional structs.
  fileprivate var required: [Attribute] {
    var parts: [Attribute] = []
    for property in properties {
      switch property {
      case .attribute(let attribute): if attribute.isRequiredPart { parts.append(attribute) }
      case .group(let inner): if !inner.isOptional { parts += inner.required }
      case .relationship: break
      }
    }
    return parts
  }

  /// The optional parts, and the first required parts of nested optional structs.
  fileprivate var others: [Attribute] {
    var parts: [Attribute] = []
    for property in properties {
      switch property {
      case .attribute(let attribute): if !attribute.isRequiredPart { parts.append(attribute) }
      case .group(let inner):
        if inner.isOptional, let first = inner.required.first {
          parts.append(first)
        } else {
          parts += inner.others
        }
      case .relationship: break
      }
    }
    return parts
  }
}
