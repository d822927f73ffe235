package import PlainText

extension Entity {
  /// The properties with a column in the entity's table, in the order of declaration: attributes,
  /// including those inside structs, and to-one relationships with a foreign key.
  package var columnProperties: [Property] { properties.flatMap(\.columnProperties) }

  /// The columns of properties that are unique together.
  package func columns(of names: [Name]) -> [Name] {
    names.compactMap { name in columnProperties.first { $0.name == name }?.column }
  }
}

extension Property {
  /// The property or its parts, each with its own column in the entity's table.
  package var columnProperties: [Property] {
    switch self {
    case .attribute: return [self]
    case .group(let group): return group.properties.flatMap(\.columnProperties)
    case .relationship(let relationship):
      if relationship.foreignKey == nil { return [] }
      return [self]
    }
  }

  /// The column; nil if there is none or several.
  package var column: Name? {
    switch self {
    case .attribute(let attribute): attribute.column
    case .group: nil
    case .relationship(let relationship): relationship.foreignKey?.column
    }
  }
}
