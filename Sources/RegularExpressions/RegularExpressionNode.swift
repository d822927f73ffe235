/// The syntax tree of a pattern.
package indirect enum RegularExpressionNode {
  case scalar(Unicode.Scalar)
  case set(ScalarSet)
  case assertion(RegularExpressionAssertion)
  /// Nodes in sequence; an empty sequence matches the empty text.
  case sequence([RegularExpressionNode])
  case alternatives([RegularExpressionNode])
  case repetition(RegularExpressionNode, minimum: Int, maximum: Int?)

  /// Parses a pattern.
  package init(_ pattern: String, ignoringCase: Bool) throws(RegularExpressionError) {
    var parser = RegularExpressionParser(pattern, ignoringCase: ignoringCase)
    self = try parser.parse()
    _ = try RegularExpressionProgram(self)
  }
}

/// A condition on the position between two scalars, which consumes none.
package enum RegularExpressionAssertion: Sendable {
  case start
  case end
  case wordBoundary
  case noWordBoundary

  func holds(between previous: Unicode.Scalar?, and next: Unicode.Scalar?) -> Bool {
    switch self {
    case .start: previous == nil
    case .end: next == nil
    case .wordBoundary: isBoundary(previous, next)
    case .noWordBoundary: !isBoundary(previous, next)
    }
  }

  private func isBoundary(_ previous: Unicode.Scalar?, _ next: Unicode.Scalar?) -> Bool {
    let isWord = [previous, next].map { $0.map(ScalarSet.isWord) ?? false }
    return isWord[0] != isWord[1]
  }
}
