import FlagModel
internal import PlainText

extension String {
  /// The text as it is compared under `[c]` and `[d]`.
  func folded(_ options: TextOptions) -> String {
    foldedText(self, case: options.ignoresCase, accents: options.ignoresAccents)
  }
}

extension PredicateChecker {
  /// A pattern that will not fail when the database comes to it.
  func requirePattern(
    _ pattern: String, _ test: TextTest, _ options: TextOptions, _ place: SourcePlace
  ) throws(Diagnostic) {
    switch test {
    case .like:
      guard pattern.utf8.count <= Self.longestPattern else {
        throw Diagnostic(
          "a pattern after 'like' may have \(Self.longestPattern) bytes", at: place)
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

  /// SQLite's own limit is 50,000, of which a bracket takes three.
  private static let longestPattern = 10_000
}
