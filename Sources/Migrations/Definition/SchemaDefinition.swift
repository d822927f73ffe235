package import FlagModel
import Predicates
package import SQLText

/// Everything a database of a model consists of, in the order in which it can be made: tables,
/// tables of pairs, indexes, triggers, views.
package func schemaObjects(of schema: Schema, in dialect: some Dialect) -> [SchemaObject] {
  let definitions = schema.entities.map {
    EntityDefinition(entity: $0, schema: schema, dialect: dialect)
  }
  return definitions.map(\.table) + definitions.flatMap(\.joinTables)
    + definitions.flatMap(\.indexes) + definitions.flatMap(\.triggers) + definitions.map(\.view)
}

/// What one entity becomes.
struct EntityDefinition<D: Dialect> {
  let entity: Entity
  let schema: Schema
  let dialect: D

  var table: SchemaObject {
    table(named: entity.name)
  }

  /// In the form in which ALTER TABLE leaves a table that it widened or renamed: the name in
  /// quotes, all columns on one line.
  func table(named name: Name) -> SchemaObject {
    table(named: name, columns: columns.map(\.definition))
  }

  /// The same with other lines for the columns besides the key.
  func table(named name: Name, columns: [String]) -> SchemaObject {
    let body = ([keyLine] + columns + uniqueLines).joined(separator: ", ")
    return SchemaObject(
      .table, name, on: name,
      "CREATE TABLE \(dialect.enclosed(name)) (\(body))\(dialect.tableSuffix)")
  }

  /// The columns besides the key, in the order of declaration.
  var columns: [ColumnDefinition] {
    let groupChecks = GroupChecks(of: entity, in: dialect)
    return entity.columnProperties.compactMap { property in
      switch property {
      case .attribute(let attribute):
        attribute.column == entity.keyColumn
          ? nil
          : ColumnDefinition(
            attribute: attribute, groupChecks: groupChecks[attribute.column], dialect: dialect)
      case .relationship(let relationship):
        ColumnDefinition(relationship: relationship, schema: schema, dialect: dialect)
      case .group: nil
      }
    }
  }

  var keyLine: String { "\(dialect.quoted(entity.keyColumn)) \(dialect.keyType)" }

  var uniqueLines: [String] {
    entity.uniques.map { "UNIQUE (\(columnList($0)))" }
  }

  /// An index a flag column, which the skip-scan walks; one a foreign key, which deletes and
  /// to-many relationships need; and what `#Index` asks for.
  var indexes: [SchemaObject] {
    let flags = entity.attributes.filter {
      if case .flags = $0.type { !$0.isUnique } else { false }
    }
    let keys = entity.relationships.filter { $0.storage == .column(isUnique: false) }
    let single = flags.map { [$0.name] } + keys.map { [$0.name] }
    // A dot cannot stand in a Swift name, so these collide with no table.
    var seen: Set<[Name]> = []
    return (single + entity.indexes).filter { seen.insert($0).inserted }.map { names in
      let index: Name = "\(entity.name).\(names.joined(separator: ","))"
      return SchemaObject(
        .index, index, on: entity.name,
        "CREATE INDEX \(dialect.quoted(index)) ON \(dialect.quoted(entity.name)) "
          + "(\(columnList(names)))")
    } + joinIndexes
  }

  private func columnList(_ names: [Name]) -> String {
    names.map { dialect.quoted(entity.attribute(named: $0)?.column ?? $0) }.joined(separator: ", ")
  }

  /// The tables of pairs that this entity's side makes.
  var joinTables: [SchemaObject] {
    ownedJoins.map { joinTable($1, to: $0.target, named: $1.name) }
  }

