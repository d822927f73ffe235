import FlagModel
import SQLText

// Columns of masks that replace attributes, and of attributes that replace masks.

extension ColumnPlanner {
  /// The column of an attribute that gets its values from attributes of another form; nil for other
  /// attributes.
  func column(_ definition: ColumnDefinition, ofMoved attribute: Attribute) -> ColumnMigration? {
    let value: SQLText
    let checks: [MigrationCheck]
    if let change = diff.maskChange(joinedIn: attribute.name, of: after) {
      value = change.joined(with: nil)
      checks = change.parts.compactMap { lossCheck($0, of: change) }
    } else if let change = diff.maskChange(splitTo: attribute.name, of: after),
      let part = change.part(attribute.name)
    {
      value = change.split(to: part)
      checks = [lossCheck(part, of: change)].compactMap(\.self)
    } else {
      return nil
    }
    return ColumnMigration(
      definition: definition, obstacleToAdding: "are given values", old: nil, value: value,
      stored: "\(name: attribute.column)", edit: .impossible, dialect: dialect, checks: checks,
      inspections: [])
  }

  /// The records without a value where the new form needs one.
  func lossCheck(_ part: MaskChange.Part, of change: MaskChange) -> MigrationCheck? {
    guard let isLost = change.isLost(part) else { return nil }
    let missing: Name
    let new: Name
    let hint: Hint
    if change.isJoining {
      missing = part.attribute.name
      new = part.flag.name
      hint = "update \(missing) first"
    } else {
      missing = change.mask.name
      new = part.attribute.name
      hint = "make \(new) optional"
    }
    return check(
      .loss, "\(after.name).\(new)", .have("no \(missing), which becomes false in \(new)"),
      where: isLost, shows: "NULL", hint: hint)
  }

  /// The checks of attributes that are joined to a mask of the old model, whose converted value is
  /// `present`.
  func joinChecks(_ change: MaskChange, present: SQLText, _ was: Attribute) -> [MigrationCheck] {
    var checks: [MigrationCheck] = []
    for part in change.parts {
      let flag = part.flag.name
      let attribute = part.attribute.name
      if let check = lossCheck(part, of: change) { checks.append(check) }
      checks.append(
        check(
          .loss, "\(after.name).\(flag)",
          .have("\(flag) in \(was.name) already, where \(attribute) is not true"),
          where: change.isContradiction(part, present: present), shows: "\(name: was.column)",
          of: was.type,
          hint: "remove \(flag) from \(was.name), or set \(attribute) to true, first"))
    }
    return checks
  }

  /// The removed mask's bits that no attribute takes.
  func otherBitsCheck(_ change: MaskChange) -> MigrationCheck {
    check(
      .loss, change.path, .have("flags in \(change.mask.name) that no attribute takes"),
      where: change.hasOtherBits, shows: "\(name: change.mask.column)", of: change.mask.type,
      hint: "name an attribute for each flag in --into")
  }

  // MARK: Hints

  /// The `--into` for a removed attribute whose meaning other attributes may have; nil if none may.
  func intoHint(forRemoved attribute: Attribute) -> Hint? {
    switch attribute.type {
    case .flags(let set):
      let names = bools(pairing.added, of: after, in: set)
      if names.isEmpty { return intoHint(forRemovedMask: attribute.name) }
      return "\(into(before, attribute.name, names)) if its flags become attributes"
    case .bool:
      for mask in after.attributes {
        guard case .flags(let set) = mask.type else { continue }
        let names = bools(pairing.removed, of: before, in: set)
        guard names.contains(where: { $0.attribute == attribute.name }) else { continue }
        return "\(into(after, mask.name, names)) if it becomes a flag"
      }
      return nil
    case .string, .array(.string, _): return intoHint(forRemovedList: attribute.name)
    default: return nil
    }
  }

  /// The `--into` for a removed mask whose flags the only new list of names may have; nil if there is no such
  /// list.
  private func intoHint(forRemovedMask mask: Name) -> Hint? {
    let lists = pairing.added.filter { name in
      if case .array(.string, _)? = after.attribute(named: name)?.type { return true }
      guard let relationship = after.relationship(named: name), relationship.isToMany,
        let target = diff.new.entity(named: relationship.target)
      else { return false }
      // Other records must exist to be named, unless they have only the names.
      return diff.before(target) != nil
        || WordTable(of: relationship, in: diff.new)?.hasOnlyWords == true
    }
    guard lists.count == 1 else { return nil }
    return "--into \(before.name).\(mask)=\(lists[0]) if its flags become names"
  }

  /// The `--into` for a removed text, list or to-many relationship whose names the only new mask may
  /// have; nil if there is no such mask.
  func intoHint(forRemovedList name: Name) -> Hint? {
    let masks = diff.withoutParts(pairing.added, of: after).filter {
      after.attribute(named: $0)?.type.isFlags == true
    }
    guard masks.count == 1 else { return nil }
    return "--into \(after.name).\(masks[0])=\(name) if its names become flags"
  }

  /// The `--into` for a removed flag that may have become an attribute; nil if none may.
  func intoHint(forRemoved flag: Flag, of mask: Attribute) -> Hint? {
    guard case .flags(let set) = mask.type,
      let part = bools(pairing.added, of: after, in: set).first(where: { $0.flag == flag.name })
    else { return nil }
    return "\(into(before, mask.name, [part])) if it becomes an attribute"
  }

  private func into(_ entity: Entity, _ mask: Name, _ parts: [MaskParts.Part]) -> String {
    "--into \(entity.name).\(mask)=\(parts.map(\.text).joined(separator: ","))"
  }

  /// The Bool attributes whose names mean a flag.
  private func bools(_ names: [Name], of entity: Entity, in set: FlagSet) -> [MaskParts.Part] {
    var parts: [MaskParts.Part] = []
    for name in names where entity.attribute(named: name)?.type == .bool {
      if let flag = set.flag(meantBy: name) { parts.append(MaskParts.Part(name, flag)) }
    }
    return parts
  }
}
