import FlagModel

extension Entity {
  /// A name for a further column of a query, which neither a column of the entity nor one of the
  /// answer has: an order by it would mean that of the answer.
  func freshColumn(_ name: String, besides titles: [String]) -> String {
    let titles = titles.map { $0.lowercased() }
    var name = name
    while hasColumn(name) || hasColumn("\(name)_of") || titles.contains(name) { name += "_" }
    return name
  }

  /// Whether a column has this name; SQLite takes ASCII letters of both cases for the same.
  func hasColumn(_ name: String) -> Bool {
    let name = name.lowercased()
    return keyColumn.lowercased() == name
      || columnProperties.contains { property in
        switch property {
        case .attribute(let attribute): attribute.column.lowercased() == name
        case .relationship(let relationship): relationship.name.lowercased() == name
        case .group: false
        }
      }
  }
}