  func joinTable(
    _ join: Relationship.JoinTable, to target: Name, named name: Name
  ) -> SchemaObject {
    let columns = [(join.ownColumn, entity.name), (join.otherColumn, target)]
    let names = columns.map { dialect.quoted($0.0) }
    let lines = columns.map { column, entity in
      "\(dialect.quoted(column)) \(dialect.columnType(of: .integer(.int64))) NOT NULL "
        + "REFERENCES \(dialect.enclosed(entity)) ON DELETE CASCADE"
    }
    let body = (lines + ["PRIMARY KEY (\(names.joined(separator: ", ")))"])
      .joined(separator: ", ")
    return SchemaObject(
      .table, name, on: name,
      "CREATE TABLE \(dialect.enclosed(name)) (\(body))\(dialect.pairTableSuffix)")
  }

  /// The pairs from the other side; the primary key serves this one.
  private var joinIndexes: [SchemaObject] {
    ownedJoins.map { _, join in
      let name: Name = "\(join.name).\(join.otherColumn)"
      return SchemaObject(
        .index, name, on: join.name,
        """
        CREATE INDEX \(dialect.quoted(name)) ON \(dialect.quoted(join.name)) \
        (\(dialect.quoted(join.otherColumn)))
        """)
    }
  }

  private var ownedJoins: [(Relationship, Relationship.JoinTable)] {
    entity.relationships.compactMap { relationship in
      guard case .joinTable(let join) = relationship.storage, join.isOwner else { return nil }
      return (relationship, join)
    }
  }

  /// A foreign key speaks only for the record that it points to. What becomes of the others when
  /// the record that holds the key goes, or one that has pairs, a trigger in plain SQL says.
  var triggers: [SchemaObject] {
    entity.relationships.compactMap { relationship in
      guard let others = others(of: relationship),
        let target = schema.entity(named: relationship.target)
      else { return nil }
      let action: DeletionTrigger.Action
      switch relationship.deleteRule {
      case .cascade:
        action = .run(
          """
          DELETE FROM \(dialect.quoted(target.name)) \
          WHERE \(dialect.quoted(target.keyColumn)) IN (\(others.keys))
          """)
      case .deny:
        action = .refuse("\(entity.name) still has its \(relationship.name)", while: others.keys)
      case .nullify, .noAction: return nil
      }
      let trigger = DeletionTrigger(
        name: "\(entity.name).\(relationship.name) \(relationship.deleteRule)",
        table: entity.name,
        // What refuses must come first, and pairs are gone afterwards.
        isLate: relationship.deleteRule == .cascade && !others.arePairs, action: action)
      return SchemaObject(.trigger, trigger.name, on: entity.name, dialect.trigger(trigger))
    }
  }

  /// A query for the keys of the records on the other side, within a trigger.
  private func others(of relationship: Relationship) -> (keys: String, arePairs: Bool)? {
    switch relationship.storage {
    case .inverse: return nil
    case .column:
      let key = "OLD.\(dialect.quoted(relationship.name))"
      return ("SELECT \(key) WHERE \(key) IS NOT NULL", false)
    case .joinTable(let join):
      let keys = """
        SELECT \(dialect.quoted(join.otherColumn)) FROM \(dialect.quoted(join.name)) \
        WHERE \(dialect.quoted(join.ownColumn)) = OLD.\(dialect.quoted(entity.keyColumn))
        """
      return (keys, true)
    }
  }

  var view: SchemaObject {
    let named = entity.columnProperties.compactMap { property -> String? in
      switch property {
      case .attribute(let attribute):
        guard attribute.column != entity.keyColumn else { return nil }
        let column = dialect.quoted(attribute.column)
        let spelled = dialect.named(attribute)
        return spelled == column ? column : "\(spelled) AS \(column)"
      case .relationship(let relationship): return dialect.quoted(relationship.name)
      case .group: return nil
      }
    }
    let columns = ([dialect.quoted(entity.keyColumn)] + named).joined(separator: ",\n  ")
    return SchemaObject(
      .view, entity.viewName, on: entity.viewName,
      """
      CREATE VIEW \(dialect.quoted(entity.viewName)) AS SELECT
        \(columns)
      FROM \(dialect.quoted(entity.name))
      """)
  }
}
