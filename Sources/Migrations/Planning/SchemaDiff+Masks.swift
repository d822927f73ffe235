import FlagModel

// Masks that replace attributes, and attributes that replace masks, as `--into` says.

extension SchemaDiff {
  /// The change by which an attribute of the new model becomes a mask of others.
  func maskChange(joinedIn name: Name, of after: Entity) -> MaskChange? {
    maskChanges.first { $0.isJoining && $0.after.name == after.name && $0.mask.name == name }
  }

  /// The change by which a flag becomes an attribute of the new model.
  func maskChange(splitTo name: Name, of after: Entity) -> MaskChange? {
    maskChanges.first { !$0.isJoining && $0.after.name == after.name && $0.part(name) != nil }
  }

  /// The change that takes the values of an attribute of the old model.
  func maskChange(taking name: Name, of before: Entity) -> MaskChange? {
    maskChanges.first { change in
      guard change.before.name == before.name else { return false }
      if change.isJoining { return change.part(name) != nil }
      return change.mask.name == name
    }
  }

  /// True if a flag of an attribute becomes another attribute.
  func splits(_ flag: Name, of attribute: Name, in before: Entity) -> Bool {
    maskChanges.contains { change in
      !change.isJoining && change.before.name == before.name && change.mask.name == attribute
        && change.parts.contains { $0.flag.name == flag }
    }
  }

  /// True if a flag of a set becomes an attribute.
  func isSplit(_ flag: Name, of set: FlagSet) -> Bool {
    maskChanges.contains { change in
      !change.isJoining && change.set.name == set.name
        && change.parts.contains { $0.flag.name == flag }
    }
  }

  // MARK: Changes as text

  /// The text for an attribute that a mask replaces, or a mask that attributes replace; nil for
  /// other attributes.
  func words(replacing name: Name, of before: Entity) -> String? {
    guard let change = maskChange(taking: name, of: before) else { return nil }
    let path: Name = "\(before.name).\(name)"
    if let part = change.part(name), change.isJoining {
      return "\(path) becomes the flag \(part.flag.name) of \(change.path)"
    }
    return "\(path) becomes \(listed(change.parts.map(\.attribute.name), "and"))"
  }

  /// The names of new properties that are not the new name of another property.
  func withoutParts(_ added: [Name], of after: Entity) -> [Name] {
    added.filter {
      maskChange(joinedIn: $0, of: after) == nil && maskChange(splitTo: $0, of: after) == nil
    }
  }

  // MARK: Decisions

  /// The masks that have the name of one of their attributes: `--into labels=labels,starred`.
  func replacedNames(_ before: Entity, _ after: Entity) -> Set<Name> {
    var names: Set<Name> = []
    for decision in decisions.masks {
      let name = decision.mask.dropping(after.name) ?? decision.mask
      guard decision.parts.contains(where: { $0.attribute == name }),
        let was = before.attribute(named: name)?.type, let now = after.attribute(named: name)?.type,
        was == .bool && now.isFlags || was.isFlags && now == .bool
      else { continue }
      names.insert(name)
    }
    return names
  }

  /// Finds the attributes of each `--into`.
  mutating func findMaskChanges() {
    for decision in decisions.masks {
      // A list of names has the same property in both models, under another name.
      if let rename = renameOfList(decision) {
        // Properties of the same name belong together anyway.
        if rename.old.parts.last != rename.new { decisions.renames.append(rename) }
        continue
      }
      do throws(Diagnostic) {
        let change = try maskChange(decision)
        try requireOnce(change)
        maskChanges.append(change)
        clearSplitFlags(of: change)
      } catch {
        maskFaults.append(error)
      }
    }
  }

  /// Throws if the values of a mask, or of an attribute, would come from two arguments.
  private func requireOnce(_ change: MaskChange) throws(Diagnostic) {
    for other in maskChanges
    where other.isJoining == change.isJoining && other.after.name == change.after.name {
      if other.mask.name == change.mask.name {
        throw Diagnostic(
          "'\(change.path)' is given twice in --into",
          hint: "--into \(MaskParts(other).adding(MaskParts(change)).text)")
      }
      let isTaken = change.parts.first { other.part($0.attribute.name) != nil }
      if !change.isJoining, let part = isTaken {
        throw Diagnostic(
          "'\(change.after.name).\(part.attribute.name)' is given twice in --into",
          hint: "choose \(other.path) or \(change.path)")
      }
    }
  }

  /// The bits of flags that become attributes do not stay in the mask.
  private mutating func clearSplitFlags(of change: MaskChange) {
    guard !change.isJoining, let now = types.new(of: change.set.name).flatMap(new.flagSet(named:))
    else { return }
    let flags = mapping(change.set, now).removed.map(\.name)
    decisions.clears += change.parts.filter { flags.contains($0.flag.name) }
      .map { "\(change.set.name).\($0.flag.name)" }
  }

  private func maskChange(_ decision: MaskParts) throws(Diagnostic) -> MaskChange {
    let (before, after, isJoining, mask) = try mask(decision)
    guard case .flags(let set) = mask.type else {
      throw Diagnostic(
        "'\(decision.mask)' (\(mask.declaredType)) holds no flags",
        hint: "--into MASK=NAME,… joins attributes to a mask, or splits it")
    }
    let owner = if isJoining { before } else { after }
    let pairing = properties(before, after)
    var parts: [MaskChange.Part] = []
    for part in decision.parts {
      let attribute = try boolean(part, of: owner, isJoining: isJoining, pairing, set)
      let flag = try flag(part, of: set)
      if parts.contains(where: { $0.attribute == attribute || $0.flag.mask == flag.mask }) {
        throw Diagnostic("'\(part.attribute)' or its flag is given twice in --into")
      }
      parts.append(MaskChange.Part(attribute: attribute, flag: flag))
    }
    return MaskChange(
      before: before, after: after, isJoining: isJoining, mask: mask, set: set, parts: parts)
  }

