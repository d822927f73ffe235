package import PlainText

/// A type of record.
package struct Entity: Hashable, Sendable {
  /// The form of the declaration in Swift.
  package enum Kind: Hashable, Sendable {
    /// `@Model final class`
    case model
    /// `struct …: Entity`
    case record
  }

  private struct Content: Hashable, Sendable {
    var expressions: [NamedExpression]
    var summary: String?
    var lostNames: [Name] = []
    let name: Name
    let kind: Kind
    let parent: Name?
    let properties: [Property]
    let uniques: [[Name]]
    let indexes: [[Name]]
    let originalName: Name?
    let attributes: [Attribute]
    let relationships: [Relationship]
    let source: EntitySource
    let kindColumn: Name?
    let kindRules: [KindRule]
  }

  private var content: Shared<Content>

  /// Named calculations, which are used like attributes.
  package var expressions: [NamedExpression] {
    get { content.value.expressions }
    set { content.value.expressions = newValue }
  }
  package var summary: String? {
    get { content.value.summary }
    set { content.value.summary = newValue }
  }
  /// The property names for columns that a foreign table no longer has.
  package var lostNames: [Name] {
    get { content.value.lostNames }
    set { content.value.lostNames = newValue }
  }

  package var name: Name { content.value.name }
  package var kind: Kind { content.value.kind }
  /// The entity from which it inherits.
  package var parent: Name? { content.value.parent }
  /// The declared properties in order, after the inherited ones: attributes, structs of several
  /// attributes, and relationships.
  package var properties: [Property] { content.value.properties }
  /// Sets of attributes that are unique together: those of `#Unique`, and then the parts of each
  /// unique struct. A set can have a single attribute.
  package var uniques: [[Name]] { content.value.uniques }
  /// `#Index`: sets of attributes that share an index.
  package var indexes: [[Name]] { content.value.indexes }
  /// The name in an earlier model, for migrations.
  package var originalName: Name? { content.value.originalName }
  /// All attributes, including those inside structs. Each has one column.
  package var attributes: [Attribute] { content.value.attributes }
  package var relationships: [Relationship] { content.value.relationships }
  /// The location of its records.
  package var source: EntitySource { content.value.source }
  /// For a table with several kinds of records: the column with the kind, and the properties that
  /// only some kinds have.
  package var kindColumn: Name? { content.value.kindColumn }
  package var kindRules: [KindRule] { content.value.kindRules }

  package init(
    name: Name, kind: Kind = .model, properties: [Property], uniques: [[Name]] = [],
    indexes: [[Name]] = [], expressions: [NamedExpression] = [], originalName: Name? = nil,
    summary: String? = nil, parent: Name? = nil, source: EntitySource? = nil,
    kindColumn: Name? = nil, kindRules: [KindRule] = []
  ) {
    let parts = properties.flatMap(\.uniqueParts)
    content = Shared(
      Content(
        expressions: expressions, summary: summary, name: name, kind: kind, parent: parent,
        properties: properties,
        uniques: uniques.filter { !parts.contains($0) } + parts, indexes: indexes,
        originalName: originalName, attributes: properties.flatMap(\.attributes),
        relationships: properties.compactMap {
          if case .relationship(let relationship) = $0 { relationship } else { nil }
        }, source: source ?? EntitySource(ofEntity: name, properties), kindColumn: kindColumn,
        kindRules: kindRules))
  }

  package func attribute(named name: Name) -> Attribute? {
    // An attribute is large, and there may be two thousand, so only the match is copied.
    let attributes = attributes
    for index in attributes.indices where attributes[index].name == name {
      return attributes[index]
    }
    return nil
  }

  package func relationship(named name: Name) -> Relationship? {
    relationships.first { $0.name == name }
  }

  package func expression(named name: Name) -> NamedExpression? {
    expressions.first { $0.name == name }
  }

  package func attribute(ofColumn column: Name) -> Attribute? {
    attributes.first { $0.column == column }
  }

  /// The name of the attribute with a column: `author.name`; the column if none has it.
  package func propertyName(of column: Name) -> Name { attribute(ofColumn: column)?.name ?? column }

  /// The attribute that is the primary key.
  package var keyAttribute: Attribute? {
    guard let key = source.key else { return nil }
    return attribute(ofColumn: key.column)
  }

  /// The stored form of the key if it has a type of a server; otherwise flagdb's own form.
  package var keyForm: StoredForm {
    guard let stored = keyAttribute?.stored, case .native = stored else { return .own }
    return stored
  }

  /// True if the key is an integer, for which collations do not matter.
  package var isNumbered: Bool { source.key?.type.isInteger == true }

  /// The column of the key. It must not be used for an entity without a key.
  /// See Documentation/Decisions/keys-and-properties-named-id.md.
  package var keyColumn: Name { source.key?.column ?? "" }

  /// The column of the key if users know it; nil for a hidden rowid, or without a key.
  package var shownKey: Name? { if case .known(let column, _) = source.key { column } else { nil } }

  /// The names of the attributes that identify a record.
  package var uniqueNames: [Name] { identifiers.map(\.name) + [shownKey].compactMap(\.self) }

  /// The attribute that identifies a record with a hidden rowid: its own key, or its only unique
  /// attribute. Nil for other records, and if there is no such attribute.
  package var attributeForHiddenKey: Attribute? {
    guard case .hidden(_, let key) = source.key else { return nil }
    if let key { return attribute(ofColumn: key) }
    if labels.count == 1 { return labels[0] }
    return nil
  }

  /// The relationship that is the key of a record with a hidden rowid.
  package var relationshipForHiddenKey: Relationship? {
    guard case .hidden(_, let key?) = source.key else { return nil }
    return relationships.first { $0.foreignKey?.column == key }
  }

  /// The column of the attribute or relationship that identifies a record with a hidden rowid.
  package var columnForHiddenKey: Name? {
    attributeForHiddenKey?.column ?? relationshipForHiddenKey?.foreignKey?.column
  }

  /// The attribute of the entity whose values a relationship stores; nil for an integer key.
  package func attribute(referredToBy relationship: Relationship) -> Attribute? {
    if let column = relationship.foreignKey?.otherColumn {
      return attribute(ofColumn: column)
    }
    if case .hidden = source.key { return attributeForHiddenKey }
    if isNumbered { return nil }
    return keyAttribute
  }

  /// The name of the view that shows flags, enums and decimals as text.
  package var viewName: Name { "\(name)_named" }

  /// The attribute that names a record of this entity: its only unique attribute, or its only one
  /// that is not a UUID. Without it, a record is shown by its key.
  /// See Documentation/Decisions/other-records-by-label.md.
  package var label: Attribute? {
    let unique = labels
    let readable = unique.filter { $0.type != .uuid }
    if readable.count == 1 { return readable[0] }
    if unique.count == 1 { return unique[0] }
    return nil
  }

  /// All attributes that can name a record.
  package var labels: [Attribute] { identifiers.filter(\.isKeptAsTyped) }

  /// All unique attributes besides the key.
  package var identifiers: [Attribute] {
    attributes.filter { isUnique($0) && $0.column != keyColumn }
  }

  /// True if no two records have the same value of an attribute: it is unique itself, or alone in a
  /// set of `#Unique`.
  package func isUnique(_ attribute: Attribute) -> Bool {
    attribute.isUnique || uniques.contains([attribute.name])
  }
}

/// One property in an entity or struct.
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

  /// The attributes of the property.
  package var attributes: [Attribute] {
    switch self {
    case .attribute(let attribute): [attribute]
    case .group(let group): group.properties.flatMap(\.attributes)
    case .relationship: []
    }
  }

  /// The sets of names that are unique together because a struct around them is, outermost first.
  package var uniqueParts: [[Name]] {
    guard case .group(let group) = self else { return [] }
    let inner = group.properties.flatMap(\.uniqueParts)
    if group.isUnique { return [attributes.map(\.name)] + inner }
    return inner
  }
}

/// A property whose type is a struct of several properties: `author: Person`.
package struct Group: Hashable, Sendable {
  package var name: Name
  /// The name of the struct as the model spells it.
  package let declaredType: Name
  /// True if the struct is optional.
  package let isOptional: Bool
  /// True if the combination of all its values is unique.
  package let isUnique: Bool
  /// The properties with their full names: `author.name`.
  package var properties: [Property]
  /// The name in an earlier model, for migrations.
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
