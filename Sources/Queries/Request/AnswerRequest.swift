package import FlagModel
package import Predicates

/// The options that determine the columns, groups and order of a query: `--columns`, `--group-by`,
/// `--having` and `--sort`.
package struct AnswerRequest: Sendable {
  private let columns: [SourceText]
  private let groups: [SourceText]
  /// The key whose values become the columns of a cross table.
  private let across: [SourceText]
  private let having: [PredicateSyntax]
  private let sort: [SourceText]
  /// True for descending order, unless a sort key says otherwise.
  private let isDescending: Bool
  /// True to merge equal rows.
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

  private var order: SortOrder { isDescending ? .falling : .rising }

  /// The query for all records of an entity.
  package func query(
    of entity: Entity, in schema: Schema, now: Timestamp
  ) throws(Diagnostic) -> Query {
    try checker(of: entity, in: schema, now).query(
      columns: try items(in: columns, of: entity, schema),
      groups: try items(in: groups, of: entity, schema), having: having,
      sort: try items(in: sort, of: entity, schema, order: order), isDistinct: isDistinct)
  }

  /// The queries for a cross table.
  package func crossQuery(
    of entity: Entity, in schema: Schema, now: Timestamp
  ) throws(Diagnostic) -> CrossQuery {
    try checker(of: entity, in: schema, now).crossTable(
      columns: try items(in: columns, of: entity, schema),
      groups: try items(in: groups, of: entity, schema),
      across: try items(in: across, of: entity, schema), having: having,
      sort: try items(in: sort, of: entity, schema, order: order))
  }

  /// The query for the frequencies of an attribute's flags or cases over the groups.
  package func series(
    of attribute: Attribute, _ entity: Entity, in schema: Schema, now: Timestamp
  ) throws(Diagnostic) -> SeriesQuery {
    try checker(of: entity, in: schema, now).series(
      by: try items(in: groups, of: entity, schema), of: attribute)
  }

  private func checker(of entity: Entity, in schema: Schema, _ now: Timestamp) -> AnswerChecker {
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

  /// SQLite's limit for columns.
  fileprivate static let greatestCount = 2_000
}

extension Entity {
  /// The default columns: the key, every attribute, and the to-one relationships of the entity's
  /// own columns, in the order of declaration.
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
    // A hidden rowid is omitted, because the result may already have the maximum number of columns.
    if key == nil || properties.count >= AnswerRequest.greatestCount { return properties }
    return [.key(of: self)] + properties
  }
}
