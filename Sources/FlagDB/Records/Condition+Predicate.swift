#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Condition {
  /// The records for which a predicate is true. The whole predicate becomes SQL. If a part of it
  /// has no SQL, the use of the condition throws an error that names the part.
  public init<Of: Entity>(_ predicate: Predicate<Of>) {
    self.init(
      translated: Result { () throws(UntranslatableExpression) in
        try Translation.text(of: predicate.expression, asking: predicate.variable.key)
      })
  }
}
