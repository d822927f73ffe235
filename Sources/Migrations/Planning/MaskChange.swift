import FlagModel
import SQLText

/// A mask that replaces Bool attributes, or Bool attributes that replace a mask.
struct MaskChange {
  /// A Bool attribute, and the flag with the same meaning.
  struct Part {
    let attribute: Attribute
    let flag: Flag
  }

  let before: Entity
  let after: Entity
  /// True if Bool attributes of the old model become flags; false if flags become Bool attributes
  /// of the new model.
  let isJoining: Bool
  /// The mask, in the new model if attributes are joined, or else in the old one.
  let mask: Attribute
  let set: FlagSet
  let parts: [Part]

  var path: Name { "\(isJoining ? after.name : before.name).\(mask.name)" }

  func part(_ name: Name) -> Part? { parts.first { $0.attribute.name == name } }

  // MARK: SQL

  private func bits(_ flag: Flag) -> SQLText { "\(literal: set.stored(flag.mask))" }

  private func column(_ attribute: Attribute) -> SQLText { "\(name: attribute.column)" }

  private func hasFlag(_ flag: Flag) -> SQLText { hasFlag(flag, in: column(mask)) }

  private func hasFlag(_ flag: Flag, in value: SQLText) -> SQLText {
    "((\(value)) & \(bits(flag))) <> 0"
  }

  /// The mask for a record of the old table. Flags that the mask has already stay.
  func joined(with present: SQLText?) -> SQLText {
    let flags = parts.map { "\(.choice, of: column($0.attribute), bits($0.flag), "0")" as SQLText }
    let sum: SQLText = "(\(flags.joined(by: " | ")))"
    if let present {
      return "CASE WHEN \(sum) = 0 THEN \(present) ELSE coalesce(\(present), 0) | \(sum) END"
    }
    if isMissingAsWhole { return "CASE WHEN \(areMissing) THEN NULL ELSE \(sum) END" }
    return sum
  }

  /// True if a record without any of the values has no mask.
  private var isMissingAsWhole: Bool { mask.isOptional && parts.allSatisfy(\.attribute.isOptional) }

  private var areMissing: SQLText {
    parts.map { "\(column($0.attribute)) IS NULL" as SQLText }.joined(by: " AND ")
  }

  /// A Bool attribute for a record of the old table.
  func split(to part: Part) -> SQLText {
    let value: SQLText = "\(.truthValue, of: hasFlag(part.flag))"
    if !mask.isOptional || !part.attribute.isOptional { return value }
    return "CASE WHEN \(column(mask)) IS NOT NULL THEN \(value) END"
  }

  /// The records with a value that the new form of a part lacks.
  func isLost(_ part: Part) -> SQLText? {
    if isJoining {
      guard part.attribute.isOptional else { return nil }
      let isMissing: SQLText = "\(column(part.attribute)) IS NULL"
      if isMissingAsWhole { return "\(isMissing) AND NOT (\(areMissing))" }
      return isMissing
    }
    if mask.isOptional && !part.attribute.isOptional { return "\(column(mask)) IS NULL" }
    return nil
  }

  /// The records whose mask has the flag already, but whose attribute is not true.
  func isContradiction(_ part: Part, present: SQLText) -> SQLText {
    "\(hasFlag(part.flag, in: present)) AND (\(column(part.attribute))) IS NOT TRUE"
  }

  /// The records whose removed mask has bits that no attribute takes.
  var hasOtherBits: SQLText {
    let taken = parts.reduce(UInt64(0)) { $0 | $1.flag.mask }
    let beyond = set.hasSignBit(taken) ? ~set.widthMask : 0
    let others = ~(taken | beyond)
    return "(\(column(mask)) & \(literal: Int64(bitPattern: others))) <> 0"
  }

  // MARK: Invariants

  /// The number of records with each flag, before and after.
  ///
  /// - Parameter present: the converted value of a mask in both models.
  func invariant(present: SQLText?) -> MigrationInvariant {
    let isTrue = parts.map { "\(.truthValue, of: "\(column($0.attribute))")" as SQLText }
    let flags = parts.map { hasFlag($0.flag) }
    let joined = parts.map { part -> SQLText in
      let isTrue: SQLText = "(\(column(part.attribute))) IS TRUE"
      return present.map { "\(isTrue) OR \(hasFlag(part.flag, in: $0))" } ?? isTrue
    }
    let subjects = parts.map { "records of \(after.name) with \($0.flag.name) in \(mask.name)" }
    if isJoining {
      return MigrationInvariant(
        subjects: subjects, before: count(joined, in: before), after: count(flags, in: after))
    }
    return MigrationInvariant(
      subjects: subjects, before: count(flags, in: before), after: count(isTrue, in: after))
  }

  private func count(_ conditions: [SQLText], in entity: Entity) -> SQLText {
    let sums = conditions.map { condition -> SQLText in
      "\(.sum(isWhole: true), of: "\(.choice, of: condition, "1", "0")")"
    }
    return "SELECT \(sums.joined(by: ", ")) FROM \(name: entity.name)"
  }
}
