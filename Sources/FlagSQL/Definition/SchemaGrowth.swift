public import FlagModel

/// What a model that only grew needs of its database. Whatever changes or removes is a migration.
public struct SchemaGrowth: Hashable, Sendable {
  /// A table that has columns it did not have.
  public struct Widened: Hashable, Sendable {
    public let entity: Entity
    /// The table as it is to be; for one without records the simplest way.
    public let definition: SchemaObject
    /// How each column is added to a table with records.
    public let additions: [Addition]
  }

  /// A column that is added, and why that may be impossible.
  public struct Addition: Hashable, Sendable {
    public let name: String
    public let sql: String
    /// What stands in the way once there are records; nil if nothing does.
    public let obstacle: String?
  }

  /// Tables, indexes and triggers that are new.
  public let created: [SchemaObject]
  public let widened: [Widened]
  /// Views that are new or show something new.
  public let views: [SchemaObject]
  /// Views that are made again.
  public let replacedViews: [String]
  /// Tables, indexes and triggers that would change or go.
  public let altered: [String]

  public init(from old: Schema, to new: Schema, in dialect: some Dialect) {
    let before = schemaObjects(of: old, in: dialect)
    let existing = Dictionary(before.map { ($0.name, $0) }) { first, _ in first }
    let after = schemaObjects(of: new, in: dialect)
    let changed = after.filter { existing[$0.name]?.sql != $0.sql }

    created = changed.filter { $0.kind != .view && existing[$0.name] == nil }
    views = changed.filter { $0.kind == .view }
    replacedViews = views.map(\.name).filter { existing[$0] != nil }
    widened = changed.compactMap { $0.kind == .table ? Self.widened($0, old, new, dialect) : nil }
    let grown = Set((created + views + widened.map(\.definition)).map(\.name))
    let kept = Set(after.map(\.name))
    altered =
      before.map(\.name).filter { !kept.contains($0) }
      + changed.map(\.name).filter { !grown.contains($0) }
  }

  /// The columns that a table gained, if the rest of it is as it was.
  private static func widened<D: Dialect>(
    _ table: SchemaObject, _ old: Schema, _ new: Schema, _ dialect: D
  ) -> Widened? {
    guard let before = old.entity(named: table.name), let after = new.entity(named: table.name)
    else { return nil }
    let old = EntityDefinition(entity: before, schema: old, dialect: dialect).columns
    let new = EntityDefinition(entity: after, schema: new, dialect: dialect).columns
    let kept = new.filter { column in old.contains { $0.name == column.name } }
    guard before.uniques == after.uniques, before.keyColumn == after.keyColumn,
      kept.map(\.definition) == old.map(\.definition)
    else { return nil }
    let isLast = new.prefix(old.count).map(\.name) == old.map(\.name)
    let added = new.filter { column in !old.contains { $0.name == column.name } }
    let additions = added.map { column in
      Addition(
        name: column.name,
        sql: "ALTER TABLE \(dialect.quoted(table.name)) ADD COLUMN \(column.definition)",
        obstacle: isLast ? column.obstacleToAdding : "can take it only after all else")
    }
    return Widened(entity: after, definition: table, additions: additions)
  }
}
