import FlagModel
import SQLText

extension Entity {
  /// The condition for records of the kinds that have a property; nil if all are of one.
  func isOfKind(_ rule: KindRule) -> SQLText? {
    kindColumn.map { "\(name: $0) IN \(list: rule.kinds)" }
  }

  /// The rule for a column that only some kinds of records have.
  func kindRule(for column: Name) -> KindRule? {
    kindRules.first { $0.column == column }
  }
}
