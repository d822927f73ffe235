package import FlagModel
import Predicates
package import SQLText

// Records with only a part of an optional struct.

extension Entity {
  /// A query for the keys of records that violate a rule, with a flag for each missing part.
  package func broken(_ rule: GroupRule) -> SQLText {
    """
    SELECT \(name: keyColumn), \(GroupRule.areNull(rule.attributes))\(rows(where: rule.isBroken))
    """
  }

  /// The same query for the records of an update, with their new values.
  package func broken(_ rule: GroupRule, after update: Update) -> SQLText {
    let changes = Dictionary(update.assignments.map { ($0.column, $0.sql(in: update.entity)) }) {
      $1
    }
    let values = rule.attributes.map { part in
      "\(changes[part.column] ?? "\(name: part.column)") AS \(name: part.column)" as SQLText
    }
    return halves(
      rule,
      from: """
        (SELECT \(name: keyColumn), \(values.joined(by: ", "))\(rows(where: update.predicate))) \
        AS flagdb_new
        """)
  }

  private func halves(_ rule: GroupRule, from source: SQLText) -> SQLText {
    """
    SELECT \(name: keyColumn), \(GroupRule.areNull(rule.attributes)) FROM \(source) \
    WHERE \(rule.isBroken)
    """
  }

  /// The struct that a new record with these values would have only in part; nil if there is none.
  package func halfGroup(in assignments: [Assignment]) -> HalfGroup? {
    let assigned = Set(
      assignments.lazy.filter { $0.change != .set(.null) }.map { Array($0.column.utf8) })
    for rule in groupRules {
      if let half = rule.violation(isNull: { !assigned.contains(Array($0.column.utf8)) }) {
        return half
      }
    }
    return nil
  }
}
