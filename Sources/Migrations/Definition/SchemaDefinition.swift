package import FlagModel
import Predicates
package import SQLText

/// Everything a database of a model consists of, in the order in which it can be made: tables,
/// tables of pairs, foreign keys, indexes, triggers, views.
package func schemaObjects(of schema: Schema, in dialect: any Dialect) -> [SchemaObject] {
  SchemaObject.Kind.allCases.flatMap { schemaObjects($0, of: schema, in: dialect) }
}

/// Those of one kind. The text of a view takes longer than that of all others.
///
/// - Parameter table: the table of an entity whose objects are enough: with hundreds of tables each takes
///   its time. Views are those of all.
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

/// The tables and other objects of one entity.
/// See Documentation/Decisions/tables-are-written-as-alter-leaves-them.md.
struct EntityDefinition {
  let entity: Entity
  let schema: Schema
  let dialect: any Dialect

  /// In the form in which ALTER TABLE leaves a table that it widened or renamed: the name in
  /// quotes, all columns on one line.
  func table(named name: Name) -> SchemaObject {
    if dialect.altersTables {
      let lines = columns.map(\.line) + constraints.map(\.definition)
      return table(named: name, [keyLine] + lines, isOfPairs: false)
    }
    return table(named: name, columns: columns.map(\.definition))
  }

  /// The same with other lines for the columns besides the key.
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

  /// The CHECKs and the rules that values are unique, each by its name.
  var constraints: [TableConstraint] {
    columns.flatMap { TableConstraint.all(of: $0, in: entity.name, dialect) }
      + entity.uniques.map { TableConstraint.unique(columns($0), in: entity.name, dialect) }
  }

  /// The columns besides the key, in the order of declaration.
  var columns: [ColumnDefinition] {
    let groupChecks = GroupChecks(of: entity)
    return entity.columnProperties.compactMap { property in
      switch property {
      case .attribute(let attribute):
        attribute.column == entity.keyColumn
          ? nil
          : ColumnDefinition(
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

  /// An index a flag column, which the skip-scan walks; one a foreign key, which deletes and
  /// to-many relationships need; and what `#Index` asks for.
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

  /// A dot cannot stand in a Swift name, so the name of an index collides with no table.
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

  /// The foreign keys, as what is added to tables that are there: each completes a table.
  var references: [SchemaObject] {
    let own = entity.relationships.compactMap { relationship -> SchemaObject? in
      guard let key = relationship.foreignKey else { return nil }
      let action = ColumnDefinition.action(
        schema.ruleOfOtherSide(of: relationship),
        isRequired: relationship.cardinality == .toOne(isOptional: false))
      return reference(
        dialect.fitting("\(entity.name).\(relationship.name)"), key.column, of: entity.name,
        to: relationship.target, action)
    }
    let pairs = ownedJoins.flatMap { relationship, join in
      [(join.ownColumn, entity.name), (join.otherColumn, relationship.target)].map {
        reference(dialect.fitting("\(join.name).\($0)"), $0, of: join.name, to: $1, .cascade)
      }
    }
    return own + pairs
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

  /// The tables of pairs that this entity's side makes.
  var joinTables: [SchemaObject] {
    ownedJoins.map { joinTable($1, to: $0.target, named: $1.name) }
  }

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

  /// The pairs from the other side; the primary key serves this one.
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

  /// A foreign key speaks only for the record that it points to. What becomes of the others when
  /// the record that holds the key goes, or one that has pairs, a trigger in plain SQL says.
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
        // What refuses must come first, and pairs are gone afterwards.
        isLate: relationship.deleteRule == .cascade && !others.arePairs)
      return object(
        .trigger, trigger.name, on: entity.name, "\(.trigger(trigger), of: statement)")
    }
  }

  /// Takes a record from the lists of its own kind, within a trigger: where these form a circle, it
  /// would be deleted without end.
  private func leavingLists(of relationship: Relationship) -> SQLText {
    guard relationship.target == entity.name, relationship.inverse == nil,
      case .joinTable(let join) = relationship.storage
    else { return "" }
    let own: SQLText = "OLD.\(name: entity.keyColumn)"
    return "DELETE FROM \(name: join.name) WHERE \(name: join.otherColumn) = \(own);\n  "
  }

  /// A query for the keys of the records on the other side, within a trigger.
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
      case .attribute(let attribute):
        attribute.column == entity.keyColumn ? nil : attribute.viewColumn
      case .relationship(let relationship): relationship.foreignKey.map { "\(name: $0.column)" }
      case .group: nil
      }
    }
    // The records of a foreign view have no key.
    let key: [SQLText] = entity.keyColumn.isEmpty ? [] : ["\(name: entity.keyColumn)"]
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
  /// The column as the views that other programs read have it.
  fileprivate var viewColumn: SQLText {
    let name: SQLText = "\(name: column)"
    return spelled(name, isOptional: isOptional).map { "\($0) AS \(name)" } ?? name
  }

  /// True if the views have what is stored.
  package func isShownAsStored(in dialect: any Dialect) -> Bool {
    let column: SQLText = "\(name: column)"
    return spelled(column, isOptional: isOptional)
      .map { $0.script(in: dialect) == column.script(in: dialect) } ?? true
  }

  /// A value of the attribute in names, and a decimal in whole units, since whoever reads it compares
  /// and adds, which texts would do wrongly; nil if it is shown as it is stored.
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
