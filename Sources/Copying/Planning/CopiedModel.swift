import FlagModel

/// The model of a copy: the entities of any file, as a flagdb database stores them.
struct CopiedModel {
  /// The source of the values of a property.
  enum Content {
    case attribute(Attribute)
    /// A relationship that is also a relationship in the copy.
    case relationship(Relationship)
    /// The key of a record that is not copied.
    case key(Relationship.ForeignKey)
    /// The position of a record in a list of another record.
    case position(Name)
    /// The keys of the records of a list, in its order.
    case list(Relationship)
  }

  private let source: Schema
  /// The entities whose records are copied.
  private let chosen: Set<Name>
  /// The copied entities and their ancestors.
  private let kept: [Entity]
  private var names = CopiedNames()
  private var properties: [Name: [Property]] = [:]
  private var contents: [Name: [Name: Content]] = [:]
  private var remarks: [String] = []

  init(of source: Schema, records chosen: Set<Name>) {
    self.source = source
    self.chosen = chosen
    kept = source.entities.filter { entity in
      source.members(of: entity).contains { chosen.contains($0.name) }
    }
    for entity in kept { names.add(entity.name) }
    for entity in kept { nameProperties(of: entity) }
    for entity in kept { addProperties(of: entity) }
    for entity in kept { addOrders(of: entity) }
  }

  /// The differences from the source, for the user.
  var notes: [String] { names.notes + remarks }

  /// The name in the copy for an entity of the source.
  func name(of entity: Name) -> Name? { names.entities[entity] }

  /// The source of a property that the copy has for an entity of the source.
  func content(_ property: Name, of entity: Entity) -> Content? {
    source.line(of: entity).lazy.compactMap { contents[$0.name]?[property] }.first
  }

  /// The model as it would be declared. It must be parsed to get derived facts.
  var draft: Schema { Schema(types: source.types.map(\.ours), entities: kept.map(draft)) }

  private func draft(_ entity: Entity) -> Entity {
    let line = source.line(of: entity)
    let all = line.flatMap { properties[$0.name] ?? [] }
    let parent = line.dropLast().last.flatMap { names.entities[$0.name] }
    return Entity(
      name: names.entities[entity.name] ?? entity.name, kind: entity.kind, properties: all,
      uniques: entity.uniques.compactMap { renamed($0, of: line) },
      indexes: entity.indexes.compactMap { renamed($0, of: line) },
      expressions: entity.expressions, originalName: entity.originalName, summary: entity.summary,
      parent: parent, source: home(of: entity))
  }

  /// The table in the copy; nil for an entity without others in its table.
  private func home(of entity: Entity) -> EntitySource? {
    let root = source.root(of: entity)
    let members = source.members(of: root).filter { names.entities[$0.name] != nil }
    guard members.count > 1 else { return nil }
    let all = members.flatMap { properties[$0.name] ?? [] }
    let table = EntitySource(ofEntity: names.entities[root.name] ?? root.name, all)
    return EntitySource(
      table: table.table, key: table.key,
      kinds: .init(column: "kind", ownKind: nil, all: [], isWholeTable: root.name == entity.name))
  }

  /// The names of properties in the copy; nil if one of them is missing.
  private func renamed(_ list: [Name], of line: [Entity]) -> [Name]? {
    let renamed = list.compactMap { name -> Name? in
      for entity in line {
        for (new, content) in contents[entity.name] ?? [:] {
          switch content {
          case .attribute(let attribute) where attribute.name == name: return new
          case .relationship(let relationship) where relationship.name == name: return new
          case .key(let key) where key == entity.relationship(named: name)?.foreignKey: return new
          default: continue
          }
        }
      }
      return nil
    }
    if renamed.count == list.count { return renamed }
    return nil
  }

  // MARK: Names

  /// The properties that an entity declares and does not inherit.
  private func ownProperties(of entity: Entity) -> [Property] {
    let base = entity.parent.flatMap(source.entity(named:))
    return Array(entity.properties.dropFirst(base?.properties.count ?? 0))
  }

  private mutating func nameProperties(of entity: Entity) {
    let root = source.root(of: entity).name
    for property in ownProperties(of: entity) {
      switch property {
      case .attribute(let attribute):
        _ = names.add(attribute.name, of: entity.name, in: root)
      case .group(let group):
        let columns = property.attributes.map(\.name.asColumn)
        if isDeclared(group), names.areFree([group.name] + columns, in: root) {
          _ = names.add(group.name, columns: columns, of: entity.name, in: root)
        } else {
          for part in property.attributes { _ = names.add(part.name, of: entity.name, in: root) }
        }
      case .relationship(let relationship):
        guard relationship.foreignKey != nil || isCopied(relationship) else {
          note(
            "'\(entity.name).\(relationship.name)' is left out, since '\(relationship.target)' is not copied"
          )
          continue
        }
        let makesTable = relationship.isToMany && isCopied(relationship)
        _ = names.add(relationship.name, of: entity.name, in: root, makesTable: makesTable)
      }
    }
  }

  private func isDeclared(_ group: Group) -> Bool {
    source.types.contains { $0.name == group.declaredType }
  }

  private func isCopied(_ relationship: Relationship) -> Bool {
    names.entities[relationship.target] != nil
  }

  private mutating func note(_ words: String) { remarks.append(words) }

  // MARK: Properties

  private mutating func addProperties(of entity: Entity) {
    for property in ownProperties(of: entity) {
      switch property {
      case .attribute(let attribute): add(attribute, to: entity)
      case .group(let group) where names.property(group.name, of: entity.name) != nil:
        append(property, to: entity)
      case .group: for part in property.attributes { add(part, to: entity) }
      case .relationship(let relationship): add(relationship, to: entity)
      }
    }
  }

