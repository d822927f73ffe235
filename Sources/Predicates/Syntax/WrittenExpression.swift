package import FlagModel
private import PlainText
import SQLText

/// A typed value, parsed as an expression.
package struct WrittenExpression {
  package let syntax: PredicateSyntax
  private let tokens: [PredicateToken]
  private let text: String

  /// - Parameters:
  ///   - isList: true if commas join several values, as for flags.
  ///   - names: names with blanks, such as `Digital Signature`, each of which is one word.
  package init(
    _ word: WordSyntax, _ arguments: PredicateArguments = PredicateArguments(),
    isList: Bool = false, joining names: [Name] = []
  ) throws(Diagnostic) {
    let (source, range) = Self.source(of: word)
    let all = try PredicateLexer.lex(source, within: range)
    tokens = PredicateToken.joined(all, in: source, by: names) ?? all
    text = word.text
    let parsed = if isList { Self.bracketed(tokens) } else { tokens }
    var parser = PredicateParser(source: source, tokens: parsed, arguments: arguments)
    syntax = try parser.parseWhole()
  }

  /// The text of a word with its range in the source; a word from elsewhere is its own source.
  private static func source(of word: WordSyntax) -> (SourceText, Range<Int>) {
    let (source, range) = (word.place.source, word.place.range)
    if source.text(range) == word.text { return (source, range) }
    let copy = SourceText(word.text)
    return (copy, 0..<copy.utf8.count)
  }

  /// The tokens in brackets, if there are commas outside of brackets.
  private static func bracketed(_ tokens: [PredicateToken]) -> [PredicateToken] {
    guard hasOuterComma(tokens),
      let start = tokens.first?.range.lowerBound, let end = tokens.last
    else { return tokens }
    let opening = PredicateToken(kind: .symbol, text: "[", range: start..<start)
    let closing = PredicateToken(kind: .symbol, text: "]", range: end.range)
    return [opening] + tokens.dropLast() + [closing, end]
  }

  private static func hasOuterComma(_ tokens: [PredicateToken]) -> Bool {
    var depth = 0
    for token in tokens where token.kind == .symbol {
      depth += token.nesting
      if depth == 0, token.text == "," { return true }
    }
    return false
  }

  /// The names in a text, which may be invalid.
  package static func names(in word: WordSyntax) -> [Name] {
    tokens(of: word).filter { $0.kind == .word }.map { Name($0.text) }
  }

  private static func tokens(of word: WordSyntax) -> [PredicateToken] {
    let (source, range) = source(of: word)
    return (try? PredicateLexer.lex(source, within: range)) ?? []
  }

  package var isInBrackets: Bool { tokens.first?.kind == .symbol && tokens.first?.text == "(" }

  package var isVariable: Bool { tokens.count == 2 && tokens[0].kind == .variable }

  /// True for a path of several names, the first of which the entity has.
  package func isPathWithin(_ entity: Entity) -> Bool {
    guard case .member(let base, _) = syntax.kind, !isInBrackets else { return false }
    return base.isPath && mentions(entity)
  }

  /// True for a name, or several names separated by dots.
  package var isPath: Bool { syntax.isPath }

  /// True for groups of digits separated by symbols, such as a date, a range or a telephone number.
  package var looksLikeDigitGroups: Bool {
    text.utf8.allSatisfy { (48...57).contains($0) || "-/.: ".utf8.contains($0) }
  }

  /// True if it contains an attribute or an argument.
  package func mentions(_ entity: Entity) -> Bool {
    syntax.contains { kind in
      switch kind {
      case .name(let name): entity.isName(name)
      case .itself: true
      case .call(nil, let name, _): entity.expression(named: Name(name)) != nil
      case .argument, .nilOrText: true
      default: false
      }
    }
  }

  /// True if it can only be an expression: it has a call, a name of the entity, an operator beside
  /// a name in place of a number, or an operator beside a flag. Flags and cases may have names that
  /// contain such symbols.
  package func isClear(for attribute: Attribute, of entity: Entity) -> Bool {
    if mentions(entity) || syntax.contains(\.isCall) { return true }
    guard syntax.contains(\.isOperation) else { return false }
    guard case .flags(let set) = attribute.type else {
      return attribute.type.isNumber && syntax.contains { $0.isName }
    }
    return syntax.contains { $0.flagName.map { set.mask(named: $0) != nil } ?? false }
  }
}

