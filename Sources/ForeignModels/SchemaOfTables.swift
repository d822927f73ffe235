package import Engines
package import FlagModel

/// Converts tables and views to entities, columns to attributes, and foreign keys to relationships.
package struct SchemaOfTables {
  /// A foreign key that becomes a to-one relationship, or one side of a join table.
  private struct Reference {
    /// The index of the referring table.
    let owner: Int
    let target: Int
    let column: ColumnShape
    /// The unique column that it refers to; nil for the primary key.
    let otherColumn: Name?
    /// The effect on the referring record when the target is deleted.
    let deleteRule: Relationship.DeleteRule
  }

  private let tables: [TableShape]
  private let places: [Name.Folded: Int]
  private let keys: [EntitySource.Key?]
  /// The names of the entities.
  private let entityNames: [Name]
  /// The property names for the columns of each table.
  private let columnNames: [[Name: Name]]
  /// The property names of each table, which must be distinct.
  private var names: [Set<Name.Folded>]
  private var properties: [[Property]]
  private var inverses: [[Property]]
  private var isPairs: [Bool]

  /// Unreadable tables are omitted.
  package static func schema(of tables: [TableShape]) -> Schema {
    var maker = SchemaOfTables(tables.filter { $0.problem == nil && !$0.columns.isEmpty })
    maker.makeProperties()
    let entities = maker.entities
    var types: [NamedType] = []
    for type in entities.flatMap(\.attributes).flatMap(\.type.namedTypes)
    where !types.contains(type) {
      types.append(type)
    }
    return Schema(types: types, entities: entities)
  }

  private init(_ tables: [TableShape]) {
    self.tables = tables
    var places: [Name.Folded: Int] = [:]
    for (place, table) in tables.enumerated() { places[table.name.folded] = place }
    self.places = places
    keys = tables.map(\.sourceKey)
    entityNames = Self.distinct(
      tables.map { $0.name.isTypeOfSwift ? "\($0.name)_" : $0.name.spellable },
      besides: tables.map(\.name))
    columnNames = tables.map { table in
      let columns = table.columns.map(\.name)
      let names = Self.distinct(columns.map(\.spellable), besides: columns)
      return Dictionary(zip(columns, names)) { first, _ in first }
    }
    names = columnNames.map { Set($0.values.map(\.folded)) }
    properties = tables.map { _ in [] }
    inverses = properties
    isPairs = tables.map { _ in false }
  }

  /// Makes names distinct. A name that equals the real name stays unchanged.
  private static func distinct(_ names: [Name], besides ownNames: [Name]) -> [Name] {
    var taken = Set(zip(names, ownNames).lazy.filter { $0 == $1 }.map(\.0.folded))
    return zip(names, ownNames).map { name, ownName in
      var free = name
      while name != ownName, !taken.insert(free.folded).inserted { free = "\(free)_" }
      return free
    }
  }

  private var entities: [Entity] {
    tables.indices.filter { !isPairs[$0] }.map { place in
      let table = tables[place]
      return Entity(
        name: entityNames[place], kind: .record, properties: properties[place] + inverses[place],
        uniques: table.uniques(amongst: properties[place]),
        source: EntitySource(
          table: table.name, key: keys[place], collations: table.collations))
    }
  }

  private mutating func makeProperties() {
    var references: [[Reference]] = []
    for place in tables.indices { references.append(self.references(of: place)) }
    for place in tables.indices { isPairs[place] = tables[place].isPairs(references[place].count) }
    for place in tables.indices {
      // A join table is hidden only if both sides are entities.
      let sides = references[place]
      if isPairs[place], sides.contains(where: { isPairs[$0.target] || $0.otherColumn != nil }) {
        isPairs[place] = false
      }
    }
    for place in tables.indices {
      if isPairs[place] {
        addPairs(references[place])
      } else {
        addColumns(of: place, references[place].filter { !isPairs[$0.target] })
      }
    }
  }

  // MARK: Foreign keys

  /// The foreign keys that lead from one column to the primary key or a unique column of an entity.
  private func references(of place: Int) -> [Reference] {
    var seen: Set<Name> = []
    return tables[place].foreignKeys.compactMap { key -> Reference? in
      guard key.columns.count == 1, let column = tables[place].column(key.columns[0]),
        let target = places[key.target.folded], let targetKey = keys[target],
        seen.insert(column.name).inserted
      else { return nil }
      let table = tables[target]
      let onlyKey = table.key.count == 1 ? table.key[0].name : nil
      guard let other = key.targetColumns[0] ?? onlyKey, let otherColumn = table.column(other)
      else { return nil }
      let isKey = otherColumn.name == targetKey.column
      guard isKey || table.isUnique(other) else { return nil }
      return Reference(
        owner: place, target: target, column: column, otherColumn: isKey ? nil : otherColumn.name,
        deleteRule: key.deleteRule)
    }
  }

  // MARK: Properties

  private mutating func addColumns(of place: Int, _ references: [Reference]) {
    let table = tables[place]
    let key = keys[place]?.column
    for column in table.columns {
      let isKey = column.name == key
      let reference = references.first { $0.column.name == column.name }
      if let reference, !isKey {
        addRelationship(reference, named: name(of: column, in: place), besides: nil)
      } else if !isKey || table.numberColumn == nil {
        properties[place].append(.attribute(attribute(of: column, in: place)))
      }
      // A primary key that is also a foreign key needs a second name for the relationship.
      if let reference, isKey {
        let name = free(entityNames[reference.target], by: name(of: column, in: place), in: place)
        names[place].insert(name.folded)
        addRelationship(reference, named: name, besides: column.name)
      }
    }
  }

  private func name(of column: ColumnShape, in place: Int) -> Name {
    columnNames[place][column.name] ?? column.name
  }

  private func attribute(of column: ColumnShape, in place: Int) -> Attribute {
    let table = tables[place]
    let type = column.kept?.type ?? column.type
    return Attribute(
      name: name(of: column, in: place), column: column.name, declaredType: type.nameOfColumnType,
      type: type, stored: column.kept?.stored ?? .own,
      isOptional: !(column.isNotNull || column.keyPlace > 0 && table.kind == .withoutRowID),
      isUnique: table.isUnique(column.name))
  }

  /// Adds the to-one relationship, and its inverse on the other side.
  private mutating func addRelationship(
    _ reference: Reference, named name: Name, besides key: Name?
  ) {
    let owner = tables[reference.owner]
    let isUnique = key != nil || owner.isUnique(reference.column.name)
    let foreignKey = Relationship.ForeignKey(
      column: reference.column.name, otherColumn: reference.otherColumn, isUnique: isUnique)
    let inverse = inverseName(of: reference)
    let isOptional = key == nil && !reference.column.isNotNull
    properties[reference.owner].append(
      .relationship(
        Relationship(
          name: name, target: entityNames[reference.target],
          cardinality: .toOne(isOptional: isOptional),
          inverse: keys[reference.owner] == nil ? nil : inverse, storage: .column(foreignKey))))
    // A record of a table without a key cannot be identified.
    guard keys[reference.owner] != nil else { return }
    names[reference.target].insert(inverse.folded)
    inverses[reference.target].append(
      .relationship(
        Relationship(
          name: inverse, target: entityNames[reference.owner],
          cardinality: isUnique ? .toOne(isOptional: true) : .toMany(isOptional: false),
          inverse: name, deleteRule: reference.deleteRule, storage: .inverse(foreignKey))))
  }

  /// `items`, or `itemsByOwner` if several columns of the table refer to the entity.
  private func inverseName(of reference: Reference) -> Name {
    let owner = tables[reference.owner]
    let rivals = owner.foreignKeys.filter {
      $0.target.folded == tables[reference.target].name.folded
    }
    let isAlone = rivals.count == 1
    let plain = entityNames[reference.owner]
    if isAlone, !names[reference.target].contains(plain.folded) { return plain }
    let column = name(of: reference.column, in: reference.owner)
    return free(plain.by(column), by: column, in: reference.target)
  }

  /// A name that no property of a table has yet.
  private func free(_ name: Name, by column: Name, in place: Int) -> Name {
    var free = name
    if names[place].contains(free.folded) { free = name.by(column) }
    while names[place].contains(free.folded) { free = "\(free)_" }
    return free
  }

  /// Adds both sides of a many-to-many relationship, each named after the other table.
  private mutating func addPairs(_ sides: [Reference]) {
    let table = tables[sides[0].owner]
    func join(_ referring: Reference, _ referred: Reference, isOwner: Bool) -> Relationship.Storage
    {
      .joinTable(
        .init(
          name: table.name, ownColumn: referring.column.name, otherColumn: referred.column.name,
          isOwner: isOwner))
    }
    func free(_ referring: Reference, _ referred: Reference) -> Name {
      self.free(
        entityNames[referred.target], by: name(of: referred.column, in: referred.owner),
        in: referring.target)
    }
    let first = free(sides[0], sides[1])
    names[sides[0].target].insert(first.folded)
    let second = free(sides[1], sides[0])
    names[sides[1].target].insert(second.folded)
    for (referring, referred, name, inverse, isOwner) in [
      (sides[0], sides[1], first, second, true), (sides[1], sides[0], second, first, false),
    ] {
      inverses[referring.target].append(
        .relationship(
          Relationship(
            name: name, target: entityNames[referred.target],
            cardinality: .toMany(isOptional: false),
            inverse: inverse, storage: join(referring, referred, isOwner: isOwner))))
    }
  }
}

