package import PlainText

/// The property for one cell of each record in an import.
package enum ImportField: Hashable, Sendable {
  /// The column of the primary key, if it is no attribute.
  case key(Name)
  case attribute(Attribute)
  /// The name of the related record. For a to-many relationship, all names separated by NUL; the
  /// empty text for none.
  case relationship(Relationship)

  /// The name for users.
  package var name: Name {
    switch self {
    case .key(let column): column
    case .attribute(let attribute): attribute.name
    case .relationship(let relationship): relationship.name
    }
  }

  /// The column for the cell; nil for a relationship that is stored elsewhere.
  package var column: Name? {
    switch self {
    case .key(let column): column
    case .attribute(let attribute): attribute.column
    case .relationship(let relationship): relationship.foreignKey?.column
    }
  }
}
