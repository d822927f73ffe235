import FlagModel

// Placeholders of NSPredicate.

extension PredicateParser {
  /// `%@`, `%K`, `%d` …, each of which uses the next argument. The path of `%K` may follow another
  /// path.
  mutating func acceptArgument(
    of base: PredicateSyntax? = nil
  ) throws(Diagnostic) -> PredicateSyntax? {
    let start = current.range.lowerBound
    guard isSymbol("%"), current.touches(next) else { return nil }
    let letter = next.text
    guard
      letter == "@" || (next.kind == .word && Self.numberFormats[letter] != nil)
        || (next.kind == .word && letter == "K")
    else {
      throw failure("expected '%@', '%K', '%d' or '%f', found '%\(letter)'")
    }
    let place = SourcePlace(source, start..<next.range.upperBound)
    if let value = try acceptValue(letter, of: base, at: place) { return value }
    guard let value = arguments.next() else {
      throw Diagnostic(
        "there is no argument for '%\(letter)'", at: place, hint: "--arg VALUE gives one")
    }
    position += 2
    switch letter {
    case "@": return try node(.argument(value), from: start)
    case "K": return try keyPath(value, of: base, at: place)
    default:
      let isWhole = Self.numberFormats[letter] ?? false
      // In NSPredicate, a Bool is a number.
      if isWhole, let truth = ["true": "1", "false": "0"][value] {
        return try node(.number(truth), from: start)
      }
      let isValid = if isWhole { Int64(value) != nil } else { Double(value)?.isFinite == true }
      guard isValid else {
        let noun = if isWhole { "a whole number" } else { "a number" }
        throw Diagnostic("expected \(noun) for '%\(letter)', found '\(value)'", at: place)
      }
      return try node(.number(value), from: start)
    }
  }

  /// The formats for integers.
  private static let numberFormats = [
    "d": true, "i": true, "u": true, "ld": true, "lld": true, "lu": true, "llu": true, "qd": true,
    "D": true, "U": true, "f": false, "lf": false, "e": false, "g": false,
  ]

  /// A path of names, none of which is a keyword.
  func keyPath(
    _ path: String, of base: PredicateSyntax? = nil, at place: SourcePlace
  ) throws(Diagnostic) -> PredicateSyntax {
    var names = path.split(separator: ".", omittingEmptySubsequences: false).map { Name($0) }
    guard !names.contains("") else {
      throw Diagnostic("expected a name for '%K', found '\(path)'", at: place)
    }
    guard names.count <= 20 else { throw Diagnostic("the path for '%K' is too long", at: place) }
    var node = base ?? PredicateSyntax(.name(names.removeFirst()), at: place)
    for name in names { node = PredicateSyntax(.member(node, name), at: place) }
    return node
  }
}
