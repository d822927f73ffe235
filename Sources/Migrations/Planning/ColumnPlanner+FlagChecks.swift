import FlagModel
import SQLText

/// A change of the flags in a column.
private struct ChangedFlags {
  let old: FlagSet
  let new: FlagSet
  let mapping: FlagMapping
  let was: Attribute
  let column: SQLText
  /// The records that will have the column; nil for all.
  let records: SQLText?

  /// True for records with a mask, or an item of an array of masks, for which a condition is true.
  func holds(_ condition: (SQLText) -> SQLText) -> SQLText {
    if was.type.isArray { return .anyItem(of: column, was.type.innermost, condition) }
    return condition(column)
  }

  func has(_ mask: UInt64) -> SQLText { holds { "(\($0) & \(mapping.bits(mask))) <> 0" } }

  /// The condition in the language of predicates.
  func says(_ mask: UInt64) -> String? {
    if was.type.isArray { return nil }
    return "\(was.name) has 0x\(String(mask, radix: 16))"
  }
}

/// The checks of the records before the bits of their flags change.
extension ColumnPlanner {
  func flagChecks(_ attribute: Attribute, _ was: Attribute) -> [MigrationCheck] {
    guard case .flags(let old) = was.type.innermost,
      case .flags(let new) = attribute.type.innermost
    else { return [] }
    let change = ChangedFlags(
      old: old, new: new, mapping: diff.mapping(old, new), was: was, column: column(of: was),
      records: records(ofColumn: attribute.column))
    let joined = diff.maskChange(joinedIn: attribute.name, of: after)?.parts.map(\.flag.name) ?? []
    var checks =
      removedFlags(change) + addedFlags(change, exceptJoined: joined) + movedFlags(change)
    checks += joinedFlags(change) + removedFields(change)
    for move in change.mapping.fieldMoves { checks += fieldChecks(move, change) }
    return checks + lostBits(change)
  }

  private func removedFlags(_ change: ChangedFlags) -> [MigrationCheck] {
    let was = change.was
    let removed = change.mapping.removed.filter { !diff.splits($0.name, of: was.name, in: before) }
    return removed.map { flag in
      check(
        .loss, "\(change.old.name).\(flag.name)",
        .have("\(flag.name) in \(was.name), which is removed"),
        where: change.has(flag.mask), shows: change.column, of: was.type,
        from: change.records,
        hint: intoHint(forRemoved: flag, of: was)
          ?? "--rename \(change.old.name).\(flag.name)=NEW if it has a new name",
        says: change.says(flag.mask))
    }
  }

  private func addedFlags(_ change: ChangedFlags, exceptJoined joined: [Name]) -> [MigrationCheck] {
    let used = change.old.declaredMask | change.mapping.overwritten
    let added = change.mapping.added.filter { $0.mask & used == 0 && !joined.contains($0.name) }
    return added.map { flag in
      let bit = flag.mask.trailingZeroBitCount
      return check(
        .notice, "\(change.new.name).\(flag.name)",
        .have("bit \(bit) in \(change.was.name) already and will show \(flag.name)"),
        where: change.has(flag.mask), shows: change.column, of: change.was.type,
        from: change.records, says: change.says(flag.mask))
    }
  }

  private func movedFlags(_ change: ChangedFlags) -> [MigrationCheck] {
    change.mapping.moves.map { move in
      check(
        .notice, "\(change.new.name).\(move.name)",
        .have(
          "\(move.name) in \(change.was.name), which moves from bit "
            + "\(move.from.trailingZeroBitCount) to bit \(move.to.trailingZeroBitCount)"),
        where: change.has(move.from), shows: change.column, of: change.was.type,
        from: change.records, says: change.says(move.from))
    }
  }

  /// The records that have only some of the flags that will share a bit.
  private func joinedFlags(_ change: ChangedFlags) -> [MigrationCheck] {
    var checks: [MigrationCheck] = []
    for (to, from) in change.mapping.sources where from.nonzeroBitCount > 1 {
      let flags = change.old.flags.filter { $0.mask & from != 0 }
      let names = flags.map(\.name).joined(separator: "|")
      let bits = change.mapping.bits(from)
      checks.append(
        check(
          .loss, change.new.name,
          .have(
            "some but not all of \(names) in \(change.was.name), which will share bit "
              + "\(to.trailingZeroBitCount)"),
          where: change.holds { "(\($0) & \(bits)) NOT IN (0, \(bits))" }, shows: change.column,
          of: change.was.type, from: change.records))
    }
    return checks
  }

  private func removedFields(_ change: ChangedFlags) -> [MigrationCheck] {
    change.mapping.removedFields.map { field in
      check(
        .loss, "\(change.old.name).\(field.name)",
        .have("\(field.name.withArticle) in \(change.was.name), which is removed"),
        where: change.has(field.mask), shows: change.column, of: change.was.type,
        from: change.records,
        hint: "--rename \(change.old.name).\(field.name)=NEW if it has a new name")
    }
  }

  /// The undeclared bits that moved flags overwrite, or that do not fit the new type.
  private func lostBits(_ change: ChangedFlags) -> [MigrationCheck] {
    var checks: [MigrationCheck] = []
    let name = change.was.name
    let mapping = change.mapping
    if mapping.overwritten != 0 {
      checks.append(
        check(
          .loss, change.new.name, .have("undeclared bits in \(name) that moved flags overwrite"),
          where: change.has(mapping.overwritten), shows: change.column, of: change.was.type,
          from: change.records))
    }
    if mapping.unfit != 0 {
      let type = change.new.rawType.rawValue
      checks.append(
        check(
          .loss, change.new.name,
          .have("undeclared bits in \(name) that \(type) has no room for"),
          where: change.has(mapping.unfit), shows: change.column, of: change.was.type,
          from: change.records))
    }
    return checks
  }

  private func fieldChecks(_ move: FieldMove, _ change: ChangedFlags) -> [MigrationCheck] {
    let path: Name = "\(change.new.name).\(move.new.name)"
    var checks: [MigrationCheck] = []
    let name = move.new.name
    let was = change.was
    func isThere(_ mask: SQLText) -> SQLText {
      "(\(mask) & \(literal: Int64(bitPattern: move.from))) <> 0"
    }
    if !move.isIdentity, move.loses("") != nil {
      let what = move.old.map(\.name.withArticle) ?? move.new.bitText
      let effect = "\(what) in \(was.name) \(move.lossWords)"
      checks.append(
        check(
          .loss, path, .have(effect), where: change.holds { move.loses($0) ?? "FALSE" },
          shows: change.column,
          of: was.type, from: change.records))
    }
    if let old = move.old, old.bits.lowerBound != move.new.bits.lowerBound {
      let words = "\(name) in \(was.name), which moves from \(old.bitText) to \(move.new.bitText)"
      checks.append(
        check(
          .notice, path, .have(words), where: change.holds(isThere), shows: change.column,
          of: was.type, from: change.records))
    } else if move.old == nil {
      let words = "\(move.new.bitText) in \(was.name) already and will show \(name)"
      checks.append(
        check(
          .notice, path, .have(words), where: change.holds(isThere), shows: change.column,
          of: was.type, from: change.records))
    }
    return checks
  }
}
