import FlagModel

// Values of `--arg`: a text that gets its type from the other operand. Without a typed operand, its
// form determines the type.

extension Literals {
  /// The meaning of an argument without another operand; other literals stay unchanged.
  func plain(_ literal: PredicateSyntax) -> PredicateSyntax {
    if case .nilOrText = literal.kind {
      return PredicateSyntax(.text("nil"), at: literal.place)
    }
    guard case .argument(let text) = literal.kind else { return literal }
    if let items = Self.items(of: literal) {
      return PredicateSyntax(.list(items.map(plain)), at: literal.place)
    }
    if let range = range(of: literal) { return range }
    return PredicateSyntax(Self.plainKind(text), at: literal.place)
  }

  private static func plainKind(_ text: String) -> PredicateSyntax.Kind {
    switch text {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "now", "today": return .name(Name(text))
    default: break
    }
    guard let tokens = try? PredicateLexer.lex(SourceText(text)) else { return .text(text) }
    let kinds = tokens.map(\.kind)
    switch kinds {
    case [.number, .end]: return .number(tokens[0].text)
    case [.symbol, .number, .end] where tokens[0].text == "-": return .number("-\(tokens[1].text)")
    case [.date, .end]: return .date(text)
    case [.duration, .end]: return .duration(text)
    default: return .text(text)
    }
  }

  /// The values of `[a, b]` or `{a, b}`; nil if no brackets are around the text.
  private static func items(of literal: PredicateSyntax) -> [PredicateSyntax]? {
    guard case .argument(let text) = literal.kind,
      text.hasPrefix("[") && text.hasSuffix("]") || text.hasPrefix("{") && text.hasSuffix("}")
    else { return nil }
    return items(in: String(text.dropFirst().dropLast()), at: literal.place)
  }

  /// The values in an argument, with or without brackets; nil for a single value.
  static func list(givenBy literal: PredicateSyntax) -> [PredicateSyntax]? {
    if let items = items(of: literal) { return items }
    guard let text = text(of: literal) else { return nil }
    let items = items(in: text, at: literal.place)
    if items.count > 1 { return items }
    return nil
  }

  /// The comma-separated values; quotes protect commas.
  private static func items(in text: String, at place: SourcePlace) -> [PredicateSyntax] {
    let list = SourceText(text)
    let pieces = list.pieces.map { list.text(list.trimmed($0)) }
    if pieces == [""] { return [] }
    return pieces.map { piece in
      if let tokens = try? PredicateLexer.lex(SourceText(piece)),
        tokens.map(\.kind) == [.string, .end]
      {
        return PredicateSyntax(.text(tokens[0].text), at: place)
      }
      return PredicateSyntax(piece == "nil" ? .null : .argument(piece), at: place)
    }
  }

  /// `1...5` as a range of arguments; nil for another text.
  private func range(of literal: PredicateSyntax) -> PredicateSyntax? {
    guard case .argument(let text) = literal.kind,
      let tokens = try? PredicateLexer.lex(SourceText(text)),
      let dots = tokens.first(where: { $0.kind == .symbol && ["...", "..<"].contains($0.text) })
    else { return nil }
    func end(_ bytes: some Sequence<UInt8>) -> PredicateSyntax? {
      let text = String(decoding: Array(bytes), as: UTF8.self).trimmedOfSpaces
      if text.isEmpty { return nil }
      return PredicateSyntax(.argument(text), at: literal.place)
    }
    let lower = end(text.utf8.prefix(dots.range.lowerBound))
    let upper = end(text.utf8.dropFirst(dots.range.upperBound))
    guard lower != nil || upper != nil else { return nil }
    return PredicateSyntax(
      .range(lower, upper, includesUpper: dots.text == "..."), at: literal.place)
  }

  /// An argument as a list or range; a list needs no brackets.
  func several(argument literal: PredicateSyntax, beside operand: Operand) -> PredicateSyntax {
    guard let text = Self.text(of: literal) else { return literal }
    if let items = Self.items(of: literal) {
      return PredicateSyntax(.list(items), at: literal.place)
    }
    if !operand.isText, let range = range(of: literal) { return range }
    return PredicateSyntax(.list(Self.items(in: text, at: literal.place)), at: literal.place)
  }