extension TableShape {
  /// The column that identifies records; nil if there is none.
  fileprivate var sourceKey: EntitySource.Key? {
    if let numberColumn { return .init(column: numberColumn.name) }
    let only = key.count == 1 ? key[0] : nil
    if let rowNumber {
      if key.isEmpty { return .init(column: rowNumber) }
      return .hidden(rowNumber, key: only?.name)
    }
    if kind == .table || kind == .withoutRowID {
      return only.map { .known($0.name, $0.kept?.type ?? $0.type) }
    }
    return nil
  }

  /// True if the table contains only pairs of records of two tables.
  fileprivate func isPairs(_ references: Int) -> Bool {
    guard kind == .table || kind == .withoutRowID, columns.count == 2, references == 2 else {
      return false
    }
    let names = Set(columns.map(\.name.folded))
    return Set(key.map(\.name.folded)) == names
      || uniques.contains { Set($0.map(\.folded)) == names }
  }

  /// The names of properties that are unique together, by the key or a UNIQUE of several columns.
  package func uniques(amongst properties: [Property]) -> [[Name]] {
    var uniques: [[Name]] = []
    for columns in [key.map(\.name)] + self.uniques where columns.count > 1 {
      let names = columns.compactMap { column in
        properties.flatMap(\.columnProperties).first { $0.column?.folded == column.folded }?.name
      }
      if names.count == columns.count { uniques.append(names) }
    }
    return uniques
  }
}

extension ColumnShape {
  /// The type that the declaration suggests; SQLite may store other values too.
  fileprivate var type: AttributeType {
    switch affinity {
    case .integer: .integer(.int)
    case .real: .double
    case .text: .string
    case .blob: .data
    case .none, .numeric: .any
    }
  }
}

extension Name {
  /// `itemsByOwner`
  fileprivate func by(_ column: Name) -> Name {
    let first = column.text.prefix(1).uppercased()
    return "\(self)By\(first)\(column.text.dropFirst())"
  }
}

extension AttributeType {
  /// The type name that the model uses for a foreign column.
  package var nameOfColumnType: Name {
    switch self {
    case .integer(.int64): "Int"
    case .array(let element, _): Name("[\(element.nameOfColumnType)]")
    case .url, .flags, .json: "Any"
    case .bool, .integer, .double, .float, .decimal, .string, .date, .uuid, .data, .any,
      .enumeration:
      Name(swiftName)
    }
  }
}
