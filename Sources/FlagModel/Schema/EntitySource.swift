package import PlainText

/// The table or view that keeps the records of an entity, and which of its rows they are.
/// See Documentation/Decisions/entities-name-their-tables-and-columns.md.
package struct EntitySource: Hashable, Sendable {
  /// The column that tells one row from another, and what people know of it.
  package enum Key: Hashable, Sendable {
    /// The key of a record.
    case known(Name, AttributeType)
    /// The number of a row, which nobody is shown: the record has a key of its own besides, which may be
    /// NULL. `key` is the column of that; nil if it has several columns.
    case hidden(Name, key: Name?)

    package init(column: Name) { self = .known(column, .integer(.int64)) }

    /// The column that statements tell rows apart by. What people type is looked for by
    /// `Entity.knownKey`.
    package var column: Name {
      switch self {
      case .known(let column, _), .hidden(let column, _): column
      }
    }

    package var type: AttributeType {
      if case .known(_, let type) = self { type } else { .integer(.int64) }
    }
  }

  /// The kinds of records in a table that several entities share.
  package struct Kinds: Hashable, Sendable {
    /// The column that tells the kind of a row.
    package let column: Name
    /// The kind of the entity itself; nil if no record is of it alone.
    package let own: Value?
    /// The kinds of the entity and of its descendants.
    package let all: [Value]
    /// True if the table has rows of no other kind.
    package let isWholeTable: Bool

    package init(column: Name, own: Value?, all: [Value], isWholeTable: Bool) {
      self.column = column
      self.own = own
      self.all = all
      self.isWholeTable = isWholeTable
    }
  }

  package let table: Name
  /// Nil for a view, whose rows nothing tells apart: they are read, and nothing refers to them.
  package let key: Key?
  /// Nil if every row is a record of the entity.
  package let kinds: Kinds?

  package init(table: Name, key: Key?, kinds: Kinds? = nil) {
    self.table = table
    self.key = key
    self.kinds = kinds
  }
}

extension EntitySource {
  /// The table of a database of our own, which is named as the entity.
  package init(ofEntity name: Name, _ properties: [Property]) {
    let isKeyDeclared = properties.contains { $0.attributes.contains(where: \.isKey) }
    self.init(
      table: name, key: Key(column: isKeyDeclared ? "id" : properties.freshColumn("id")))
  }
}

extension [Property] {
  /// A name for a column, with underscores before it where a property has taken it.
  package func freshColumn(_ name: Name) -> Name {
    let taken = Set(
      flatMap { property -> [Name] in
        if case .relationship(let relationship) = property { return [relationship.name] }
        return property.attributes.map(\.column)
      }.map(\.folded))
    var column = name
    while taken.contains(column.folded) { column = "_\(column)" }
    return column
  }
}

extension Attribute {
  /// True for the key of a table of our own: an integer named `id`.
  fileprivate var isKey: Bool {
    guard column == "id", !isOptional else { return false }
    if case .integer = type { return true } else { return false }
  }
}
