extension Entity {
  /// The properties with a column of their own, in the order of declaration: attributes, those
  /// inside structs included, and to-one relationships whose key this entity keeps.
  package var columnProperties: [Property] {
    func columns(of property: Property) -> [Property] {
      switch property {
      case .attribute: return [property]
      case .group(let group): return group.properties.flatMap(columns)
      case .relationship(let relationship):
        if case .column = relationship.storage { return [property] } else { return [] }
      }
    }
    return properties.flatMap(columns)
  }
}
