import FlagModel

/// The tables that Core Data would make for a model, for generated code without a store. Entities
/// are numbered in order, as Core Data nearly always does.
struct ExpectedTables {
  private let model: ManagedModel
  private let numbers: [Name: Int64]
  private var columns: [(table: Name, columns: [StoreTables.Column])] = []

  init(of model: ManagedModel) {
    self.model = model
    numbers = Dictionary(uniqueKeysWithValues: zip(model.entities.map(\.name), Int64(1)...))
    for entity in model.entities {
      addTable(table(of: entity))
      for attribute in entity.attributes { add(attribute, to: table(of: entity)) }
    }
    for entity in model.entities {
      for relationship in entity.relationships where !relationship.isTransient {
        add(relationship, of: entity)
      }
    }
  }

  var tables: StoreTables {
    StoreTables(
      tables: columns.map { ($0.table, $0.columns) },
      kinds: model.entities.map { entity in
        StoreTables.Kind(
          number: numbers[entity.name] ?? 0, name: entity.name,
          parent: entity.parent.flatMap { numbers[$0] } ?? 0)
      })
  }

  private func table(of entity: ManagedEntity) -> Name {
    "Z\((model.lineage(of: entity).last ?? entity).name.inCapitals)"
  }

  private mutating func addTable(_ table: Name) {
    if columns.contains(where: { $0.table == table }) { return }
    let systemColumns: [Name] = ["Z_PK", "Z_ENT", "Z_OPT"]
    columns.append(
      (table, systemColumns.map { StoreTables.Column(name: $0, declaredType: "INTEGER") }))
  }

  /// Adds a column. If the name exists, a number is appended.
  private mutating func add(_ column: Name, _ type: String, to table: Name) {
    guard let place = columns.firstIndex(where: { $0.table == table }) else { return }
    let taken = Set(columns[place].columns.map(\.name.folded))
    var name = column
    var number = 0
    while taken.contains(name.folded) {
      number += 1
      name = "\(column)\(number)"
    }
    columns[place].columns.append(StoreTables.Column(name: name, declaredType: type))
  }

  private mutating func add(_ attribute: ManagedAttribute, to table: Name) {
    if attribute.isTransient { return }
    for element in attribute.elements { add(element, to: table) }
    guard attribute.type != .composite else { return }
    add("Z\(attribute.name.inCapitals)", attribute.type.declaredTypes.first ?? "", to: table)
  }

  private mutating func add(_ relationship: ManagedRelationship, of entity: ManagedEntity) {
    let column = relationship.name.inCapitals
    guard relationship.isToMany else {
      return add("Z\(column)", "INTEGER", to: table(of: entity))
    }
    guard let other = model.entity(named: relationship.destination),
      let number = numbers[entity.name], let target = numbers[other.name]
    else { return }
    guard let inverse = model.inverse(of: relationship) else {
      return add("Z\(number)\(column)", "INTEGER", to: table(of: other))
    }
    let isFirst = (entity.name, relationship.name) <= (relationship.destination, inverse.name)
    guard inverse.isToMany, isFirst, let owner = numbers[inverse.destination] else { return }
    let pair: [Name] = ["Z_\(owner)\(inverse.name.inCapitals)", "Z_\(target)\(column)"]
    columns.append(
      (
        "Z_\(number)\(column)",
        pair.map { StoreTables.Column(name: $0, declaredType: "INTEGER") }
      ))
  }
}
