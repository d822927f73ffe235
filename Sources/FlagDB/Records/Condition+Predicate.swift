#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Condition {
  /// The records for which a predicate is true. It becomes SQL as a whole: where it cannot, the use
  /// of the condition is an error that names the expression.
  public init<Of: Entity>(_ predicate: Predicate<Of>) {
    self.init(
      translated: Result { () throws(UntranslatableExpression) in
        try Translation.text(of: predicate.expression, asking: predicate.variable.key)
      })
  }
}
