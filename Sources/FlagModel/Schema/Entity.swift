package import PlainText

/// A kind of record.
package struct Entity: Hashable, Sendable {
  /// The kind of declaration, by which it is printed.
  package enum Kind: Hashable, Sendable {
    /// `@Model final class`
    case model
    /// `struct …: Entity`
    case record
  }

  package let name: Name
  package let kind: Kind
  /// The entity that it inherits from.
  package let parent: Name?
  /// The declared properties, in order, after those that it inherits: attributes, structs of several attributes, relationships.
  package let properties: [Property]
  /// Attributes that are unique together: what `#Unique` lists, then the parts of each unique struct.
  package let uniques: [[Name]]
  /// `#Index`: attributes that are indexed together.
  package let indexes: [[Name]]
  /// Names for calculations, which are used like attributes.
  package var expressions: [NamedExpression]
  /// The name it had before, for migrations.
  package let originalName: Name?
  package var summary: String?

  /// Every attribute, those inside structs included: one column each.
  package let attributes: [Attribute]
  package let relationships: [Relationship]
  /// The place where its records are kept.
  package let source: EntitySource
  /// Of an entity that stands for a table: the column with the kind of each record, and what only
  /// some kinds have.
  package let kindColumn: Name?
  package let kindRules: [KindRule]
  /// The names of properties that a user gave to columns which the table of others has lost.
  package var lostNames: [Name] = []

  package init(
    name: Name, kind: Kind = .model, properties: [Property], uniques: [[Name]] = [],
    indexes: [[Name]] = [], expressions: [NamedExpression] = [], originalName: Name? = nil,
    summary: String? = nil, parent: Name? = nil, source: EntitySource? = nil,
    kindColumn: Name? = nil, kindRules: [KindRule] = []
  ) {
    self.name = name
    self.kind = kind
    self.properties = properties
    let parts = properties.flatMap(\.uniqueParts)
    self.uniques = uniques.filter { !parts.contains($0) } + parts
    self.indexes = indexes
    self.expressions = expressions
    self.originalName = originalName
    self.summary = summary
    self.parent = parent
    self.kindColumn = kindColumn
    self.kindRules = kindRules
    attributes = properties.flatMap(\.attributes)
    relationships = properties.compactMap {
      if case .relationship(let relationship) = $0 { relationship } else { nil }
    }
    self.source = source ?? EntitySource(ofEntity: name, properties)
  }

  package func attribute(named name: Name) -> Attribute? {
    // An attribute is large, and there may be two thousand: only the one that is found is copied.
    attributes.indices.first { attributes[$0].name == name }.map { attributes[$0] }
  }

  package func relationship(named name: Name) -> Relationship? {
    relationships.first { $0.name == name }
  }

  package func expression(named name: Name) -> NamedExpression? {
    expressions.first { $0.name == name }
  }

  /// The attribute that is the key itself.
  package var keyAttribute: Attribute? {
    guard let key = source.key else { return nil }
    return attributes.first { $0.column == key.column }
  }

  /// True if the key is a whole number, which is equal by every collation.
  package var isNumbered: Bool { source.key?.type.isInteger == true }

  /// The column of the key. Of an entity that has none, nobody may ask for it.
  /// See Documentation/Decisions/keys-and-properties-named-id.md.
  package var keyColumn: Name { source.key?.column ?? "" }

  /// The column of the key where people know it; nil if it is only the number of a row, or there is
  /// none.
  package var shownKey: Name? {
    if case .known(let column, _) = source.key { column } else { nil }
  }

  /// The names by which a record can be told from all others.
  package var uniqueNames: [Name] { labels.map(\.name) + [shownKey].compactMap(\.self) }

  /// The attribute by which people know a record whose row has a number that nobody is shown: its own
  /// key, or the only one that is unique. Nil for other records, and if there is no such attribute.
  package var attributeForHiddenKey: Attribute? {
    guard case .hidden(_, let key) = source.key else { return nil }
    if let key { return attributes.first { $0.column == key } }
    return labels.count == 1 ? labels[0] : nil
  }

  /// The view with flags, enums and decimals spelled out.
  package var viewName: Name { "\(name)_named" }

  /// The attribute by which people know a record of this entity: the only one that is unique, or
  /// the only one besides a UUID. Where there is none, or several, a record is shown by its key.
  /// See Documentation/Decisions/other-records-by-label.md.
  package var label: Attribute? {
    let unique = labels
    let readable = unique.filter { $0.type != .uuid }
    if readable.count == 1 { return readable[0] }
    return unique.count == 1 ? unique[0] : nil
  }

  /// Every attribute by which a record can be named.
  package var labels: [Attribute] {
    attributes.filter { $0.isUnique && $0.column != keyColumn && $0.isKeptAsTyped }
  }
}

/// One declaration in an entity or struct.
package indirect enum Property: Hashable, Sendable {
  case attribute(Attribute)
  case group(Group)
  case relationship(Relationship)

  package var name: Name {
    switch self {
    case .attribute(let attribute): attribute.name
    case .group(let group): group.name
    case .relationship(let relationship): relationship.name
    }
  }

  /// The attributes that it becomes.
  package var attributes: [Attribute] {
    switch self {
    case .attribute(let attribute): [attribute]
    case .group(let group): group.properties.flatMap(\.attributes)
    case .relationship: []
    }
  }

  /// The names that are unique together because a struct around them is, the outermost first.
  package var uniqueParts: [[Name]] {
    guard case .group(let group) = self else { return [] }
    let own = group.isUnique ? [attributes.map(\.name)] : []
    return own + group.properties.flatMap(\.uniqueParts)
  }
}

/// A property whose type is a struct of several properties: `author: Person`.
package struct Group: Hashable, Sendable {
  package var name: Name
  /// The struct's name as the model spells it.
  package let declaredType: Name
  /// True if it may be missing while the struct around it is there.
  package let isOptional: Bool
  /// True if no two records have the same values in all of it.
  package let isUnique: Bool
  /// Named from the entity down: `author.name`.
  package var properties: [Property]
  /// The name it had before, for migrations.
  package let originalName: Name?
  package let codingKeys: CodingKeys?
  package let summary: String?

  package init(
    name: Name, declaredType: Name, isOptional: Bool, isUnique: Bool = false,
    properties: [Property], originalName: Name? = nil, codingKeys: CodingKeys? = nil,
    summary: String? = nil
  ) {
    self.name = name
    self.declaredType = declaredType
    self.isOptional = isOptional
    self.isUnique = isUnique
    self.properties = properties
    self.originalName = originalName
    self.codingKeys = codingKeys
    self.summary = summary
  }
}