// MARK: Texts that look like expressions

extension WrittenExpression {
  /// True for a call, and for an operation on only attributes, whose names may be misspelt.
  /// `status/owner` and `in-stock` are texts.
  package func isCalculation(for attribute: Attribute, of entity: Entity) -> Bool {
    if Self.isCall(tokens) { return true }
    let isOfWords = tokens.dropLast().allSatisfy { token in
      [.word, .number].contains(token.kind) || ["-", "/", "."].contains(token.text)
    }
    if isOfWords, attribute.type != .any, !text.utf8.contains(UInt8(ascii: " ")) { return false }
    guard
      tokens.contains(where: Self.isOperator) || syntax.contains(\.isMethod) || isInBrackets
    else { return false }
    return asksOnly(entity) || syntax.contains { $0.isCall(asking: entity) }
  }

  /// True if every name is an attribute, or similar to one.
  private func asksOnly(_ entity: Entity) -> Bool {
    var names: [Name] = []
    let isOther = syntax.contains { kind in
      if case .name(let name) = kind { names.append(name) }
      if case .dotted = kind { return true }
      return false
    }
    return !isOther && !names.isEmpty
      && names.allSatisfy { name in
        entity.isName(name) || name.utf8.count > 2 && name.nearest(in: entity.names) != nil
      }
  }

  private static func isOperator(_ token: PredicateToken) -> Bool {
    token.kind == .symbol && !".,:;()[]{}".contains(token.text)
  }

  /// True for a name followed by brackets that close at the end.
  package static func isCall(_ word: WordSyntax) -> Bool {
    let tokens = tokens(of: word)
    guard let name = tokens.first?.text, isCall(tokens) else { return false }
    return Language.function(named: name) != nil
      || Language.suggestion(for: name, among: Language.functions) != nil
  }

  private static func isCall(_ tokens: [PredicateToken]) -> Bool {
    guard tokens.count > 3, tokens[0].kind == .word, !tokens[0].isQuotedName,
      tokens[0].touches(tokens[1]), tokens[1].kind == .symbol, tokens[1].text == "("
    else { return false }
    var depth = 0
    for (index, token) in tokens.enumerated().dropFirst() where token.kind == .symbol {
      if token.text == "(" { depth += 1 }
      if token.text == ")" { depth -= 1 }
      if depth == 0 { return index == tokens.count - 2 }
    }
    return false
  }

  /// True for an incomplete call, or a list with a call as an item. Its brackets begin with the
  /// name of an attribute; or they contain one, and the name of the function is nearly correct.
  package static func hasBrokenCall(_ word: WordSyntax, isList: Bool, of entity: Entity) -> Bool {
    let tokens = tokens(of: word)
    var depth = 0
    var call: String?
    var mentions = false
    var begins = false
    for (index, token) in tokens.enumerated() {
      let isWord = token.kind == .word && !token.isQuotedName
      if isWord, depth == 0, index == 0 || isList && tokens[index - 1].text == "," {
        call = nil
        if index + 1 < tokens.count {
          let next = tokens[index + 1]
          if next.text == "(", token.touches(next) { call = token.text }
        }
        mentions = false
        begins = false
      } else if isWord, depth > 0 {
        let isAttribute = entity.isName(Name(token.text))
        mentions = mentions || isAttribute
        if depth == 1, isAttribute, tokens[index - 1].text == "(", tokens[index - 1].touches(token)
        {
          begins = true
        }
      } else if token.kind == .symbol, token.text == "(" {
        depth += 1
      } else if token.kind == .symbol, token.text == ")" {
        depth -= 1
        if depth == 0, isList, isCall(call, mentions, begins) { return true }
      }
    }
    return depth != 0 && isCall(call, mentions, begins)
  }

