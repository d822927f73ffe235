import FlagModel
import SQLText

/// A name as a completion writes it: bare wherever the parser reads it as the name.
enum CompletedName {
  /// A path of names, of which only those stand in backquotes that need them.
  static func spelled(_ path: String) -> String {
    path.split(separator: ".", omittingEmptySubsequences: false).enumerated().map { index, name in
      mayBeBare(String(name), isMember: index > 0) ? String(name) : "`\(name)`"
    }.joined(separator: ".")
  }

  /// True if a name means the same with and without backquotes, at every place of an operand; or as a
  /// member, behind a point. In brackets behind a value, words such as `first` mean something else.
  static func mayBeBare(_ name: String, isMember: Bool, isIndex: Bool = false) -> Bool {
    guard PredicatePrinter.isIdentifier(name) else { return false }
    guard PredicatePrinter.reserved.contains(name.lowercased()) else { return true }
    // `PlaceWalk` would take the name for the operator.
    if isIndex || PredicateParser.infixes.contains(name.lowercased()) { return false }
    guard let quoted = reading("`\(name)`", isMember) else { return false }
    return reading(name, isMember) == quoted
  }

  /// What the parser reads at such places; nil if it reads nothing.
  private static func reading(_ name: String, _ isMember: Bool) -> String? {
    let owner = isMember ? "x." : ""
    let text = "_ > _ and not _ = -_ or max(_) between _ and _ and y in (1, _) and _ has z"
      .split(separator: "_", omittingEmptySubsequences: false).joined(separator: owner + name)
    return try? PredicateSyntax.parse(SourceText(text)).printed
  }
}