  /// The attribute that becomes a flag, or that a flag becomes.
  private func boolean(
    _ part: MaskParts.Part, of owner: Entity, isJoining: Bool, _ pairing: NamePairing,
    _ set: FlagSet
  ) throws(Diagnostic) -> Attribute {
    let path: Name = "\(owner.name).\(part.attribute)"
    guard let attribute = owner.attribute(named: part.attribute) else {
      let model = if isJoining { "model of the database" } else { "new model" }
      throw Diagnostic(
        "'\(path)' is not in the \(model)",
        hint: partHint(part.flag, set, of: owner)
          ?? .name(for: part.attribute, in: owner.attributes.map(\.name)))
    }
    let partner =
      if isJoining { pairing.new(of: part.attribute) } else { pairing.old(of: part.attribute) }
    if partner != nil {
      throw Diagnostic("'\(path)' is in both models and stays", hint: "leave it out of --into")
    }
    guard attribute.type == .bool else {
      throw Diagnostic(
        "'\(path)' (\(attribute.declaredType)) is not a Bool, as a flag is",
        hint: "--rename \(path)=NEW converts a text or a list of names")
    }
    return attribute
  }

  private func flag(_ part: MaskParts.Part, of set: FlagSet) throws(Diagnostic) -> Flag {
    if let flag = set.flags.first(where: { $0.name == part.flag }) { return flag }
    throw Diagnostic("'\(part.flag)' is not a flag of \(set.name)", hint: flagHint(part, set))
  }

  /// The attribute and the flag, if a flag is given where an attribute means it: `isUnread:unread`.
  private func partHint(_ flag: Name, _ set: FlagSet, of owner: Entity) -> Hint? {
    for attribute in owner.attributes where attribute.type == .bool {
      guard let meant = set.flag(meantBy: attribute.name), meant.name == flag else { continue }
      return "write \(MaskParts.Part(attribute.name, meant).text)"
    }
    return nil
  }

  private func flagHint(_ part: MaskParts.Part, _ set: FlagSet) -> Hint? {
    if part.flag == part.attribute, let meant = set.flag(meantBy: part.attribute) {
      return "write \(MaskParts.Part(part.attribute, meant).text)"
    }
    return .name(
      for: part.flag, in: set.flags.map(\.name),
      orAll: "write \(part.attribute):FLAG; \(set.name) has")
  }

  private typealias FoundMask = (before: Entity, after: Entity, isJoining: Bool, mask: Attribute)

  /// The mask, and the model that has it. If both models have it, the attributes decide.
  private func mask(_ decision: MaskParts) throws(Diagnostic) -> FoundMask {
    var candidates: [FoundMask] = []
    for (oldName, newName) in entities.pairs {
      guard let before = old.entity(named: oldName), let after = new.entity(named: newName) else {
        continue
      }
      let now = attribute(decision.mask, of: after)
      let was = attribute(decision.mask, of: before)
      let isOld = decision.parts.contains { before.attribute(named: $0.attribute) != nil }
      let isSplit = was?.type.isFlags == true && now?.type.isFlags == false
      if let now, was == nil || isOld && !isSplit {
        candidates.append((before, after, true, now))
      } else if let was {
        candidates.append((before, after, false, was))
      }
    }
    if candidates.count == 1 { return candidates[0] }
    if candidates.count > 1 {
      let names = candidates.map { "\($0.after.name).\($0.mask.name)" }
      throw Diagnostic(
        "'\(decision.mask)' is ambiguous: \(listed(names, "or"))",
        hint: "write the entity, as in --into \(names[0])=…")
    }
    var maskNames: [Name] = []
    for entity in old.entities + new.entities {
      for attribute in entity.attributes where attribute.type.isFlags {
        let isPath = decision.mask.parts.count > 1
        maskNames.append(isPath ? "\(entity.name).\(attribute.name)" : attribute.name)
      }
    }
    throw Diagnostic(
      "'\(decision.mask)' is not an attribute of an entity in both models",
      hint: .name(for: decision.mask, in: maskNames))
  }

  private func attribute(_ name: Name, of entity: Entity) -> Attribute? {
    entity.attribute(named: name.dropping(entity.name) ?? name)
  }

  /// The new name of a text, a list of names or a to-many relationship that becomes a mask, or the
  /// reverse; nil for Bool attributes.
  private func renameOfList(_ decision: MaskParts) -> Rename? {
    guard decision.parts.count == 1, let part = decision.parts.first, part.flag == part.attribute
    else {
      return nil
    }
    func isList(_ entity: Entity) -> Bool {
      if let attribute = entity.attribute(named: part.attribute) { return attribute.type != .bool }
      return entity.relationship(named: part.attribute) != nil
    }
    for (oldName, newName) in entities.pairs {
      guard let before = old.entity(named: oldName), let after = new.entity(named: newName) else {
        continue
      }
      let stays = [before, after].allSatisfy { $0.propertyNames.contains(part.attribute) }
      let masks = [before, after].map { attribute(decision.mask, of: $0)?.type.isFlags == true }
      let becomesOther = decision.mask.parts.last == part.attribute && masks[0] != masks[1]
      if stays, !becomesOther { continue }
      if let now = attribute(decision.mask, of: after), now.type.isFlags, isList(before) {
        return Rename(old: "\(oldName).\(part.attribute)", new: now.name)
      }
      if let was = attribute(decision.mask, of: before), was.type.isFlags, isList(after) {
        return Rename(old: "\(oldName).\(was.name)", new: part.attribute)
      }
    }
    return nil
  }
}
