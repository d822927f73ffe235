package import PlainText

extension Entity {
  /// The properties with a column in the entity's table, in the order of declaration: attributes,
  /// including those inside structs, and to-one relationships with a foreign key.
  package var columnProperties: [Property] {
    func columns(of property: Property) -> [Property] {
      switch property {
      case .attribute: return [property]
      case .group(let group): return group.properties.flatMap(columns)
      case .relationship(let relationship):
        if relationship.foreignKey == nil { return [] }
        return [property]
      }
    }
    return properties.flatMap(columns)
  }
}

extension Property {
  /// The column; nil if there is none or several.
  package var column: Name? {
    switch self {
    case .attribute(let attribute): attribute.column
    case .group: nil
    case .relationship(let relationship): relationship.foreignKey?.column
    }
  }
}
