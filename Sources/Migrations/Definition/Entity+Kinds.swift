import FlagModel
import SQLText

extension Entity {
  /// The condition for the kinds of records that have a property; nil if the table has one kind.
  func isOfKind(_ rule: KindRule) -> SQLText? {
    kindColumn.map { "\(name: $0) IN \(list: rule.kinds)" }
  }
}
