import Predicates

extension TypedPredicate {
  /// The tokens without complete conditions before an `and` or `or`. They do not affect later text,
  /// and may be invalid.
  static func pruned(_ tokens: [PredicateToken]) -> [PredicateToken] {
    var kept: [PredicateToken] = []
    // The start of the conditions in each pair of brackets, and true if `between` waits for its
    // `and`.
    var levels = [(start: 0, isBetween: false)]
    for token in tokens {
      kept.append(token)
      let last = levels.count - 1
      let isText = token.isQuotedName || token.kind == .string
      switch isText ? "" : token.text.lowercased() {
      case "(", "[", "{": levels.append((kept.count, false))
      case ")", "]", "}": if last > 0 { levels.removeLast() }
      case ",": levels[last].start = kept.count
      case "in" where isHeader(kept, from: levels[last].start):
        levels[last].start = kept.count
      case "between": levels[last].isBetween = true
      case "and" where levels[last].isBetween: levels[last].isBetween = false
      case "and", "or", "&&", "||": kept.removeSubrange(levels[last].start...)
      default: break
      }
    }
    return kept
  }

  /// True if the tokens before `in` are the parameter of a closure.
  private static func isHeader(_ tokens: [PredicateToken], from start: Int) -> Bool {
    guard start > 0, tokens[start - 1].kind == .symbol, tokens[start - 1].text == "{" else {
      return false
    }
    return tokens[start...].allSatisfy {
      $0.kind == .word || $0.kind == .variable || ["(", ")", ":"].contains($0.text)
    }
  }
}
