package import PlainText

/// The property to which one cell of each record of an import belongs.
package enum ImportField: Hashable, Sendable {
  /// The primary key, by its column, if it is no attribute.
  case key(Name)
  case attribute(Attribute)
  /// The other record by its name; of a to-many the names of all, with NUL between them, and the
  /// empty text for none.
  case relationship(Relationship)

  /// The name that people use.
  package var name: Name {
    switch self {
    case .key(let column): column
    case .attribute(let attribute): attribute.name
    case .relationship(let relationship): relationship.name
    }
  }

  /// The column that the cell goes into; nil for a relationship that is kept elsewhere.
  package var column: Name? {
    switch self {
    case .key(let column): column
    case .attribute(let attribute): attribute.column
    case .relationship(let relationship): relationship.foreignKey?.column
    }
  }
}
