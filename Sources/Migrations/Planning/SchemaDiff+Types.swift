import FlagModel

/// The differences in flag sets and enums.
extension SchemaDiff {
  mutating func compareTypes() {
    let types = types
    for (before, after) in types.pairs {
      note(renamed: before, to: after, nil, .type)
      if let oldSet = old.flagSet(named: before), let newSet = new.flagSet(named: after) {
        compare(oldSet, newSet)
      } else if let oldCases = old.enumeration(named: before),
        let newCases = new.enumeration(named: after)
      {
        compare(oldCases, newCases)
      }
    }
    for name in types.removed {
      remove(name, old.flagSet(named: name) == nil ? .enumeration : .flagSet)
    }
    compareParts()
    for name in types.added {
      let subject: SchemaChange.Subject =
        if new.flagSet(named: name) == nil { .enumeration } else { .flagSet }
      add(.added, subject, name, "the \(subject.rawValue) \(name) is new")
    }
  }

  /// The renamed properties of structs in JSON. Removed properties are reported by the check of the
  /// attribute's values.
  private mutating func compareParts() {
    for (owner, _) in old.keptParts {
      let pairing = parts(of: owner)
      for (oldName, newName) in pairing.pairs {
        note(renamed: oldName, to: newName, owner, .attribute)
      }
    }
  }

  private mutating func compare(_ before: FlagSet, _ after: FlagSet) {
    let mapping = mapping(before, after)
    for (oldName, newName) in mapping.pairing.pairs {
      note(renamed: oldName, to: newName, before.name, .flag)
    }
    for (oldName, newName) in mapping.pairing.pairs {
      guard let from = before.mask(named: oldName), let to = after.mask(named: newName), from != to
      else { continue }
      add(
        .moved, .flag, "\(after.name).\(newName)",
        "\(after.name).\(newName) moves from \(bitText(from)) to \(bitText(to))")
    }
    let added = Dictionary(grouping: mapping.added, by: \.mask)
    for flag in before.flags
    where mapping.pairing.new(of: flag.name) == nil && !mapping.hasField(from: flag.name) {
      let path: Name = "\(before.name).\(flag.name)"
      let isCleared = mapping.cleared & flag.mask != 0
      remove(path, .flag, isCleared ? ", and its bit is cleared" : ", and its bit stays")
      if !isSplit(flag.name, of: before) {
        ask(path, .flag, added[flag.mask, default: []].map(\.name))
      }
    }
    for flag in mapping.added {
      add(
        .added, .flag, "\(after.name).\(flag.name)",
        "\(after.name).\(flag.name) is new, on \(bitText(flag.mask))\(sharing(flag, in: after))")
    }
    compareFields(mapping, before, after)
    compareCombinations(before, after)
    if before.rawType != after.rawType {
      add(
        .changed, .flagSet, after.name,
        "\(after.name) has the raw type \(after.rawType.rawValue), no longer "
          + before.rawType.rawValue)
    }
  }

  private mutating func compareFields(_ mapping: FlagMapping, _ before: FlagSet, _ after: FlagSet) {
    for move in mapping.fieldMoves {
      guard let old = move.old else { continue }
      let path: Name = "\(after.name).\(move.new.name)"
      note(renamed: old.name, to: move.new.name, before.name, .field)
      if old.bits != move.new.bits {
        let words =
          if old.bits.lowerBound == move.new.bits.lowerBound {
            "has \(move.new.bitText), no longer \(old.bitText)"
          } else {
            "moves from \(old.bitText) to \(move.new.bitText)"
          }
        add(.moved, .field, path, "\(path) \(words)")
      }
      if old.shownType != move.new.shownType,
        types.new(of: old.declaredType) != move.new.declaredType
      {
        add(.changed, .field, path, "\(path) is \(move.new.shownType), no longer \(old.shownType)")
      }
    }
    for field in mapping.removedFields {
      let path: Name = "\(before.name).\(field.name)"
      let isCleared = mapping.cleared & field.mask != 0
      remove(path, .field, isCleared ? ", and its bits are cleared" : ", and its bits stay")
      ask(path, .field, mapping.addedFields.filter { $0.mask & field.mask != 0 }.map(\.name))
    }
    for field in mapping.addedFields {
      add(
        .added, .field, "\(after.name).\(field.name)",
        "\(after.name).\(field.name) is new, on \(field.bitText)")
    }
  }

  private mutating func compareCombinations(_ before: FlagSet, _ after: FlagSet) {
    let pairing = NamePairing(
      old: before.combinations.map(\.name), new: after.combinations.map(\.name),
      renaming: { _ in nil })
    for name in pairing.removed {
      add(
        .removed, .combination, "\(before.name).\(name)",
        "the combination \(before.name).\(name) is removed")
    }
    for name in pairing.added {
      add(
        .added, .combination, "\(after.name).\(name)",
        "the combination \(after.name).\(name) is new: \(text(of: name, in: after))")
    }
    for (name, _) in pairing.pairs {
      let names = [before, after].map { text(of: name, in: $0) }
      if names[0] == names[1] { continue }
      add(
        .changed, .combination, "\(after.name).\(name)",
        "the combination \(after.name).\(name) is \(names[1]), no longer \(names[0])")
    }
  }

  /// The flags of a combination. If two flags share a bit, only the first is included.
  private func text(of combination: Name, in set: FlagSet) -> String {
    let names = set.mask(named: combination).map(set.names(of:)) ?? []
    if names.isEmpty { return "no flags" }
    return names.joined(separator: "|")
  }

  /// The other flag on the bit of a flag, as part of a sentence; empty if there is none.
  private func sharing(_ flag: Flag, in set: FlagSet) -> String {
    let other = set.flags.first { $0.mask == flag.mask && $0.name != flag.name }
    return other.map { ", as an alias of \($0.name)" } ?? ""
  }

  private mutating func compare(_ before: Enumeration, _ after: Enumeration) {
    let mapping = mapping(before, after)
    for (oldName, newName) in mapping.pairing.pairs {
      note(renamed: oldName, to: newName, before.name, .enumerationCase)
    }
    let type = AttributeType.enumeration(before)
    for move in mapping.moves {
      add(
        .moved, .enumerationCase, "\(after.name).\(move.name)",
        "\(after.name).\(move.name) is stored as \(type.rawText(of: move.to)), no longer as "
          + type.rawText(of: move.from))
    }
    let isText = after.rawType.isText
    let all = mapping.added.map(\.name)
    let added = Dictionary(grouping: mapping.added, by: \.rawValue)
    for removedCase in mapping.removed {
      let path: Name = "\(before.name).\(removedCase.name)"
      remove(path, .enumerationCase)
      let candidates =
        if isText { all } else { added[removedCase.rawValue, default: []].map(\.name) }
      ask(path, .enumerationCase, candidates)
    }
    for addedCase in mapping.added {
      add(
        .added, .enumerationCase, "\(after.name).\(addedCase.name)",
        "\(after.name).\(addedCase.name) is new, stored as \(type.rawText(of: addedCase.rawValue))")
    }
  }

  private func bitText(_ mask: UInt64) -> String { "bit \(mask.trailingZeroBitCount)" }
}
