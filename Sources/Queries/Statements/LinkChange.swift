package import FlagModel
package import Predicates
package import SQLText

/// Pairs of a many-to-many relationship that are inserted or deleted.
///
/// Keys that are not integers are compared with the collation of the referenced column, like
/// foreign keys: https://sqlite.org/foreignkeys.html#fk_basics.
package struct LinkChange: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    case add
    case remove
    /// Every pair of the selected records.
    case removeAll
  }

  package let entity: Entity
  package let join: Relationship.JoinTable
  package let action: Action
  /// The key of the record on the other side.
  package let other: Value
  /// The entity of that record; nil if its key is an integer.
  private let textual: Entity?
  /// The condition for the records on this side.
  package let predicate: Predicate?
  /// True for the last new record of the entity, instead of the condition.
  private let isOfLast: Bool

  package init(
    _ entity: Entity, _ join: Relationship.JoinTable, _ action: Action, other: Value = .null,
    of target: Entity? = nil, predicate: Predicate?, isOfLast: Bool = false
  ) {
    self.isOfLast = isOfLast
    self.entity = entity
    self.join = join
    self.action = action
    self.other = other
    self.predicate = predicate
    textual = target?.isNumbered == true ? nil : target
  }

  package var sql: SQLText {
    let pairs: SQLText = "DELETE FROM \(name: join.name) WHERE \(isOfChosen)"
    switch action {
    case .add:
      // Without a WHERE, an engine may take ON for the condition of a join.
      return """
        INSERT INTO \(name: join.name) (\(name: join.ownColumn), \(name: join.otherColumn)) \
        SELECT \(name: entity.keyColumn), \(otherKey) FROM \(name: entity.source.table) \
        WHERE \(selection)\(isNew) ON CONFLICT DO NOTHING
        """
    case .remove: return "\(pairs) AND \(isOfOther("\(name: join.otherColumn)"))"
    case .removeAll: return pairs
    }
  }

  private var otherKey: SQLText {
    textual.flatMap { KeyForm(of: $0) }?.constant(other) ?? "\(other)"
  }

  private var comparesTexts: Bool { !entity.isNumbered || textual != nil }

  /// The condition for the selected records of the entity.
  private var selection: SQLText {
    if isOfLast {
      let (table, column) = (entity.source.table, entity.keyColumn)
      return "\(name: column) = \(.lastKey(table: table, column: column))"
    }
    let selection = (entity.selection(predicate) ?? .constant(true)).sql()
    if comparesTexts { return "(\(selection))" }
    return selection
  }

  private var isOfChosen: SQLText {
    let (key, ownColumn) = (
      "\(name: entity.keyColumn)" as SQLText, "\(name: join.ownColumn)" as SQLText
    )
    let chosen: SQLText = "SELECT \(key)\(entity.rows(where: predicate))"
    if entity.isNumbered { return "\(ownColumn) IN (\(chosen))" }
    return
      "EXISTS (SELECT 1 FROM (\(chosen)) AS flagdb_o WHERE flagdb_o.\(key) = \(.plainOperand, of: ownColumn))"
  }

  private func isOfOther(_ column: SQLText) -> SQLText {
    guard let textual else { return "\(column) = \(otherKey)" }
    let key: SQLText = "flagdb_p.\(name: textual.keyColumn)"
    return """
      EXISTS (SELECT 1 FROM \(name: textual.source.table) AS flagdb_p \
      WHERE \(key) = \(otherKey) AND \(key) = \(.plainOperand, of: column))
      """
  }

  /// The condition that no equal pair exists, for keys with a collation; empty for integers, for
  /// which the join table's key is enough.
  private var isNew: SQLText {
    if !comparesTexts { return "" }
    return """
       AND NOT EXISTS (SELECT 1 FROM \(name: join.name) AS flagdb_j \
      WHERE \(name: entity.source.table).\(name: entity.keyColumn) = \(.plainOperand, of: "flagdb_j.\(name: join.ownColumn)") \
      AND \(isOfOther("flagdb_j.\(name: join.otherColumn)")))
      """
  }
}
