package import FlagModel
package import Predicates

/// The lists that say what a query shows, in the words of a command line: `--columns`,
/// `--group-by`, `--having` and `--sort`.
package struct AnswerRequest: Sendable {
  private let columns: [SourceText]
  private let groups: [SourceText]
  /// The key of the columns of a cross table.
  private let across: [SourceText]
  private let having: [PredicateSyntax]
  private let sort: [SourceText]
  /// True if the greatest comes first where `sort` does not say so of a name.
  private let isDescending: Bool
  /// True if rows that are equal are one.
  private let isDistinct: Bool
  private let references: ShownReferences
  /// The values of variables.
  private let arguments: PredicateArguments

  package init(
    columns: [SourceText] = [], groups: [SourceText] = [], across: [SourceText] = [],
    having: [PredicateSyntax] = [],
    sort: [SourceText] = [], isDescending: Bool = false, isDistinct: Bool = false,
    references: ShownReferences = .byName,
    arguments: PredicateArguments = PredicateArguments()
  ) {
    self.columns = columns
    self.groups = groups
    self.having = having
    self.across = across
    self.sort = sort
    self.isDescending = isDescending
    self.isDistinct = isDistinct
    self.references = references
    self.arguments = arguments
  }

  /// The query for all records of an entity.
  package func query(
    of entity: Entity, in schema: Schema, now: Timestamp
  ) throws(Diagnostic) -> Query {
    try checker(of: entity, in: schema, now).query(
      columns: try items(in: columns, of: entity, schema),
      groups: try items(in: groups, of: entity, schema), having: having,
      sort: try items(in: sort, of: entity, schema, order: isDescending ? .falling : .rising),
      isDistinct: isDistinct)
  }

  /// The queries for a cross table.
  package func crossQuery(
    of entity: Entity, in schema: Schema, now: Timestamp
  ) throws(Diagnostic) -> CrossQuery {
    try checker(of: entity, in: schema, now).crossTable(
      columns: try items(in: columns, of: entity, schema),
      groups: try items(in: groups, of: entity, schema),
      across: try items(in: across, of: entity, schema), having: having,
      sort: try items(in: sort, of: entity, schema, order: isDescending ? .falling : .rising))
  }

  /// The query for an attribute's flags or cases over the groups.
  package func series(
    of attribute: Attribute, _ entity: Entity, in schema: Schema, now: Timestamp
  ) throws(Diagnostic) -> SeriesQuery {
    try checker(of: entity, in: schema, now).series(
      by: try items(in: groups, of: entity, schema), of: attribute)
  }

  private func checker(
    of entity: Entity, in schema: Schema, _ now: Timestamp
  ) -> AnswerChecker {
    AnswerChecker(
      checker: PredicateChecker(entity, in: schema, now: now), entity: entity, schema: schema,
      references: references)
  }

  private func items(
    in lists: [SourceText], of entity: Entity, _ schema: Schema, order: SortOrder? = nil
  ) throws(Diagnostic) -> [AnswerItem] {
    var items: [AnswerItem] = []
    for list in lists {
      items += try AnswerItem.all(in: list, of: entity, order: order, arguments: arguments)
    }
    guard items.count <= Self.greatestCount else {
      throw Diagnostic(
        "at most \(Self.greatestCount) columns can be asked for, found \(items.count)")
    }
    let resolver = CaptureResolver(schema: schema, entity: entity, expression: nil)
    return try items.map { item throws(Diagnostic) in
      var item = item
      item.expression = try item.expression.map { syntax throws(Diagnostic) in
        try resolver.resolve(syntax)
      }
      return item
    }
  }

  /// As many as SQLite bears.
  fileprivate static let greatestCount = 2_000
}

extension Entity {
  /// The columns of a query that asks for none: the key, every attribute, and the to-one
  /// relationships that are kept here, in the order of declaration.
  package func defaultColumns(
    in schema: Schema, references: ShownReferences = .byName
  ) -> [QueryColumn] {
    let key = shownKey
    let properties = columnProperties.compactMap { property -> QueryColumn? in
      switch property {
      case .attribute(let attribute):
        attribute.column == key ? nil : .attribute(attribute)
      case .relationship(let relationship)
      where key != nil && relationship.foreignKey?.column == key:
        nil
      case .relationship(let relationship):
        .relationship(relationship, in: schema, references)
      case .group: nil
      }
    }
    // The number of a row has no room beside as many columns as a table can have.
    if key == nil || properties.count >= AnswerRequest.greatestCount { return properties }
    return [.key(of: self)] + properties
  }
}
