package import Engines
package import FlagModel
import Migrations
package import SQLText

/// A violated constraint in the terms of the model: with its names and the permitted values.
package struct BrokenConstraint: Hashable {
  package let message: String
  package let hint: Hint?
  /// The attribute of the constraint, if there is exactly one.
  package let attribute: Attribute?

  private init(_ message: String, hint: Hint? = nil, attribute: Attribute? = nil) {
    self.message = message
    self.hint = hint
    self.attribute = attribute
  }

  /// Nil if the engine's error does not identify a constraint of the model.
  package init?(
    _ error: EngineError, of schema: Schema, in dialect: any Dialect,
    writing writes: Set<RecordWrite>
  ) {
    let constraint: BrokenConstraint? =
      switch error.constraint {
      case .check(let rule): Self.check(rule, schema, dialect, writes)
      case .missingValue(let columns): Self.missingValue(columns, schema)
      case .unique([]): Self.hiddenDuplicate(error)
      case .unique(let columns): Self.duplicate(columns, schema)
      case .wrongType(let wrong): Self.wrongType(wrong, schema)
      case .reference: Self.reference(schema, writes)
      case .exclusion, .calculation, .trigger, .other, nil: nil
      }
    guard let constraint else { return nil }
    self = constraint
  }

  // MARK: CHECK

  /// Finds `score >= 0`, in any table.
  private static func check(
    _ text: String?, _ schema: Schema, _ dialect: any Dialect, _ writes: Set<RecordWrite>
  ) -> BrokenConstraint? {
    guard let text else { return nil }
    let tables = Set(writes.map(\.table))
    var rules: [(Entity, BrokenRule)] = []
    for entity in schema.entities where tables.contains(entity.source.table) {
      for rule in entity.rules(checkedBy: text, in: dialect) { rules.append((entity, rule)) }
    }
    guard rules.count == 1, let (entity, rule) = rules.first else { return nil }
    switch rule {
    case .attribute(let attribute):
      return BrokenConstraint(
        "'\(attribute.name)' of \(entity.name) must be \(attribute.demand)", attribute: attribute)
    case .group(let rule):
      let parts = listedInQuotes(rule.required.map(\.name), "and")
      return BrokenConstraint(
        "'\(rule.group)' of \(entity.name) needs all its required parts, or none",
        hint: "where one of its parts has a value, \(parts) must have one")
    }
  }

  // MARK: NOT NULL, UNIQUE, STRICT

  private static func missingValue(_ paths: [String], _ schema: Schema) -> BrokenConstraint? {
    guard let (entity, names) = columns(paths, schema), names.count == 1 else { return nil }
    return BrokenConstraint("'\(names[0])' of \(entity.name) must have a value")
  }

  private static func duplicate(_ paths: [String], _ schema: Schema) -> BrokenConstraint? {
    guard let (entity, names) = columns(paths, schema) else { return nil }
    let unique = names.count > 1 ? "unique together" : "unique"
    return BrokenConstraint(
      "\(listedInQuotes(names, "and")) of \(entity.name) must be \(unique), "
        + "and several records would have the same")
  }

  /// A server does not tell the columns to a user who may not read them, or not all records.
  private static func hiddenDuplicate(_ error: EngineError) -> BrokenConstraint {
    BrokenConstraint(
      "two records would have the same unique value, and the server does not show which: "
        + error.message)
  }

  private static func wrongType(
    _ wrong: EngineError.WrongType?, _ schema: Schema
  ) -> BrokenConstraint? {
    guard let wrong, let (entity, names) = columns([wrong.column], schema) else { return nil }
    let kind =
      switch wrong.found {
      case .text: "a text"
      case .real: "a number"
      case .integer: "a whole number"
      case .blob: "bytes"
      }
    if let attribute = entity.attribute(named: names[0]) {
      return BrokenConstraint(
        "'\(names[0])' of \(entity.name) must be \(attribute.demand), found \(kind)",
        attribute: attribute)
    }
    return BrokenConstraint("'\(names[0])' of \(entity.name) must be a key, found \(kind)")
  }

  /// The entity and the properties of `Sample.code`, `Sample.taken`.
  private static func columns(
    _ paths: [String], _ schema: Schema
  ) -> (entity: Entity, names: [Name])? {
    guard let first = paths.first else { return nil }
    for entity in schema.entities {
      let table = "\(entity.source.table)."
      guard first.utf8.starts(with: table.utf8) else { continue }
      var properties = [entity.keyColumn: entity.keyColumn]
      for property in entity.columnProperties {
        if let column = property.column { properties[column] = property.name }
      }
      let prefix = table.utf8.count
      let columns = paths.map { Name($0.utf8.dropFirst(prefix)) }
      let names = columns.compactMap { properties[$0] }
      if names.count == columns.count { return (entity, names) }
    }
    return nil
  }

  // MARK: Foreign keys

  /// Finds the foreign key, which the engine does not name. The written records identify it if
  /// there is only one possibility.
  private static func reference(_ schema: Schema, _ writes: Set<RecordWrite>) -> BrokenConstraint? {
    var kept: [(Entity, Relationship)] = []
    var needed: [(Entity, Relationship)] = []
    for entity in schema.entities {
      let table = entity.source.table
      for relationship in entity.relationships {
        guard let column = relationship.foreignKey?.column,
          let target = schema.entity(named: relationship.target)
        else { continue }
        let isRemoved = writes.contains(.removal(from: target.source.table))
        // When a record is deleted, references to it may be set to NULL, which never fails.
        let isChanged = !isRemoved && writes.contains(.column(column, of: table))
        if isChanged || writes.contains(.records(of: table)) {
          kept.append((entity, relationship))
        }
        if isRemoved, schema.blocksDeletion(relationship) { needed.append((entity, relationship)) }
      }
    }
    if let (entity, relationship) = kept.first, kept.count == 1, needed.isEmpty {
      return BrokenConstraint(
        "'\(relationship.name)' of \(entity.name) must be the key of a \(relationship.target) that is "
          + "there")
    }
    if let (entity, relationship) = needed.first, needed.count == 1, kept.isEmpty {
      return BrokenConstraint(
        "\(relationship.target) cannot be deleted: \(entity.name) has it as '\(relationship.name)'",
        hint: "delete those first, or let them refer to another")
    }
    return nil
  }
}

extension DatabaseError {
  init(_ constraint: BrokenConstraint, cause: EngineError) {
    self.init(.refused, constraint.message, hint: constraint.hint, cause: cause)
  }
}
