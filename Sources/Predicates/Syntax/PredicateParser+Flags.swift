import FlagModel
import SQLText

// Tests of flags and cases, and the words in them.

extension PredicateParser {
  /// `has HRM`, of the attribute that has the flag.
  mutating func acceptFlagsOfSome(from start: Int) throws(Diagnostic) -> PredicateSyntax? {
    guard isKeyword("has") || isKeyword("lacks") else { return nil }
    let isList = next.kind == .symbol && ["(", "{", "."].contains(next.text)
    let isWord =
      next.kind == .word
      && !Self.infixes.subtracting(["not"]).contains(Name(next.text.lowercased()))
    let isApart = next.kind == .symbol && next.text == "[" && !current.touches(next)
    guard isList || isWord || isApart || next.kind == .number else { return nil }
    if acceptKeyword("has") { return try parseHas(nil, from: start) }
    position += 1
    return try parseFlags(nil, .none, from: start)
  }

  mutating func parseHas(
    _ left: PredicateSyntax?, from start: Int
  ) throws(Diagnostic) -> PredicateSyntax {
    if isKeyword("not"), next.isCursor || next.text.lowercased() == "all" {
      position += 1
      guard acceptKeyword("all") else { throw failure("expected 'all' after 'not'") }
      return try parseFlags(left, .notAll, from: start)
    }
    for (word, test) in Self.flagTests where isFollowedByFlags(word) {
      position += 1
      return try parseFlags(left, test, from: start)
    }
    return try parseFlags(left, .has, from: start)
  }

  private static let flagTests: [(String, FlagTest)] = [
    ("all", .has), ("any", .any), ("none", .none), ("exactly", .exactly),
  ]

  /// True if the keyword is at this place and a possible flag follows. Otherwise, the word itself
  /// is the name of a flag.
  private func isFollowedByFlags(_ keyword: String) -> Bool {
    let isName = next.kind == .word && !["and", "or"].contains(next.text.lowercased())
    let isList = next.kind == .symbol && ["(", "[", "{", "."].contains(next.text)
    return isKeyword(keyword) && (isName || isList)
  }

  mutating func parseFlags(
    _ left: PredicateSyntax?, _ test: FlagTest, from start: Int
  ) throws(Diagnostic) -> PredicateSyntax {
    let words = try parseWords()
    return try node(.flags(left, test, words), from: start)
  }

  mutating func parseIs(
    _ left: PredicateSyntax, from start: Int
  ) throws(Diagnostic) -> PredicateSyntax {
    let isNegated = acceptKeyword("not")
    let test: PredicateSyntax
    if isKeyword("null") || isKeyword("nil") || isKeyword("true") || isKeyword("false") {
      let value = try parseRange()
      test = try node(.compare(left, .equal, .exact, value), from: start)
    } else if acceptKeyword("empty") {
      // A test, which is never nil, unlike Swift's property.
      test = try node(.and([try node(.member(left, "isEmpty"), from: start)]), from: start)
    } else if acceptKeyword("exactly") {
      test = try parseFlags(left, .exactly, from: start)
    } else if isCase, !current.isCursor, current.text.first?.isUppercase == true {
      let type = try node(.name(Name(current.text)), from: current.range.lowerBound)
      position += 1
      test = try node(.call(left, "is", [.init(label: nil, value: type)]), from: start)
    } else if isCase {
      test = try node(.compare(left, .equal, .exact, try parseRange()), from: start)
    } else {
      throw failure("expected 'null', 'empty' or 'exactly' after 'is', found \(described(current))")
    }
    if isNegated { return try node(.not(test), from: start) }
    return test
  }

  /// True if the name of a case follows, as in `role is child`, or the name of an entity, which
  /// begins with a capital letter.
  private var isCase: Bool { current.kind == .word || isSymbol(".") && next.kind == .word }

  private mutating func parseWords() throws(Diagnostic) -> [PredicateSyntax] {
    guard let closing = acceptOpening() else { return try parseBareWords() }
    let opening = previous
    var words: [PredicateSyntax] = []
    while !isSymbol(closing) {
      words.append(try parseWord())
      guard acceptSymbol(",") || acceptSymbol("|") else { break }
    }
    try expectClosing(closing, of: opening)
    return words
  }

  /// `RAW|HRM`, and outside of a list `RAW,HRM`.
  private mutating func parseBareWords() throws(Diagnostic) -> [PredicateSyntax] {
    var words = [try parseWord()]
    let mayBeNumber: [PredicateToken.Kind] = joinsWords ? [.number, .duration] : []
    while next.kind == .word || (next.kind == .symbol && next.text == ".")
      || mayBeNumber.contains(next.kind),
      !Self.infixes.contains(Name(next.text.lowercased())),
      isSymbol("|") || (isSymbol(",") && freeCommas[position])
    {
      position += 1
      words.append(try parseWord())
    }
    return words
  }

  private mutating func parseWord() throws(Diagnostic) -> PredicateSyntax {
    let start = current.range.lowerBound
    if isSymbol(".") { return try parseDotted() }
    if isSymbol("%"), let argument = try acceptArgument() { return argument }
    switch current.kind {
    case .word, .number, .string, .duration:
      position += 1
      // `BIOMarker.HRM`
      if previous.kind == .word, isSymbol("."), next.kind == .word {
        let type = previous.text
        position += 2
        return try node(.name("\(type).\(previous.text)"), from: start)
      }
      guard previous.kind == .word && joinsName || joinsWord else {
        return try node(.name(Name(previous.text)), from: start)
      }
      while joinsName || joinsWord { position += joinsName ? 2 : 1 }
      return try node(.name(Name(source.text(start..<previous.range.upperBound))), from: start)
    default: throw failure("expected a name, found \(described(current))")
    }
  }

  /// True before the second part of a name such as `Digital Signature`.
  private var joinsWord: Bool {
    joinsWords && (current.kind == .word || current.kind == .number) && !current.isQuotedName
      && previous.kind != .string && !Self.infixes.contains(Name(current.text.lowercased()))
      && !endsStatement(position)
  }

  /// True before the second part of a name such as `NO-CARRIER`.
  private var joinsName: Bool {
    (isSymbol("-") || isSymbol("/")) && previous.touches(current) && current.touches(next)
      && (next.kind == .word || next.kind == .number)
  }
}
