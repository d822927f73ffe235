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
    return source.key?.column.folded == name
      || columnProperties.contains { $0.column?.folded == name }
  }
}
