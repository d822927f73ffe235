/// A regular expression with matching time proportional to text length times pattern length. All
/// alternatives are followed in parallel, without backtracking. It matches Unicode scalars, in the
/// notation that NSRegularExpression, Swift and Perl share; `RegularExpressionParser` has the
/// grammar. `$` matches only at the end of the text.
///
/// This module parses and matches regular expressions.
package struct RegularExpression: Sendable {
  private let program: RegularExpressionProgram

  package init(_ pattern: String, ignoringCase: Bool = false) throws(RegularExpressionError) {
    var parser = RegularExpressionParser(pattern, ignoringCase: ignoringCase)
    program = try RegularExpressionProgram(parser.parse())
  }

  /// True if the pattern matches the whole text. Matching stops with false when `shouldStop`, which
  /// is called regularly, returns true.
  package func matchesWhole(_ text: String, shouldStop: () -> Bool = { false }) -> Bool {
    var matcher = RegularExpressionMatcher(program)
    return matcher.matches(text, shouldStop: shouldStop)
  }
}
