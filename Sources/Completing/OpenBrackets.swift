import FlagModel
import Predicates
import SQLText

/// The open brackets of an incomplete predicate, and the text that closes them.
struct OpenBrackets {
  struct Bracket {
    let closing: String
    /// The name of the function or method whose arguments it encloses.
    let function: String?
    var commas = 0
  }

  private(set) var open: [Bracket] = []

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
      var name: String?
      if let previous, previous.kind == .word, !Self.isInfix(previous) { name = previous.text }
      open.append(Bracket(closing: ")", function: name))
    case "[": open.append(Bracket(closing: "]", function: function(before: previous)))
    case "{": open.append(Bracket(closing: " }", function: function(before: previous)))
    case ")", "]", "}": _ = open.popLast()
    case ",": if !open.isEmpty { open[open.count - 1].commas += 1 }
    default: break
    }
  }

  /// The function whose only argument is a list.
  private func function(before previous: PredicateToken?) -> String? {
    if previous?.kind == .symbol && previous?.text == "(" { return open.last?.function }
    return nil
  }

  private static func isInfix(_ token: PredicateToken) -> Bool {
    !token.isQuotedName && PredicateParser.infixes.contains(Name(token.text.lowercased()))
  }

  /// True if the innermost brackets contain arguments, which are values and not conditions.
  var isInArguments: Bool {
    open.last?.function.map { !["subquery", "ternary"].contains($0.lowercased()) } ?? false
  }

  /// More texts to try would not help, and nested functions multiply them.
  private static let mostClosings = 64

  /// The texts that close all of them; several if a function needs further arguments of unknown
  /// types.
  var closings: [String] {
    var texts = [""]
    for bracket in open.reversed() {
      let call = bracket.function.flatMap { name in
        Language.function(named: name) ?? Language.all.first { $0.names.contains(name) }
      }
      var longer: [String] = []
      for more in call?.missing(after: bracket.commas) ?? [""] {
        for text in texts { longer.append(text + more + bracket.closing) }
      }
      texts = Array(longer.prefix(Self.mostClosings))
    }
    return texts
  }
}

/// The closing brackets for an incomplete text: `)` for `max(score`. Empty for a text that is not
/// the beginning of an expression.
package func closingBrackets(of text: String) -> String {
  guard let tokens = try? PredicateLexer.lex(SourceText(text)) else { return "" }
  return OpenBrackets(tokens).open.reversed().map(\.closing).joined()
}