  /// The flags that an argument names, with or without brackets and dots.
  func flagWords(ofArgument text: String, at place: SourcePlace) -> [WordSyntax] {
    var list = text.trimmedOfSpaces[...]
    if list.hasPrefix("["), list.hasSuffix("]") { list = list.dropFirst().dropLast() }
    return list.split { $0 == "," || $0 == "|" }.map { word in
      WordSyntax(String(word.trimmedOfSpaces.drop { $0 == "." }), at: place)
    }
  }

  /// The stored value for an argument beside a typed operand.
  func value(ofArgument literal: PredicateSyntax, _ text: String, for operand: Operand)
    throws(Diagnostic) -> Value
  {
    do throws(Diagnostic) {
      return try typed(text, for: operand, literal.place)
    } catch {
      // `.measured` and `Status.measured`, as in Swift.
      if case .enumeration(let enumeration)? = operand.type, text.contains(".") {
        return try enumCase(WordSyntax(text, at: literal.place), enumeration, operand)
      }
      if case .enumeration(let enumeration)? = operand.type, enumeration.rawType.isNumber,
        wholeNumber(text) != nil
      {
        return try value(PredicateSyntax(.number(text), at: literal.place), for: operand)
      }
      if case .array? = operand.type, let items = Self.items(of: literal) {
        return try value(PredicateSyntax(.list(items), at: literal.place), for: operand)
      }
      throw error
    }
  }

  /// A property or method without arguments of a literal text or list; nil for another name.
  func member(_ name: Name, ofTyped literal: PredicateSyntax) -> PredicateSyntax? {
    let kind: PredicateSyntax.Kind
    switch (name, plain(literal).kind) {
    case ("isEmpty", .list(let items)): kind = .bool(items.isEmpty)
    case ("count", .list(let items)): kind = .number("\(items.count)")
    default:
      guard let text = Self.text(of: literal) else { return nil }
      switch name {
      case "isEmpty": kind = .bool(text.isEmpty)
      case "count": kind = .number("\(text.count)")
      case "lowercased": kind = .text(text.lowercased())
      case "uppercased": kind = .text(text.uppercased())
      default: return nil
      }
    }
    return PredicateSyntax(kind, at: literal.place)
  }

  private static func text(of literal: PredicateSyntax) -> String? {
    switch literal.kind {
    case .text(let text), .argument(let text): text
    case .nilOrText: "nil"
    default: nil
    }
  }

  /// Comparisons of an argument with nil or a case, which do not depend on the record:
  /// `filter == nil`, `tab == .new`. Nil for others.
  func compareGiven(
    _ left: PredicateSyntax, _ comparison: Comparison, _ right: PredicateSyntax
  ) -> Predicate? {
    guard comparison == .equal || comparison == .unequal, isGiven(left) || isGiven(right) else {
      return nil
    }
    for (side, other) in [(left, right), (right, left)] {
      let isEqual: Bool
      switch (side.kind, other.kind) {
      case (.null, .null), (.null, .nilOrText): isEqual = true
      case (.null, .argument), (.nilOrText, .argument), (.null, .text), (.null, .number),
        (.null, .bool), (.null, .list), (.null, .date), (.nilOrText, .dotted), (.null, .dotted):
        isEqual = false
      case (.argument(let text), .dotted(let name)):
        isEqual = Name(text).mayBeCalled(name)
      default: continue
      }
      return .constant(isEqual == (comparison == .equal))
    }
    return nil
  }

  /// True if a test depends only on arguments.
  func asksGiven(_ test: PredicateSyntax) -> Bool {
    switch test.kind {
    case .compare(let left, _, _, let right): isGiven(left) || isGiven(right)
    case .argument: true
    case .not(let inner): asksGiven(inner)
    case .and(let terms): terms.contains(where: asksGiven)
    case .binding(_, _, let value, _): isGiven(value)
    default: false
    }
  }

  /// True for a value of `--arg`, as opposed to a literal in the predicate.
  private func isGiven(_ syntax: PredicateSyntax) -> Bool {
    switch syntax.kind {
    case .argument, .nilOrText: true
    case .null: !["nil", "null"].contains(text(of: syntax).lowercased())
    default: false
    }
  }
}

extension StringProtocol {
  fileprivate var trimmedOfSpaces: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text.drop { $0 == " " })
  }
}
