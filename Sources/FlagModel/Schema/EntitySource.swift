package import PlainText

/// The table or view with the records of an entity, and the condition for its rows.
/// See Documentation/Decisions/entities-name-their-tables-and-columns.md.
package struct EntitySource: Hashable, Sendable {
  /// The column that identifies a row, and its visibility for users.
  package indirect enum Key: Hashable, Sendable {
    /// A key that users know.
    case known(Name, AttributeType)
    /// A hidden rowid. The record also has a visible key, which may be NULL. `key` is its column;
    /// nil if it has several columns.
    case hidden(Name, key: Name?)

    package init(column: Name) { self = .known(column, .integer(.int64)) }

    /// The column that identifies rows in statements. Users' input is compared with
    /// `Entity.shownKey`.
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
    private struct Content: Hashable, Sendable {
      let column: Name
      let ownKind: Value?
      let all: [Value]
      let isWholeTable: Bool
    }

    private let content: Shared<Content>

    /// The column with the kind of a row.
    package var column: Name { content.value.column }
    /// The kind of the entity itself; nil if it has no records without a subentity.
    package var ownKind: Value? { content.value.ownKind }
    /// The kinds of the entity and of its descendants.
    package var all: [Value] { content.value.all }
    /// True if the table has no rows of other kinds.
    package var isWholeTable: Bool { content.value.isWholeTable }

    package init(column: Name, ownKind: Value?, all: [Value], isWholeTable: Bool) {
      content = Shared(
        Content(column: column, ownKind: ownKind, all: all, isWholeTable: isWholeTable))
    }
  }

  package let table: Name
  /// Nil for a view without a key: its rows can be read, but not referred to.
  package var key: Key?
  /// Nil if every row is a record of the entity.
  package let kinds: Kinds?
  /// The columns of a foreign table that may order texts in another way than by code points.
  package var collations: [Name: Collation]

  package init(table: Name, key: Key?, kinds: Kinds? = nil, collations: [Name: Collation] = [:]) {
    self.table = table
    self.key = key
    self.kinds = kinds
    self.collations = collations
  }
}

/// The order of the texts in a foreign column, if it may not be that of their code points.
package enum Collation: Hashable, Sendable {
  /// A collation of SQLite, such as `NOCASE`, which also says which texts are equal.
  case named(Name)
  case unnamed
}

extension EntitySource {
  /// True for the same rows. How they are sorted is no part of a model.
  package static func == (a: EntitySource, b: EntitySource) -> Bool {
    a.table == b.table && a.key == b.key && a.kinds == b.kinds
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(table)
    hasher.combine(key)
    hasher.combine(kinds)
  }

  /// The table in a flagdb database, which has the name of the entity.
  package init(ofEntity name: Name, _ properties: [Property]) {
    let isKeyDeclared = properties.contains { $0.attributes.contains(where: \.isKey) }
    let column: Name = if isKeyDeclared { "id" } else { properties.freshColumn("id") }
    self.init(table: name, key: Key(column: column))
  }
}

extension [Property] {
  /// A name for a column, with underscores before it if a property has the name.
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
  /// True for an integer property named `id`, which would conflict with the key of a flagdb table.
  fileprivate var isKey: Bool {
    guard column == "id", !isOptional else { return false }
    if case .integer = type { return true } else { return false }
  }
}
