import FlagModel
internal import RegularExpressions
import SQLText

// Tests of texts, and comparisons that ignore some differences.

extension Comparisons {
  func textTest(
    _ operand: Operand, _ test: TextTest, _ options: TextOptions, _ right: Side
  ) throws(Diagnostic) -> Predicate {
    if let literal = right.literal {
      let text: String
      switch literal.kind {
      case .text(let word), .argument(let word): text = word
      case .nilOrText: text = "nil"
      default:
        if let name = unknownName(literal) { throw literals.unknownValue(name, operand) }
        throw Diagnostic(
          "expected a text in quotes after '\(test.rawValue)', found \(literals.words(of: literal))",
          at: literal.place)
      }
      try requirePattern(text, test, options, literal.place)
      if test == .matches { return .test(operand.term, .text(test, text, options)) }
      return .test(operand.term, .text(test, text.folded(options), options))
    }
    let pattern = try self.operand(of: right)
    guard pattern.isText else {
      throw Diagnostic(
        "expected a text after '\(test.rawValue)', found '\(pattern.name)' (\(pattern.declaredType))",
        at: right.syntax.place)
    }
    return .compareTexts(operand.term, test, options, pattern.term)
  }

  /// Throws unless the database can evaluate the pattern.
  func requirePattern(
    _ pattern: String, _ test: TextTest, _ options: TextOptions, _ place: SourcePlace
  ) throws(Diagnostic) {
    switch test {
    case .like:
      guard pattern.utf8.count <= Self.longestPattern else {
        throw Diagnostic("a pattern after 'like' may have \(Self.longestPattern) bytes", at: place)
      }
    case .matches:
      do {
        _ = try RegularExpression(pattern, ignoringCase: options.ignoresCase)
      } catch {
        throw Diagnostic("in the pattern: \(error.message)", at: place)
      }
    case .contains, .beginsWith, .endsWith: return
    }
  }

  /// The maximum length of a pattern. SQLite's limit is 50,000, and a bracket counts three.
  private static let longestPattern = 10_000

  /// A text and the compared value, folded by the options.
  func fold(
    _ operand: Operand, _ value: Value, _ options: TextOptions
  ) throws(Diagnostic) -> (Term, Value) {
    guard options != .exact else { return (operand.term, value) }
    guard operand.isText, case .text(let text) = value else { throw noText(operand, options) }
    return (operand.term.folded(options), .text(text.folded(options)))
  }

  func noText(_ operand: Operand, _ options: TextOptions) -> Diagnostic {
    Diagnostic(
      "'[\(options.letters)]' needs a text, and '\(operand.name)' is \(operand.declaredType)",
      at: operand.place)
  }
}

extension Term {
  func folded(_ options: TextOptions) -> Term {
    guard options != .exact else { return self }
    return Term(.function(.folded(options), [self]), .string, isOptional: isOptional)
  }
}

extension String {
  /// The text, folded for `[c]` and `[d]`.
  func folded(_ options: TextOptions) -> String {
    foldedText(self, case: options.ignoresCase, accents: options.ignoresAccents)
  }
}
