import FlagModel

extension Entity {
  /// A name for an additional column of a query. Neither the entity nor the result may have it,
  /// because ORDER BY would use the result's column.
  func freshColumn(_ name: Name, besides titles: [Name]) -> Name {
    let titles = titles.map(\.folded)
    var name = name
    while hasColumn(name) || hasColumn("\(name)_of") || titles.contains(name.folded) {
      name = "\(name)_"
    }
    return name
  }

  /// True if the entity has a column with the name.
  func hasColumn(_ name: Name) -> Bool {
    let name = name.folded
    return source.key?.column.folded == name
      || columnProperties.contains { $0.column?.folded == name }
  }
}
