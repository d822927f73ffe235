/// A regular expression that is matched in time proportional to the text times the pattern,
/// whatever the two are: all ways through the pattern are followed at once, none is tried again.
/// Unicode scalars are matched, in the notation that NSRegularExpression, Swift and Perl share;
/// `RegularExpressionParser` has the grammar. `$` is the very end of the text.
///
/// This module parses and matches regular expressions.
package struct RegularExpression: Sendable {
  private let program: RegularExpressionProgram

  package init(_ pattern: String, ignoringCase: Bool = false) throws(RegularExpressionError) {
    var parser = RegularExpressionParser(pattern, ignoringCase: ignoringCase)
    program = try RegularExpressionProgram(parser.parse())
  }

  /// True if the pattern matches the whole text. The answer is false as soon as `shouldStop`, which
  /// is asked now and then, says so.
  package func matchesWhole(_ text: String, shouldStop: () -> Bool = { false }) -> Bool {
    var matcher = RegularExpressionMatcher(program)
    return matcher.matches(text, shouldStop: shouldStop)
  }
}
