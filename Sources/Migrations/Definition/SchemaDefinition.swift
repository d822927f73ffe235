package import FlagModel
import Predicates
package import SQLText

/// All objects of a model's database in creation order: tables, join tables, foreign keys, indexes,
/// triggers, views.
package func schemaObjects(of schema: Schema, in dialect: any Dialect) -> [SchemaObject] {
  SchemaObject.Kind.allCases.flatMap { schemaObjects($0, of: schema, in: dialect) }
}

/// The objects of one kind. A view takes longer to write than all others.
///
/// - Parameter table: limits the result to the objects of one entity's table, which saves time in
///   large models. Views are not limited.
package func schemaObjects(
  _ kind: SchemaObject.Kind, of schema: Schema, in dialect: any Dialect, on table: Name? = nil
) -> [SchemaObject] {
  let tables = schema.tables
  let definitions = tables.entities.filter { table == nil || $0.name == table }.map {
    EntityDefinition(entity: $0, schema: tables, dialect: dialect)
  }
  return switch kind {
  case .table:
    definitions.map { $0.table(named: $0.entity.name) } + definitions.flatMap(\.joinTables)
  case .reference: dialect.altersTables ? definitions.flatMap(\.references) : []
  case .index: definitions.flatMap(\.indexes)
  case .trigger: definitions.flatMap(\.triggers)
  case .view:
    schema.entities.map { EntityDefinition(entity: $0, schema: schema, dialect: dialect).view }
  }
}

/// The table and other objects of one entity.
/// See Documentation/Decisions/tables-are-written-as-alter-leaves-them.md.
struct EntityDefinition {
  let entity: Entity
  let schema: Schema
  let dialect: any Dialect

  /// The table as ALTER TABLE would leave it: the name in quotes, and all columns on one line.
  func table(named name: Name) -> SchemaObject {
    if dialect.altersTables {
      let lines = columns.map(\.line) + constraints.map(\.definition)
      return table(named: name, [keyLine] + lines, isOfPairs: false)
    }
    return table(named: name, columns: columns.map(\.definition))
  }

  /// The table with other lines for the columns except the key.
  func table(named name: Name, columns: [SQLText]) -> SchemaObject {
    let uniques = entity.uniques.map { "UNIQUE (\(list(self.columns($0))))" as SQLText }
    return table(named: name, [keyLine] + columns + uniques, isOfPairs: false)
  }

  private func table(named name: Name, _ lines: [SQLText], isOfPairs: Bool) -> SchemaObject {
    object(
      .table, name, on: name,
      """
      CREATE TABLE \(.definedTable(name)) \
      (\(lines.joined(by: ", ")))\(.tableOptions(of: name, isOfPairs: isOfPairs))
      """)
  }

  private func object(
    _ kind: SchemaObject.Kind, _ name: Name, on table: Name, _ sql: SQLText, columns: [Name] = []
  ) -> SchemaObject {
    SchemaObject(kind, name, on: table, sql.script(in: dialect), columns: columns)
  }

  /// The CHECK and UNIQUE constraints, each with its name.
  var constraints: [TableConstraint] {
    columns.flatMap { TableConstraint.all(of: $0, in: entity.name, dialect) }
      + entity.uniques.map { TableConstraint.unique(columns($0), in: entity.name, dialect) }
  }

  /// The columns except the key, in declaration order.
  var columns: [ColumnDefinition] {
    let groupChecks = GroupChecks(of: entity)
    return entity.columnProperties.compactMap { property in
      switch property {
      case .attribute(let attribute) where attribute.column == entity.keyColumn: nil
      case .attribute(let attribute):
        ColumnDefinition(
          attribute: attribute, groupChecks: groupChecks[attribute.column], in: dialect)
      case .relationship(let relationship):
        ColumnDefinition(relationship: relationship, schema: schema, checks: groupChecks)
      case .group: nil
      }
    }
  }

  private var keyLine: SQLText {
    "\(name: entity.keyColumn) \(.keyType(entity.keyColumn, of: entity.name))"
  }

