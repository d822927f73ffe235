import FlagModel
import SQLText

// Captured variables.

extension PredicateParser {
  /// A word inside a Swift closure, in which unqualified names are no attributes.
  mutating func parseSwiftWord() throws(Diagnostic) -> PredicateSyntax {
    let start = previous.range.lowerBound
    switch previous.isQuotedName ? "" : previous.text {
    case "true": return try node(.bool(true), from: start)
    case "false": return try node(.bool(false), from: start)
    case "nil": return try node(.null, from: start)
    default: return try parseCapture()
    }
  }

  /// The captured variable whose first name was just consumed. Its value is the argument for the
  /// longest matching path, such as `viewModel.filter`.
  mutating func parseCapture() throws(Diagnostic) -> PredicateSyntax {
    let first = previous
    let ends = [position] + endsOfPath()
    let names = ends.map { end in Name(tokens[end - 1].text) }
    for count in (1...ends.count).reversed() {
      var argument = arguments.value(named: Name(path: names.prefix(count)))
      if count > 1, ["self", "Self"].contains(first.text) {
        // In Swift, `self.other` and `other` are the same.
        argument = argument ?? arguments.value(named: Name(path: names[1..<count]))
      }
      guard let argument else { continue }
      position = ends[count - 1]
      let kind: PredicateSyntax.Kind =
        switch argument {
        case nil: .null
        case "nil": .nilOrText
        case .some(let text): .argument(text)
        }
      return try node(kind, from: first.range.lowerBound)
    }
    return try node(.capture(Name(first.text)), from: first.range.lowerBound)
  }

  /// The index after each further name of a path, up to a method call.
  private func endsOfPath() -> [Int] {
    var ends: [Int] = []
    var place = position
    func isSymbol(_ index: Int, _ symbols: String...) -> Bool {
      index < tokens.count && tokens[index].kind == .symbol && symbols.contains(tokens[index].text)
    }
    while true {
      let point =
        if isSymbol(place, "?", "!") && tokens[place - 1].touches(tokens[place]) {
          place + 1
        } else {
          place
        }
      guard isSymbol(point, "."), tokens[point + 1].kind == .word, !isSymbol(point + 2, "(")
      else { return ends }
      let isMethod =
        isSymbol(point + 2, "{") && point + 2 != bodyStart
        && Language.closureMethods.contains(tokens[point + 1].text)
      guard !isMethod else { return ends }
      place = point + 2
      ends.append(place)
    }
  }
}