  private static func isCall(_ name: String?, _ mentions: Bool, _ begins: Bool) -> Bool {
    guard let name, mentions else { return false }
    return begins || Language.function(named: name) != nil
      || Language.suggestion(for: name, among: Language.functions) != nil
  }

  /// The error for a text that may be an expression with a mistake.
  package static func mistaken(
    _ word: WordSyntax, for name: Name, _ fault: Diagnostic
  ) -> Diagnostic {
    let text = "write \(shown(name, quoted: word.text)) for the text"
    let calculation =
      repaired(word, fault).map { ", or \(shellWord("\(name)=\($0)")) for the calculation" }
      ?? ", or correct the calculation"
    return Diagnostic(
      "'\(word.text)' may be a text or a calculation: \(fault.message)",
      at: fault.place ?? word.place, hint: .words(text + calculation))
  }

  /// `"note='upper(code)'"`: the assignment of a quoted text, quoted for the shell.
  package static func shown(_ name: Name, quoted text: String) -> String {
    let hasApostrophe = text.utf8.contains(UInt8(ascii: "'"))
    let quoted =
      if hasApostrophe && !text.utf8.contains(UInt8(ascii: "\"")) {
        "\"\(text)\""
      } else {
        "'\(text.replacing("'", with: "''"))'"
      }
    let isPlain = !hasApostrophe && !text.utf8.contains { "\"$`\\!".utf8.contains($0) }
    if isPlain { return "\"\(name)=\(quoted)\"" }
    return shellWord("\(name)=\(quoted)")
  }

  /// The text with the suggested name; nil if there is none.
  private static func repaired(_ word: WordSyntax, _ fault: Diagnostic) -> String? {
    guard let meant = fault.hint?.suggestions.first, let place = fault.place,
      place.source == source(of: word).0
    else { return nil }
    let names = tokens(of: word).filter { token in
      token.kind == .word && place.range.lowerBound <= token.range.lowerBound
        && token.range.upperBound <= place.range.upperBound
    }
    let start = source(of: word).1.lowerBound
    guard let typed = names.first(where: { nearestName(to: $0.text, in: [meant]) != nil }) else {
      return nil
    }
    let bytes = Array(word.text.utf8)
    let before = bytes[..<(typed.range.lowerBound - start)]
    let after = bytes[(typed.range.upperBound - start)...]
    return String(decoding: before + Array(meant.utf8) + after, as: UTF8.self)
  }
}

extension PredicateSyntax {
  fileprivate func contains(_ isMeant: (Kind) -> Bool) -> Bool {
    var rest = [self]
    while let next = rest.popLast() {
      if isMeant(next.kind) { return true }
      rest += next.kind.children
    }
    return false
  }
}

extension PredicateSyntax.Kind {
  fileprivate var isCall: Bool { if case .call = self { true } else { false } }

  fileprivate var isMethod: Bool { if case .call(_?, _, _) = self { true } else { false } }

  fileprivate var isName: Bool { if case .name = self { true } else { false } }

  fileprivate var isOperation: Bool {
    switch self {
    case .binary, .negative, .complement: true
    default: false
    }
  }

  /// True for a call of a known function with an attribute as an argument.
  fileprivate func isCall(asking entity: Entity) -> Bool {
    guard case .call(nil, let name, let arguments) = self, Language.function(named: name) != nil
    else { return false }
    return arguments.contains { argument in
      argument.value.contains { kind in
        if case .name(let name) = kind { entity.isName(name) } else { false }
      }
    }
  }
}

extension Entity {
  /// True if a word is the name of a property, or of a struct.
  package func isName(_ word: Name) -> Bool { names.contains { $0 == word || $0.isInside(word) } }
}
