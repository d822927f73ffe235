package import FlagModel

/// The common parts and the differences of two models: the names that belong together, the changes
/// in words, and the questions that only a person can answer.
/// See Documentation/Decisions/migrations-ask-instead-of-guessing.md.
package struct SchemaDiff: Sendable {
  /// The models as their tables have them.
  package let old: Schema
  package let new: Schema
  /// The models as they are declared.
  let declared: (old: Schema, new: Schema)
  package internal(set) var changes: [SchemaChange] = []
  package internal(set) var questions: [RenameQuestion] = []
  /// Options that name nothing.
  package internal(set) var faults: [Diagnostic] = []
  /// All that has a new name, whoever said so.
  package internal(set) var renames: [Rename] = []

  let decisions: MigrationDecisions
  /// Paths of the old model that have nothing in the new one.
  var removed: Set<Name> = []

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
    compareTypes()
    compareEntities()
    findFaults()
  }

  // MARK: What belongs together

  var entities: NamePairing {
    NamePairing(
      old: old.entities.map(\.name), new: new.entities.map(\.name), said: said(of: nil),
      original: { new.entity(named: $0).flatMap(old.original(of:))?.name })
  }

  /// The former entity of one of the new model, if it had one.
  func before(_ entity: Entity) -> Entity? {
    entities.old(of: entity.name).flatMap(old.entity(named:))
  }

  /// Attributes and relationships, in one: either may have become the other's name.
  func properties(_ before: Entity, _ after: Entity) -> NamePairing {
    NamePairing(
      old: before.propertyNames, new: after.propertyNames, said: said(of: before.name),
      original: after.originalNames(in: before))
  }

  /// Flag sets and enums. One whose attribute has another type of its kind has a new name.
  var types: NamePairing {
    let names = (old: old.valueTypeNames, new: new.valueTypeNames)
    return NamePairing(old: names.old, new: names.new, said: said(of: nil)) { name in
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

  /// The properties of a struct that is kept as JSON.
  func parts(of owner: Name) -> NamePairing {
    let before = old.keptParts.first { $0.owner == owner }?.fields ?? []
    let after = new.keptParts.first { $0.owner == owner }?.fields ?? before
    return NamePairing(
      old: before.map(\.name), new: after.map(\.name), said: said(of: owner)
    ) { name in after.first { $0.name == name }?.originalName }
  }

  func mapping(_ before: FlagSet, _ after: FlagSet) -> FlagMapping {
    FlagMapping(
      from: before, to: after, said: said(of: before.name),
      clears: { decisions.clears.contains("\(before.name).\($0)") }, cases: mapping)
  }

  func mapping(_ before: Enumeration, _ after: Enumeration) -> CaseMapping {
    CaseMapping(from: before, to: after, said: said(of: before.name))
  }

  /// The new name that the line gives to something of an owner, whose name may stand before it.
  private func said(of owner: Name?) -> (Name) -> Name? {
    var names: [Name: Name] = [:]
    for rename in decisions.renames {
      guard let name = owner.map(rename.old.dropping) ?? rename.old else { continue }
      names[name] = rename.new
    }
    return { names[$0] }
  }
}
