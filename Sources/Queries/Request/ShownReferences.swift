package import FlagModel
import Predicates
import SQLText

/// The way in which a query shows related records.
package enum ShownReferences: Hashable, Sendable {
  case byKey
  /// By the unique attribute that names them, or else by the key, also where it has no value.
  case byName
  /// By that attribute if it is a text, otherwise by the key. In a foreign database a reference may
  /// be dangling, and a unique number is not a name.
  case byText
  /// By the attribute with this name.
  case by(Name)

  package func label(of target: Entity) -> Attribute? {
    switch self {
    case .byKey: nil
    case .byName:
      // Without a value, the key is shown, and two numbers could not be told apart.
      if let label = target.label, !label.isOptional || label.type == .string { label } else { nil }
    case .by(let name): target.attribute(named: name)
    case .byText:
      if let label = target.label, label.type == .string { label } else { nil }
    }
  }

  /// True if a record may have no value of its label, so that its key is shown.
  func mayLackLabel(_ target: Entity) -> Bool {
    guard let label = label(of: target) else { return false }
    return switch self {
    case .byKey, .by: false
    case .byName: label.isOptional
    case .byText: true
    }
  }

  /// The term that shows a record.
  func shown(_ operand: Operand, _ checker: PredicateChecker, _ schema: Schema) -> Term {
    guard case .record(let name) = operand.term.type, let target = schema.entity(named: name)
    else { return operand.term }
    let isByKey = label(of: target) == nil
    let named = checker.labelled(operand, byKey: isByKey)
    guard mayLackLabel(target), named != operand.term else { return named }
    return Term(
      .binary(.otherwise, named, operand.term), named.type, isOptional: operand.term.isOptional)
  }
}