  /// The indexes: one for each flag column, which the skip-scan uses; one for each foreign key, for
  /// deletion and to-many relationships; and those of `#Index`.
  var indexes: [SchemaObject] {
    let flags = entity.attributes.filter {
      if case .flags = $0.type { !$0.isUnique } else { false }
    }
    let keys = entity.relationships.filter { $0.foreignKey?.isUnique == false }
    let single = flags.map { [$0.name] } + keys.map { [$0.name] }
    var seen: Set<[Name]> = []
    return (single + entity.indexes).filter { seen.insert($0).inserted }.map { names in
      index(names.joined(separator: ","), on: entity.name, columns(names))
    } + joinIndexes
  }

  /// A Swift name contains no dot, so the name of an index never equals that of a table.
  private func index(_ name: String, on table: Name, _ columns: [Name]) -> SchemaObject {
    let index = dialect.fitting("\(table).\(name)")
    return object(
      .index, index, on: table,
      "CREATE INDEX \(name: index) ON \(name: table) (\(list(columns)))", columns: columns)
  }

  private func columns(_ names: [Name]) -> [Name] {
    names.map { entity.attribute(named: $0)?.column ?? $0 }
  }

  private func list(_ columns: [Name]) -> SQLText {
    columns.map { "\(name: $0)" as SQLText }.joined(by: ", ")
  }

  /// The foreign keys, to be added to existing tables.
  var references: [SchemaObject] {
    let columnReferences = entity.relationships.compactMap { relationship -> SchemaObject? in
      guard let key = relationship.foreignKey else { return nil }
      let action = ColumnDefinition.action(
        schema.ruleOfOtherSide(of: relationship),
        isRequired: relationship.cardinality == .toOne(isOptional: false))
      return reference(
        dialect.fitting("\(entity.name).\(relationship.name)"), key.column, of: entity.name,
        to: relationship.target, action)
    }
    var pairs: [SchemaObject] = []
    for (relationship, join) in ownedJoins {
      let columns = [(join.ownColumn, entity.name), (join.otherColumn, relationship.target)]
      for (column, target) in columns {
        let name = dialect.fitting("\(join.name).\(column)")
        pairs.append(reference(name, column, of: join.name, to: target, .cascade))
      }
    }
    return columnReferences + pairs
  }

  private func reference(
    _ name: Name, _ column: Name, of table: Name, to target: Name, _ action: DeletionAction
  ) -> SchemaObject {
    object(
      .reference, name, on: table,
      """
      ALTER TABLE \(name: table) ADD CONSTRAINT \(name: name) \
      FOREIGN KEY (\(name: column)) REFERENCES \(.definedTable(target)) \
      ON DELETE \(.written(action.rawValue))\(.deferrable)
      """, columns: [column])
  }

  /// The join tables that this entity defines.
  var joinTables: [SchemaObject] { ownedJoins.map { joinTable($1, to: $0.target, named: $1.name) } }

  func joinTable(
    _ join: Relationship.JoinTable, to target: Name, named name: Name
  ) -> SchemaObject {
    let columns = [(join.ownColumn, entity.name), (join.otherColumn, target)]
    let lines = columns.map { column, entity -> SQLText in
      "\(ColumnDefinition.key(column)) NOT NULL\(.reference(entity, onDelete: .cascade))"
    }
    let key: SQLText = "PRIMARY KEY (\(name: join.ownColumn), \(name: join.otherColumn))"
    return table(named: name, lines + [key], isOfPairs: true)
  }

  /// The indexes of the join tables for the opposite side. The primary key serves this side.
  private var joinIndexes: [SchemaObject] {
    ownedJoins.map { _, join in
      index(join.otherColumn.text, on: join.name, [join.otherColumn])
    }
  }

  private var ownedJoins: [(Relationship, Relationship.JoinTable)] {
    entity.relationships.compactMap { relationship in
      guard case .joinTable(let join) = relationship.storage, join.isOwner else { return nil }
      return (relationship, join)
    }
  }

