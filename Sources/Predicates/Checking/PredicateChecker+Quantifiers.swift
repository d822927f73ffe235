import FlagModel

// Quantifiers: the number of values for which a test must be true.

extension PredicateChecker {
  func quantified(
    _ quantifier: Quantifier, _ test: PredicateSyntax
  ) throws(Diagnostic) -> Predicate {
    let (records, holds) = try quantify(test, quantifier)
    switch quantifier {
    case .any: return .exists(records.filtered(by: holds))
    case .none: return .not(.exists(records.filtered(by: holds)))
    case .all: return .not(.exists(records.filtered(by: .not(holds))))
    }
  }

  /// The records with the values of a test, and the test of one of them.
  private func quantify(
    _ test: PredicateSyntax, _ quantifier: Quantifier
  ) throws(Diagnostic) -> (Records, Predicate) {
    let subject = Self.subject(of: test)
    switch try collections.several(try check(operand: subject), subject) {
    case .values(let values):
      return (values.records, try self.test(test, left: .operand(values.element)))
    case .records(let records, let entity):
      guard let record = collections.subject(of: records, entity) else { break }
      return (records, try self.test(test, left: record))
    default: break
    }
    throw Diagnostic(
      "'\(quantifier.rawValue)' needs several values, and '\(text(of: subject))' is one",
      at: subject.place)
  }

  /// The left side of a test.
  private static func subject(of test: PredicateSyntax) -> PredicateSyntax {
    switch test.kind {
    case .not(let inner): subject(of: inner)
    case .compare(let left, _, _, _), .textTest(let left, _, _, _), .isIn(let left, _, _),
      .flags(let left?, _, _):
      left
    default: test
    }
  }
}
