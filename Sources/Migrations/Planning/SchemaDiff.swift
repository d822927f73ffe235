package import FlagModel

/// The common parts and the differences of two models: the paired names, the changes as text, and
/// the questions for the user.
/// See Documentation/Decisions/migrations-ask-instead-of-guessing.md.
package struct SchemaDiff: Sendable {
  /// The models with inherited entities merged into their tables.
  package let old: Schema
  package let new: Schema
  /// The models as declared.
  let declared: (old: Schema, new: Schema)
  package internal(set) var changes: [SchemaChange] = []
  package internal(set) var questions: [RenameQuestion] = []
  /// Errors for options that refer to nothing.
  package internal(set) var faults: [Diagnostic] = []
  /// The mistakes in `--into`, without which the other mistakes may be wrong.
  var maskFaults: [Diagnostic] = []
  /// All renamed parts, whatever their origin.
  package internal(set) var renames: [Rename] = []

  var decisions: MigrationDecisions
  /// The masks that replace attributes, and the attributes that replace masks.
  var maskChanges: [MaskChange] = []
  /// The paths of the old model without a counterpart in the new one.
  var removed: Set<Name> = []
  /// The pairs of entities and of types, kept once all decisions are known.
  private var pairings: (entities: NamePairing, types: NamePairing)?

  package init(from old: Schema, to new: Schema, decisions: MigrationDecisions = .none) {
    declared = (old, new)
    let (before, after) = (old.tables, new.tables)
    self.old = before
    self.new = after
    var decisions = decisions.ofTables(from: old, to: new)
    decisions.renames = decisions.renames.flatMap {
      $0.spelledOut(from: before, to: after, decisions.renames)
    }
    self.decisions = decisions
    findMaskChanges()
    pairings = (entities, types)
    compareTypes()
    compareEntities()
    findFaults()
  }

  // MARK: What belongs together

  var entities: NamePairing {
    if let pairings { return pairings.entities }
    return NamePairing(
      old: old.entities.map(\.name), new: new.entities.map(\.name), renaming: renaming(of: nil),
      original: { new.entity(named: $0).flatMap(old.original(of:))?.name })
  }

  /// The old entity for one of the new model.
  func before(_ entity: Entity) -> Entity? {
    entities.old(of: entity.name).flatMap(old.entity(named:))
  }

  /// Pairs attributes and relationships together, because one can become the other.
  func properties(_ before: Entity, _ after: Entity) -> NamePairing {
    NamePairing(
      old: before.propertyNames, new: after.propertyNames, renaming: renaming(of: before.name),
      original: after.originalNames(in: before), replaced: replacedNames(before, after))
  }

  /// Pairs flag sets and enums. If an attribute's type is replaced by another of the same kind, the
  /// type was renamed.
  var types: NamePairing {
    if let pairings { return pairings.types }
    let names = (old: old.valueTypeNames, new: new.valueTypeNames)
    return NamePairing(old: names.old, new: names.new, renaming: renaming(of: nil)) { name in
      for after in new.entities {
        guard let before = before(after) else { continue }
        let pairing = properties(before, after)
        for attribute in after.attributes
        where attribute.type.valueTypeName == name {
          let was = pairing.old(of: attribute.name).flatMap(before.attribute(named:))
          guard let was, let other = was.type.valueTypeName,
            was.type.innermost.isFlags == attribute.type.innermost.isFlags,
            !names.new.contains(other)
          else { continue }
          return other
        }
      }
      return nil
    }
  }

  /// Pairs the properties of a struct that is stored as JSON.
  func parts(of owner: Name) -> NamePairing {
    let before = old.keptParts.first { $0.owner == owner }?.fields ?? []
    let after = new.keptParts.first { $0.owner == owner }?.fields ?? before
    return NamePairing(
      old: before.map(\.name), new: after.map(\.name), renaming: renaming(of: owner)
    ) { name in after.first { $0.name == name }?.originalName }
  }

  func mapping(_ before: FlagSet, _ after: FlagSet) -> FlagMapping {
    FlagMapping(
      from: before, to: after, renaming: renaming(of: before.name),
      clears: { decisions.clears.contains("\(before.name).\($0)") }, cases: mapping)
  }

  func mapping(_ before: Enumeration, _ after: Enumeration) -> CaseMapping {
    CaseMapping(from: before, to: after, renaming: renaming(of: before.name))
  }

  /// Maps old names to the new names that the command line gives to parts of an owner. The owner
  /// can precede the new name.
  private func renaming(of owner: Name?) -> (Name) -> Name? {
    var names: [Name: Name] = [:]
    for rename in decisions.renames {
      guard let name = owner.map(rename.old.dropping) ?? rename.old else { continue }
      names[name] = rename.new
    }
    return { names[$0] }
  }
}
