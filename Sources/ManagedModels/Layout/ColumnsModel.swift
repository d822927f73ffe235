import FlagModel

/// Derives an entity without a model from the columns of its table: names in lower case, and types
/// as declared.
struct ColumnsModel {
  let tables: StoreTables
  let kinds: StoreKinds
  let joins: JoinTables
  /// The entities of the store, with or without a model.
  let names: Set<Name>

  /// The entity of a table, or a child entity that adds no properties.
  func entity(_ name: Name, table: Name, parent: Name?) -> ManagedEntity {
    var columns: [StoreTables.Column] = []
    if parent == nil { columns = tables.columns(of: table).filter(isOfModel) }
    let references = columns.compactMap { reference(in: $0, of: table) }
    let attributes = columns.filter { column in
      !references.contains { $0.column == column.name } && !isCompanion(column, in: columns)
    }
    return ManagedEntity(
      name: name, parent: parent, isAbstract: false, className: nil,
      attributes: attributes.map(attribute),
      relationships: references.map(\.relationship) + pairs(of: name), fetched: [], uniques: [],
      renamedFrom: nil, userInfo: [:])
  }

  /// False for the columns of Core Data. Other columns can also begin with `Z_`, because attribute
  /// names can begin with an underscore.
  private func isOfModel(_ column: StoreTables.Column) -> Bool {
    let systemColumns: [Name] = ["Z_PK", "Z_ENT", "Z_OPT"]
    return column.name.utf8.first == UInt8(ascii: "Z") && !systemColumns.contains(column.name)
      && !column.name.utf8.starts(with: "Z_FOK_".utf8)
  }

  private func attribute(_ column: StoreTables.Column) -> ManagedAttribute {
    ManagedAttribute(
      name: Self.name(of: column.name), type: ManagedType(declared: column.declaredType),
      isOptional: true, isTransient: false, defaultValue: nil, isExternal: false, validations: [],
      derivation: nil, elements: [], valueClass: nil, renamedFrom: nil, userInfo: [:])
  }

  private static func name(of column: Name) -> Name { Name(column.utf8.dropFirst()).lowercased }

  // MARK: Relationships

  /// The number in the column that gives the entity of a referenced record: `Z5_OWNER` for
  /// `ZOWNER`. It is the number of the relationship's destination.
  private func companion(of column: StoreTables.Column, in table: Name) -> Int64? {
    let rest = column.name.utf8.dropFirst()
    return tables.kinds.map(\.number).first {
      tables.column("Z\($0)_\(Name(rest))", of: table) != nil
    }
  }

  private func isCompanion(_ column: StoreTables.Column, in columns: [StoreTables.Column]) -> Bool {
    let rest = column.name.utf8.dropFirst()
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty, rest.dropFirst(digits.count).first == UInt8(ascii: "_") else {
      return false
    }
    let name = Name("Z\(Name(rest.dropFirst(digits.count + 1)))")
    return columns.contains { $0.name.folded == name.folded }
  }

  /// The to-one relationship of a column. The column has such a companion, or an index and the name
  /// of an entity.
  private func reference(
    in column: StoreTables.Column, of table: Name
  ) -> (column: Name, relationship: ManagedRelationship)? {
    guard column.declaredType == "INTEGER" else { return nil }
    let name = Self.name(of: column.name)
    var target = companion(of: column, in: table).flatMap { kind in
      names.first { kinds.numbers[$0] == kind }
    }
    if target == nil, tables.hasIndex("\(table)_\(column.name)_INDEX") {
      target = names.first { $0.lowercased == name }
    }
    guard let target else { return nil }
    return (column.name, relationship(name, to: target, inverse: nil, isToMany: false))
  }

  /// The relationships of an entity that are stored in join tables, which describe both sides.
  private func pairs(of name: Name) -> [ManagedRelationship] {
    guard let number = kinds.numbers[name] else { return [] }
    var pairs: [ManagedRelationship] = []
    for table in joins.tables {
      for (ownPlace, otherPlace) in [(0, 1), (1, 0)] {
        let ownColumn = table.columns[ownPlace]
        let otherColumn = table.columns[otherPlace]
        guard ownColumn.number == number,
          let target = names.first(where: { kinds.numbers[$0] == otherColumn.number })
        else { continue }
        pairs.append(
          relationship(
            otherColumn.relationship.lowercased, to: target,
            inverse: ownColumn.relationship.lowercased, isToMany: true))
      }
    }
    return pairs
  }

  private func relationship(
    _ name: Name, to target: Name, inverse: Name?, isToMany: Bool
  ) -> ManagedRelationship {
    ManagedRelationship(
      name: name, destination: target, inverse: inverse, isToMany: isToMany, isOrdered: false,
      isOptional: true, isTransient: false, deleteRule: .nullify, minimum: 0, maximum: nil,
      renamedFrom: nil, userInfo: [:])
  }
}

extension ManagedType {
  /// The attribute type for a column's declared type.
  fileprivate init(declared type: String) {
    self =
      switch type {
      case "INTEGER": .int64
      case "FLOAT": .double
      case "DECIMAL": .decimal
      case "TIMESTAMP": .date
      case "VARCHAR": .string
      default: .data
      }
  }
}