  /// The triggers for deletion. A foreign key covers only deletion of the record that it refers to.
  /// A trigger in plain SQL covers deletion of the record that contains the foreign key or has
  /// pairs.
  var triggers: [SchemaObject] {
    entity.relationships.compactMap { relationship in
      guard [.cascade, .deny].contains(relationship.deleteRule),
        let others = others(of: relationship),
        let target = schema.entity(named: relationship.target)
      else { return nil }
      let statement: SQLText
      switch relationship.deleteRule {
      case .cascade:
        statement = """
          \(leavingLists(of: relationship))DELETE FROM \(name: target.source.table) \
          WHERE \(name: target.keyColumn) IN (\(others.keys))
          """
      case .deny:
        let reason = "\(entity.name) still has its \(relationship.name)"
        statement = "\(.refusal(reason), of: others.keys)"
      case .nullify, .noAction: return nil
      }
      let trigger = DeletionTrigger(
        name: dialect.fitting("\(entity.name).\(relationship.name) \(relationship.deleteRule)"),
        table: entity.name,
        // A trigger that refuses must be first, and pairs are deleted last.
        isLate: relationship.deleteRule == .cascade && !others.arePairs)
      return object(.trigger, trigger.name, on: entity.name, "\(.trigger(trigger), of: statement)")
    }
  }

  /// In a trigger, removes a record from the lists of its own kind. Without this, a circle of lists
  /// would be deleted without end.
  private func leavingLists(of relationship: Relationship) -> SQLText {
    guard relationship.target == entity.name, relationship.inverse == nil,
      case .joinTable(let join) = relationship.storage
    else { return "" }
    let deletedKey: SQLText = "OLD.\(name: entity.keyColumn)"
    return "DELETE FROM \(name: join.name) WHERE \(name: join.otherColumn) = \(deletedKey);\n  "
  }

  /// In a trigger, a query for the keys of the records on the other side.
  private func others(of relationship: Relationship) -> (keys: SQLText, arePairs: Bool)? {
    switch relationship.storage {
    case .inverse: return nil
    case .column(let foreign):
      let key: SQLText = "OLD.\(name: foreign.column)"
      return ("SELECT \(key) WHERE \(key) IS NOT NULL", false)
    case .joinTable(let join):
      let keys: SQLText = """
        SELECT \(name: join.otherColumn) FROM \(name: join.name) \
        WHERE \(name: join.ownColumn) = OLD.\(name: entity.keyColumn)
        """
      return (keys, true)
    }
  }

  var view: SchemaObject {
    let named = entity.columnProperties.compactMap { property -> SQLText? in
      switch property {
      case .attribute(let attribute) where attribute.column == entity.keyColumn: nil
      case .attribute(let attribute): attribute.viewColumn
      case .relationship(let relationship): relationship.foreignKey.map { "\(name: $0.column)" }
      case .group: nil
      }
    }
    // The records of a foreign view have no key.
    let key: [SQLText] = if entity.keyColumn.isEmpty { [] } else { ["\(name: entity.keyColumn)"] }
    let kind = entity.source.kinds.map { ["\(name: $0.column)" as SQLText] } ?? []
    let columns = (key + kind + named).joined(by: ",\n  ")
    return object(
      .view, entity.viewName, on: entity.viewName,
      """
      CREATE VIEW \(name: entity.viewName) AS SELECT
        \(columns)
      FROM \(name: entity.source.table)\(entity.whereClause(nil))
      """)
  }
}

extension Attribute {
  /// The column as SQL clients see it in the view.
  fileprivate var viewColumn: SQLText {
    let name: SQLText = "\(name: column)"
    return spelled(name, isOptional: isOptional).map { "\($0) AS \(name)" } ?? name
  }

  /// True if the view shows the stored value unchanged.
  package func isShownAsStored(in dialect: any Dialect) -> Bool {
    let column: SQLText = "\(name: column)"
    guard let spelled = spelled(column, isOptional: isOptional) else { return true }
    return spelled.script(in: dialect) == column.script(in: dialect)
  }

  /// A flag or enum value as names, and a decimal in whole units, because clients compare and add
  /// numbers. Nil if the view shows the stored value.
  /// See Documentation/Decisions/decimals-are-numbers-in-views.md.
  package func spelled(_ value: SQLText, isOptional: Bool) -> SQLText? {
    switch type {
    case .flags(let set): return "\(.spelled(set, isOptional: isOptional), of: value)"
    case .enumeration(let enumeration) where !enumeration.cases.isEmpty:
      let cases = enumeration.cases.map {
        "WHEN \($0.rawValue) THEN \(.text($0.name.text)) " as SQLText
      }
      return "CASE \(value) \(cases.joined(by: ""))ELSE '?' || \(value) END"
    case .decimal(let places) where places > 0:
      return "\(.inWholeUnits(places: places), of: value)"
    default: return nil
    }
  }
}
