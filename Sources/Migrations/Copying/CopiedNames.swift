import FlagModel

/// The names that entities and properties have in a copy: their own, unless a database of ours cannot
/// have them.
struct CopiedNames {
  /// A property, as the entity that declares it has it.
  private struct Place: Hashable {
    let entity: Name
    let property: Name
  }

  private(set) var entities: [Name: Name] = [:]
  private var properties: [Place: Name] = [:]
  /// The tables and views that the copy has so far.
  private var tables: Set<Name.Folded> = []
  /// The columns, and the names of what has none, in the table of each root.
  private var columns: [Name: Set<Name.Folded>] = [:]
  /// In words, what has another name than before.
  private(set) var notes: [String] = []

  /// The name of an entity that is copied.
  mutating func add(_ entity: Name) {
    var name = entity.asEntityName
    while isTaken(name) { name = "\(name)_" }
    tables.insert(name.folded)
    tables.insert(Name("\(name)_named").folded)
    entities[entity] = name
    if name != entity { notes.append("'\(entity)' is called '\(name)' in the copy") }
  }

  private func isTaken(_ entity: Name) -> Bool {
    tables.contains(entity.folded) || tables.contains(Name("\(entity)_named").folded)
  }

  /// The name of a property that an entity declares, in the table of a root.
  mutating func add(
    _ property: Name, columns own: [Name] = [], of entity: Name, in root: Name,
    makesTable: Bool = false
  ) -> Name {
    let taken = columns[root] ?? []
    let table = entities[entity] ?? entity
    func isTaken(_ name: Name) -> Bool {
      taken.contains(name.folded) || makesTable && tables.contains(Name("\(table)_\(name)").folded)
    }
    var name = property.asPropertyName
    // The children of one entity share its table, and may have properties of the same name.
    if isTaken(name) { name = "\(name)Of\(table)" }
    while isTaken(name) { name = "\(name)_" }
    columns[root, default: []].insert(name.folded)
    columns[root]?.formUnion(own.map(\.folded))
    if makesTable { tables.insert(Name("\(table)_\(name)").folded) }
    properties[Place(entity: entity, property: property)] = name
    if name != property {
      notes.append("'\(entity).\(property)' is called '\(name)' in the copy")
    }
    return name
  }

  /// True if the table of a root has none of these names yet.
  func areFree(_ names: [Name], in root: Name) -> Bool {
    let taken = columns[root] ?? []
    return names.allSatisfy { !taken.contains($0.folded) }
  }

  /// The name that a property got; nil if the entity declares none of that name that is copied.
  func property(_ property: Name, of entity: Name) -> Name? {
    properties[Place(entity: entity, property: property)]
  }
}
