package import FlagModel
import Predicates
import SQLText

/// The way in which a query shows the records that others refer to.
package enum ShownReferences: Hashable, Sendable {
  case byKey
  /// By the unique attribute by which people know them, or by the key if there is none.
  case byName
  /// By that attribute if it is a text, or by the key where it is missing: in a file of others a reference
  /// may lead nowhere, and unique numbers name nothing.
  case byText
  /// By an attribute of this name.
  case by(Name)

  package func label(of target: Entity) -> Attribute? {
    switch self {
    case .byKey: nil
    case .byName: target.label
    case .by(let name): target.attribute(named: name)
    case .byText: target.label.flatMap { $0.type == .string ? $0 : nil }
    }
  }

  /// The term that shows a record.
  func shown(_ operand: Operand, _ checker: PredicateChecker, _ schema: Schema) -> Term {
    guard case .record(let name) = operand.term.type, let target = schema.entity(named: name)
    else { return operand.term }
    let isByKey = label(of: target) == nil
    let named = checker.labelled(operand, byKey: isByKey)
    guard case .byText = self, !isByKey, named != operand.term else { return named }
    return Term(
      .binary(.otherwise, named, operand.term), named.type, isOptional: operand.term.isOptional)
  }
}
