import FlagModel
import Migrations

/// The report of the additions of `define`: the bit of each flag, the stored value of each case.
struct DefinitionReport {
  /// One line for each addition.
  let text: String

  /// - Parameter name: the type or the entity that was added or extended.
  init(from old: Schema, to new: Schema, name: Name) {
    let changes = SchemaDiff(from: old, to: new).changes
    let parts = Self.partsOfNewType(name, old, new)
    let notes = Self.notes(name, old, new)
    text = shownInPart((changes + parts).map(\.words) + notes) { "\($0)\n" }
  }

  /// The members of a flag set or an enum that the old model does not have.
  private static func partsOfNewType(_ name: Name, _ old: Schema, _ new: Schema) -> [SchemaChange] {
    guard !old.types.contains(where: { $0.name == name }) else { return [] }
    let empty: NamedType
    if let set = new.flagSet(called: name) {
      empty = .flagSet(FlagSet(name: name, rawType: set.rawType, flags: []))
    } else if let enumeration = new.enumeration(called: name) {
      empty = .enumeration(Enumeration(name: name, rawType: enumeration.rawType, cases: []))
    } else {
      return []
    }
    let before = Schema(types: [empty], entities: [])
    let after = Schema(types: new.types.filter { $0.name == name }, entities: [])
    return SchemaDiff(from: before, to: after).changes
  }

  /// A note for each new flag that is an alias, because the user may have meant a bit number and
  /// not a mask.
  private static func notes(_ name: Name, _ old: Schema, _ new: Schema) -> [String] {
    guard let set = new.flagSet(called: name) else { return [] }
    let formerNames = old.flagSet(called: name)?.names ?? []
    return set.flags.filter { !formerNames.contains($0.name) }.compactMap { flag in
      let other = set.flags.first { $0.mask == flag.mask && $0.name != flag.name }
      guard other != nil, flag.mask < UInt64(set.rawType.bitWidth), flag.mask > 2 else {
        return nil
      }
      return "note: \(flag.mask) is the mask of bit \(flag.mask.trailingZeroBitCount); "
        + "\(flag.name)=1<<\(flag.mask) would be bit \(flag.mask)"
    }
  }
}

extension Schema {
  func flagSet(called name: Name) -> FlagSet? { flagSets.first { $0.name == name } }

  func enumeration(called name: Name) -> Enumeration? { enumerations.first { $0.name == name } }
}
