import FlagModel

extension Entity {
  /// A name for a further column of a query, which neither a column of the entity nor one of the
  /// answer has: an order by it would mean that of the answer.
  func freshColumn(_ name: Name, besides titles: [Name]) -> Name {
    let titles = titles.map(\.folded)
    var name = name
    while hasColumn(name) || hasColumn("\(name)_of") || titles.contains(name.folded) {
      name = "\(name)_"
    }
    return name
  }

  /// True if a column has this name.
  func hasColumn(_ name: Name) -> Bool {
    let name = name.folded
    return keyColumn.folded == name
      || columnProperties.contains { property in
        switch property {
        case .attribute(let attribute): attribute.column.folded == name
        case .relationship(let relationship): relationship.name.folded == name
        case .group: false
        }
      }
  }
}
