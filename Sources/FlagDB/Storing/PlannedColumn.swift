import FlagModel
internal import Queries

/// A column of the model, planned for a property.
struct PlannedColumn {
  let column: RecordColumn
  let shown: QueryColumn
  let field: ImportField

  var isKey: Bool { if case .key = field { true } else { false } }

  /// The key, and all properties that have a column.
  static func all(of entity: FlagModel.Entity, in schema: Schema) -> [PlannedColumn] {
    var all: [PlannedColumn] = []
    if let key = entity.shownKey, entity.keyAttribute == nil {
      // A property named `id`, such as `var id: UUID`, is not the key.
      let name = entity.properties.contains { $0.name == "id" } ? key.text : "id"
      all.append(
        PlannedColumn(
          column: RecordColumn(name: name, type: nil), shown: .key(of: entity),
          field: .key(key)))
    }
    for property in entity.columnProperties {
      switch property {
      case .attribute(let attribute):
        all.append(
          PlannedColumn(
            column: RecordColumn(name: attribute.name.text, type: attribute.type),
            shown: .attribute(attribute), field: .attribute(attribute)))
      case .relationship(let relationship):
        guard let shown = QueryColumn.relationship(relationship, in: schema, .byKey) else {
          continue
        }
        all.append(
          PlannedColumn(
            column: RecordColumn(name: relationship.name.text, type: nil, isReference: true),
            shown: shown,
            field: .relationship(relationship)))
      case .group: continue
      }
    }
    return all
  }

  /// The columns of a property: one, or one for each part of a nested struct.
  static func named(
    _ property: DeclaredProperty, in all: [PlannedColumn], of entity: String
  ) throws(EntityError) -> [PlannedColumn] {
    if let column = all.first(where: { $0.column.name == property.name }) { return [column] }
    let parts = all.filter { $0.column.name.hasPrefix("\(property.name).") }
    guard case .part = property, !parts.isEmpty else {
      throw RecordColumns(of: entity, []).missing(property.name)
    }
    return parts
  }
}