  private mutating func add(_ attribute: Attribute, to entity: Entity) {
    guard let name = names.property(attribute.name, of: entity.name) else { return }
    var copy = attribute
    copy.name = name
    copy.column = name
    copy.stored = .own
    if isTakenForKey(copy), attribute.column != entity.source.key?.column {
      // Other records can refer to the former key.
      copy.isOptional = true
      note("'\(entity.name).id' is not a key, and so is optional in the copy")
    }
    append(.attribute(copy), .attribute(attribute), named: name, to: entity)
  }

  /// True if flagdb would use the attribute as the key.
  private func isTakenForKey(_ attribute: Attribute) -> Bool {
    guard attribute.column == "id", !attribute.isOptional else { return false }
    if case .integer = attribute.type { return true } else { return false }
  }

  private mutating func append(
    _ property: Property, _ content: Content, named name: Name, to entity: Entity
  ) {
    properties[entity.name, default: []].append(property)
    contents[entity.name, default: [:]][name] = content
  }

  /// Adds a struct unchanged.
  private mutating func append(_ group: Property, to entity: Entity) {
    properties[entity.name, default: []].append(group.ours)
    for part in group.attributes {
      contents[entity.name, default: [:]][part.name] = .attribute(part)
    }
  }

  private mutating func add(_ relationship: Relationship, to entity: Entity) {
    guard let name = names.property(relationship.name, of: entity.name) else { return }
    if isCopied(relationship) {
      let copy = CopiedRelationship(relationship, of: entity, in: source, names).made(named: name)
      return append(.relationship(copy), .relationship(relationship), named: name, to: entity)
    }
    guard let key = relationship.foreignKey else { return }
    let attribute = key.attribute(
      named: name, relationship, source.entity(named: relationship.target))
    note(
      "'\(entity.name).\(relationship.name)' becomes a plain key, since '\(relationship.target)' is not copied"
    )
    append(.attribute(attribute), .key(key), named: name, to: entity)
  }

  // MARK: Orders

  /// Adds the positions of ordered lists as plain integer attributes.
  private mutating func addOrders(of entity: Entity) {
    for case .relationship(let relationship) in ownProperties(of: entity)
    where isCopied(relationship) {
      guard relationship.isToMany, let column = relationship.order else { continue }
      if case .inverse = relationship.storage, let inverse = relationship.inverse,
        let owner = owner(of: inverse, seenFrom: relationship.target),
        let name = names.property(inverse, of: owner.name)
      {
        addOrder("\(name)Order", "Int", .integer(.int), .position(column), to: owner)
      } else if let name = names.property(relationship.name, of: entity.name) {
        addOrder("\(name)Order", "[Int]", .array(.integer(.int)), .list(relationship), to: entity)
      }
    }
  }

  /// The entity, or its ancestor, that declares a relationship.
  private func owner(of relationship: Name, seenFrom entity: Name) -> Entity? {
    guard let entity = source.entity(named: entity) else { return nil }
    return source.line(of: entity).first { $0.relationship(named: relationship) != nil }
  }

  private mutating func addOrder(
    _ name: Name, _ declaredType: Name, _ type: AttributeType, _ content: Content, to entity: Entity
  ) {
    let root = source.root(of: entity).name
    let free = names.add(name, of: entity.name, in: root)
    let attribute = Attribute(name: free, declaredType: declaredType, type: type, isOptional: true)
    append(.attribute(attribute), content, named: free, to: entity)
    note("the order of a list is stored in '\(names.entities[entity.name] ?? entity.name).\(free)'")
  }
}

extension Relationship {
  /// The column that orders the list of the relationship; nil if it is not ordered.
  var order: Name? {
    switch storage {
    case .column: nil
    case .inverse(let key): key.order
    case .joinTable(let join): join.order
    }
  }
}

extension Relationship.ForeignKey {
  /// An attribute for a foreign key whose target is not copied.
  fileprivate func attribute(
    named name: Name, _ relationship: Relationship, _ target: Entity?
  ) -> Attribute {
    let other = otherColumn.flatMap { column in target?.attribute(ofColumn: column) }
    let type = other?.type ?? target?.source.key?.type ?? .any
    let isOptional = relationship.cardinality != .toOne(isOptional: false)
    // In Core Data, two records can refer to one record in a one-to-one relationship.
    let isUnique = isUnique && target?.source.kinds == nil
    func made(_ type: AttributeType, _ declared: Name) -> Attribute {
      Attribute(
        name: name, declaredType: declared, type: type, isOptional: isOptional, isUnique: isUnique)
    }
    return switch type {
    case .integer(let integer): made(type, Name(integer.rawValue))
    case .string: made(.string, "String")
    default: made(.any, "Any")
    }
  }
}

extension Name {
  /// The column that flagdb uses for the property.
  var asColumn: Name { Name(text.replacing(".", with: "_")) }
}

extension NamedType {
  /// The type with the stored forms that flagdb uses.
  fileprivate var ours: NamedType {
    guard case .structure(let structure) = self else { return self }
    return .structure(
      Structure(
        name: structure.name, properties: structure.properties.map(\.ours),
        codingKeys: structure.codingKeys, summary: structure.summary))
  }
}

extension Property {
  /// The property with the columns and stored forms that flagdb uses.
  fileprivate var ours: Property {
    switch self {
    case .attribute(var attribute):
      attribute.column = attribute.name.asColumn
      attribute.stored = .own
      return .attribute(attribute)
    case .group(let group):
      return .group(
        Group(
          name: group.name, declaredType: group.declaredType, isOptional: group.isOptional,
          isUnique: group.isUnique, properties: group.properties.map(\.ours),
          originalName: group.originalName, codingKeys: group.codingKeys, summary: group.summary))
    case .relationship: return self
    }
  }
}
