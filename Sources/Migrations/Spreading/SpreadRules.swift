package import FlagModel
package import SQLText

/// Finds rules of a model that a server cannot enforce if the tables are partitioned or
/// distributed.
/// See Documentation/Decisions/partitioned-tables-have-a-two-column-key.md.
private struct SpreadRules {
  let schema: Schema
  let spreads: TableSpreads
  let dialect: any Dialect

  /// The reasons why the records of an entity cannot be partitioned or distributed as requested.
  func faults(of entity: Entity) -> [Diagnostic] {
    guard let spread = spreads[entity.name] else { return [] }
    let triggers = triggerFaults(of: entity, spread)
    guard let column = spread.column else { return triggers }
    let way = Way(entity: entity, spread: spread, column: column)
    return mixFaults(way) + keyFaults(way) + nilFaults(way) + uniqueFaults(way)
      + referenceFaults(to: way)
      + ownFaults(way) + triggers
  }

  /// The partitioning or distribution of an entity by a column.
  private struct Way {
    let entity: Entity
    let spread: TableSpread
    let column: Name

    var property: Name { entity.name(ofColumn: column) }
    var isByKey: Bool { column == entity.keyColumn }
    var words: String { spread.isOfMachines ? "distributed by" : "partitioned by" }
    /// `'Reading' cannot be partitioned by 'taken'`
    var refusal: String { "'\(entity.name)' cannot be \(words) '\(property)'" }
  }

  // MARK: Values

  /// Refuses a partitioned table in a cluster, because all its partitions would be on one node.
  private func mixFaults(_ way: Way) -> [Diagnostic] {
    if way.spread.isOfMachines || spreads.others == nil { return [] }
    return [
      Diagnostic(
        "\(way.refusal): the database is distributed to worker nodes",
        hint: "'--distribute \(way.entity.name)=…' distributes its records too")
    ]
  }

  /// Refuses a server-generated key, which is not guaranteed to be unique in all parts.
  private func keyFaults(_ way: Way) -> [Diagnostic] {
    guard !way.isByKey, let key = way.entity.keyAttribute else { return [] }
    return [
      Diagnostic(
        "\(way.refusal): its key '\(key.name)' is an attribute, and the server can only enforce that "
          + "it is unique together with '\(way.property)'",
        hint: "leave out the attribute; the server then assigns the keys")
    ]
  }

  /// Refuses an optional column, because the column is part of the primary key.
  private func nilFaults(_ way: Way) -> [Diagnostic] {
    for property in way.entity.columnProperties where property.column == way.column {
      switch property {
      case .attribute(let attribute) where attribute.isOptional:
        return [
          Diagnostic(
            "\(way.refusal), which may be nil",
            hint: "'var \(attribute.name): \(attribute.declaredType)' always has a value")
        ]
      case .relationship(let other) where other.cardinality != .toOne(isOptional: false):
        return [
          Diagnostic(
            "\(way.refusal), which may be nil",
            hint: "'var \(other.name): \(other.target)' always has a value")
        ]
      default: break
      }
    }
    return []
  }

  /// Refuses other unique attributes, because the server checks them only in each part.
  private func uniqueFaults(_ way: Way) -> [Diagnostic] {
    var alone: [[Name]] = []
    for property in way.entity.columnProperties {
      let isUnique =
        switch property {
        case .attribute(let attribute): attribute.isUnique
        case .relationship(let relationship): relationship.foreignKey?.isUnique == true
        case .group: false
        }
      guard isUnique, let column = property.column, column != way.entity.keyColumn else { continue }
      if column != way.column || !way.spread.isOfMachines { alone.append([property.name]) }
    }
    let together = way.entity.uniques.filter { names in
      !names.contains { (way.entity.attribute(named: $0)?.column ?? $0) == way.column }
    }
    return (alone + together).map { names in
      let path = listedInQuotes(names.map(\.text), "and")
      let list = (names + [way.property]).map { "\\.\($0)" }.joined(separator: ", ")
      let verb = agreeing(names.count, "is", "are")
      let pronoun = agreeing(names.count, "it", "them")
      var hint: Hint = "'#Unique<\(way.entity.name)>([\(list)])' can be enforced"
      if way.isByKey { hint = "make \(pronoun) not unique, or distribute by \(path)" }
      return Diagnostic(
        "\(way.refusal): \(path) \(verb) unique, and the server can only enforce it "
          + "together with '\(way.property)'", hint: hint)
    }
  }

  // MARK: Other records

  /// Refuses relationships to the table. A foreign key needs a unique target.
  private func referenceFaults(to way: Way) -> [Diagnostic] {
    var faults: [Diagnostic] = []
    for entity in schema.entities {
      for relationship in entity.relationships where relationship.target == way.entity.name {
        let isPair = isPair(relationship)
        guard isPair || relationship.foreignKey != nil else { continue }
        let path = "'\(entity.name).\(relationship.name)'"
        if way.isByKey, !isPair {
          // Records of colocated tables are on the same worker node.
          if isBeside(relationship, of: entity) { continue }
          faults.append(
            Diagnostic(
              "\(way.refusal): \(path) refers to it from another worker node",
              hint:
                "--distribute \(entity.name)=\(relationship.name) stores them on the same one"))
          continue
        }
        faults.append(
          Diagnostic(
            "\(way.refusal): \(path) refers to it, and a foreign key needs "
              + "a key that is unique by itself",
            hint: isPair || !way.spread.isOfMachines
              ? "choose an entity to which none refers"
              : "--distribute \(way.entity.name)=\(way.entity.keyColumn) keeps its key unique"))
      }
    }
    return faults
  }

  private func isPair(_ relationship: Relationship) -> Bool {
    if case .joinTable(let join) = relationship.storage { join.isOwner } else { false }
  }

  private func isBeside(_ relationship: Relationship, of entity: Entity) -> Bool {
    spreads[entity.name] == relationship.foreignKey.map { .machines(by: $0.column) }
  }

  /// Refuses join tables, because they also refer to the key.
  private func ownFaults(_ way: Way) -> [Diagnostic] {
    way.entity.relationships.filter(isPair).map { relationship in
      Diagnostic(
        "\(way.refusal): its pairs of '\(relationship.name)' would need a key that is unique by itself",
        hint: "choose an entity without such a relationship")
    }
  }

  /// Refuses triggers. A move between partitions deletes the record in the old one, which would
  /// fire them; and distributed tables have none.
  private func triggerFaults(of entity: Entity, _ spread: TableSpread) -> [Diagnostic] {
    schemaObjects(.trigger, of: schema, in: dialect, on: entity.name).map { trigger in
      let name = trigger.name.text.split(separator: " ").first.map(String.init) ?? trigger.name.text
      let way = spread.isOfMachines ? "distributed" : "partitioned"
      return Diagnostic(
        "'\(entity.name)' cannot be \(way): a trigger enforces the delete rule of '\(name)'",
        hint: "leave out the delete rule, or give it to the other side")
    }
  }
}

/// The reasons why a server cannot enforce the model with these partitioned or distributed tables;
/// empty if it can.
package func spreadFaults(
  _ spreads: TableSpreads, of schema: Schema, in dialect: any Dialect
) -> [Diagnostic] {
  if spreads.isEmpty { return [] }
  let tables = schema.tables
  let rules = SpreadRules(schema: tables, spreads: spreads, dialect: dialect)
  return tables.entities.flatMap(rules.faults)
}
