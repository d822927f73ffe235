public import FlagModel

/// What somebody asks a query to show, in the words of a command line: `--columns`, `--group-by`,
/// `--having` and `--sort`.
public struct AnswerRequest: Sendable {
  private let columns: [SourceText]
  private let groups: [SourceText]
  private let having: [PredicateSyntax]
  private let sort: [SourceText]
  /// Whether other records are shown by their keys.
  private let byKey: Bool

  public init(
    columns: [SourceText] = [], groups: [SourceText] = [], having: [PredicateSyntax] = [],
    sort: [SourceText] = [], byKey: Bool = false
  ) {
    self.columns = columns
    self.groups = groups
    self.having = having
    self.sort = sort
    self.byKey = byKey
  }

  /// The query for all records of an entity.
  public func query(
    of entity: Entity, in schema: Schema, now: Timestamp
  ) throws(Diagnostic) -> Query {
    let checker = AnswerChecker(
      PredicateChecker(entity, in: schema, now: now), entity, schema, byKey: byKey)
    return try checker.query(
      columns: try Self.items(in: columns, of: entity),
      groups: try Self.items(in: groups, of: entity), having: having,
      sort: try Self.items(in: sort, of: entity, maySort: true))
  }

  private static func items(
    in lists: [SourceText], of entity: Entity, maySort: Bool = false
  ) throws(Diagnostic) -> [AnswerItem] {
    var items: [AnswerItem] = []
    for list in lists { items += try AnswerItem.all(in: list, of: entity, maySort: maySort) }
    guard items.count <= greatestCount else {
      throw Diagnostic("at most \(greatestCount) columns can be asked for, found \(items.count)")
    }
    return items
  }

  /// As many as SQLite bears.
  private static let greatestCount = 2_000
}

extension Entity {
  /// What a query shows when nobody says: the key, every attribute, and the to-one relationships
  /// that are kept here, in the order of declaration.
  public func defaultColumns(in schema: Schema, byKey: Bool = false) -> [QueryColumn] {
    let properties = columnProperties.compactMap { property -> QueryColumn? in
      switch property {
      case .attribute(let attribute):
        attribute.column == keyColumn ? nil : .attribute(attribute)
      case .relationship(let relationship):
        .relationship(relationship, in: schema, byKey: byKey)
      case .group: nil
      }
    }
    return [.key(of: self)] + properties
  }
}
