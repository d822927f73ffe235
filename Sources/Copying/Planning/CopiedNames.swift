import FlagModel

/// The names of entities and properties in a copy. A name changes only if flagdb does not permit
/// it.
struct CopiedNames {
  /// A property and the entity that declares it.
  private struct Place: Hashable {
    let entity: Name
    let property: Name
  }

  private(set) var entities: [Name: Name] = [:]
  private var properties: [Place: Name] = [:]
  /// The names of the copy's tables and views up to now.
  private var tables: Set<Name.Folded> = []
  /// The used names of columns, and of properties without a column, for the table of each root.
  private var columns: [Name: Set<Name.Folded>] = [:]
  /// Notes for the user about changed names.
  private(set) var notes: [String] = []

  /// Adds the name of a copied entity.
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

  /// Adds the name of a declared property to the table of a root, and returns its name in the copy.
  mutating func add(
    _ property: Name, columns ownColumns: [Name] = [], of entity: Name, in root: Name,
    makesTable: Bool = false
  ) -> Name {
    let taken = columns[root] ?? []
    let table = entities[entity] ?? entity
    func isTaken(_ name: Name) -> Bool {
      taken.contains(name.folded) || makesTable && tables.contains(Name("\(table)_\(name)").folded)
    }
    var name = property.asPropertyName
    // The children of an entity share its table, and can have properties of the same name.
    if isTaken(name) { name = "\(name)Of\(table)" }
    while isTaken(name) { name = "\(name)_" }
    columns[root, default: []].insert(name.folded)
    columns[root]?.formUnion(ownColumns.map(\.folded))
    if makesTable { tables.insert(Name("\(table)_\(name)").folded) }
    properties[Place(entity: entity, property: property)] = name
    if name != property {
      notes.append("'\(entity).\(property)' is called '\(name)' in the copy")
    }
    return name
  }

  /// True if the table of a root contains none of these names.
  func areFree(_ names: [Name], in root: Name) -> Bool {
    let taken = columns[root] ?? []
    return names.allSatisfy { !taken.contains($0.folded) }
  }

  /// The name of a property in the copy; nil if the entity declares no copied property of that
  /// name.
  func property(_ property: Name, of entity: Name) -> Name? {
    properties[Place(entity: entity, property: property)]
  }
}
