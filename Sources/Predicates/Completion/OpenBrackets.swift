import FlagModel
import SQLText

/// The brackets that a predicate leaves open, and what closes them.
struct OpenBrackets {
  private struct Bracket {
    let closing: String
    /// The name of the function or method whose arguments it encloses.
    let function: String?
    var commas = 0
  }

  private var open: [Bracket] = []

  init(_ tokens: [PredicateToken]) {
    var previous: PredicateToken?
    for token in tokens {
      if token.kind == .symbol { pass(token, after: previous) }
      previous = token
    }
  }

  private mutating func pass(_ token: PredicateToken, after previous: PredicateToken?) {
    switch token.text {
    case "(":
      let name = previous.flatMap { $0.kind == .word && !Self.isInfix($0) ? $0.text : nil }
      open.append(Bracket(closing: ")", function: name))
    case "[": open.append(Bracket(closing: "]", function: function(before: previous)))
    case "{": open.append(Bracket(closing: " }", function: function(before: previous)))
    case ")", "]", "}": _ = open.popLast()
    case ",": if !open.isEmpty { open[open.count - 1].commas += 1 }
    default: break
    }
  }

  /// The function of which a list is the only argument.
  private func function(before previous: PredicateToken?) -> String? {
    previous?.kind == .symbol && previous?.text == "(" ? open.last?.function : nil
  }

  private static func isInfix(_ token: PredicateToken) -> Bool {
    !token.isQuotedName && PredicateParser.infixes.contains(Name(token.text.lowercased()))
  }

  var isEmpty: Bool { open.isEmpty }

  /// The brackets that close them all.
  var brackets: String { open.reversed().map(\.closing).joined() }

  /// True if the innermost brackets hold arguments, which are values rather than conditions.
  var isInArguments: Bool {
    open.last?.function.map { !["subquery", "ternary"].contains($0.lowercased()) } ?? false
  }

  /// The texts that close all of them; several if a function needs more arguments on which this
  /// depends.
  var closings: [String] {
    open.reversed().reduce([""]) { texts, bracket in
      let call = bracket.function.flatMap { name in
        Language.function(named: name) ?? Language.all.first { $0.names.contains(name) }
      }
      let missing = call?.missing(after: bracket.commas) ?? [""]
      return missing.flatMap { more in texts.map { $0 + more + bracket.closing } }
    }
  }
}

/// The brackets that close those which a text leaves open, as a completion must: `)` for `max(score`.
/// None for what is no beginning of an expression.
package func closingBrackets(of text: String) -> String {
  guard let tokens = try? PredicateLexer.lex(SourceText(text)) else { return "" }
  return OpenBrackets(tokens).brackets
}
