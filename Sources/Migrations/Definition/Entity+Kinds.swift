import FlagModel
import SQLText

extension Entity {
  /// The rule of a column that only some kinds of records have; nil for other columns.
  func kindRule(ofColumn column: Name) -> KindRule? { kindRules.first { $0.column == column } }

  /// The condition for the kinds of records that have a property; nil if the table has one kind.
  func isOfKind(_ rule: KindRule) -> SQLText? {
    kindColumn.map { "\(name: $0) IN \(list: rule.kinds)" }
  }

  /// The attribute as its class declares it. In the table, it is optional and has no default.
  func declared(_ attribute: Attribute) -> Attribute {
    guard let rule = kindRule(ofColumn: attribute.column) else { return attribute }
    var declared = attribute
    declared.isOptional = !rule.isRequired
    declared.defaultValue = rule.defaultValue
    return declared
  }

  /// The attribute with the kind of a record; nil if the table has one kind.
  var kindAttribute: Attribute? { kindColumn.flatMap(attribute(ofColumn:)) }
}
