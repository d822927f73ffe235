public import FlagModel

/// One column of an answer: its heading, what its values are, and where they come from.
public struct QueryColumn: Hashable, Sendable {
  enum Source: Hashable, Sendable {
    case column(String)
    /// The label of the record that a to-one relationship points to.
    case label(column: String, target: Entity, label: String)
    /// The labels or keys of the records of a to-many relationship, as a JSON array.
    case list(Relationship, target: Entity, shown: String)
  }

  public let title: String
  /// How the values are shown; nil for the integers of a key.
  public let type: AttributeType?
  let source: Source

  /// The primary key.
  public static func key(of entity: Entity) -> QueryColumn {
    QueryColumn(title: entity.keyColumn, type: nil, source: .column(entity.keyColumn))
  }

  public static func attribute(_ attribute: Attribute) -> QueryColumn {
    QueryColumn(title: attribute.name, type: attribute.type, source: .column(attribute.column))
  }

  /// A relationship: the records on the other side by their labels, or by their keys where they
  /// have none or keys are asked for.
  public static func relationship(
    _ relationship: Relationship, in schema: Schema, byKey: Bool = false
  ) -> QueryColumn? {
    guard let target = schema.entity(named: relationship.target) else { return nil }
    let label = byKey ? nil : target.label
    if relationship.isToMany {
      return QueryColumn(
        title: relationship.name, type: .array(label?.type ?? .integer(.int)),
        source: .list(relationship, target: target, shown: label?.column ?? target.keyColumn))
    }
    guard case .column = relationship.storage, let label else {
      return keyOfOther(relationship, target)
    }
    return QueryColumn(
      title: relationship.name, type: label.type,
      source: .label(column: relationship.name, target: target, label: label.column))
  }

  private static func keyOfOther(_ relationship: Relationship, _ target: Entity) -> QueryColumn {
    QueryColumn(title: relationship.name, type: nil, source: .column(relationship.name))
  }

  func sql(in entity: Entity) -> SQLText {
    switch source {
    case .column(let name): return "\(name: name)"
    case .label(let column, let target, let label):
      return """
        (SELECT target.\(name: label) FROM \(name: target.name) AS target \
        WHERE target.\(name: target.keyColumn) = \(name: entity.name).\(name: column)) \
        AS \(name: title)
        """
    case .list(let relationship, let target, let shown):
      return """
        (SELECT json_group_array(\(name: shown)) FROM (SELECT target.\(name: shown) \
        \(Self.others(of: relationship, target, in: entity)) \
        ORDER BY target.\(name: target.keyColumn))) AS \(name: title)
        """
    }
  }

  /// The records on the other side of a to-many relationship.
  private static func others(
    of relationship: Relationship, _ target: Entity, in entity: Entity
  ) -> SQLText {
    let own: SQLText = "\(name: entity.name).\(name: entity.keyColumn)"
    if case .joinTable(let join) = relationship.storage {
      return """
        FROM \(name: join.name) AS pair JOIN \(name: target.name) AS target \
        ON target.\(name: target.keyColumn) = pair.\(name: join.otherColumn) \
        WHERE pair.\(name: join.ownColumn) = \(own)
        """
    }
    return """
      FROM \(name: target.name) AS target \
      WHERE target.\(name: relationship.inverse ?? "") = \(own)
      """
  }
}
