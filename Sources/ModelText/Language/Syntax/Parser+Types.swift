import FlagModel

/// The names of types.
///
///     TYPE    = { "@" NAME | "inout" | "some" | "any" | "~" } primary { "?" | "!" | ".Type" }
///               [ "&" TYPE ] [ [ "async" ] [ "throws" ] "->" TYPE ]
///     primary = "[" TYPE "]" | "[" TYPE ":" TYPE "]" | "(" … ")" | NAME [ generics ] { "." … }
extension Parser {
  mutating func parseTypeName() throws(Diagnostic) -> TypeSyntax {
    guard depth < Parser.depthLimit else {
      throw Diagnostic("the type is nested too deeply", at: file.place(token.range))
    }
    depth += 1
    defer { depth -= 1 }
    let start = at
    var unsupported = passTypePrefixes()
    var kind = try parsePrimaryType()
    if let metatype = acceptMetatype() { kind = metatype }
    kind = parseTypeSuffixes(kind, start)
    if isSymbol("&"), !token.startsLine || peek().isSpaced {
      let first = TypeSyntax(kind: kind, place: place(from: start))
      at += 1
      kind = .composition(first, try parseTypeName())
    }
    if acceptArrow() {
      _ = try parseTypeName()
      unsupported = "a closure"
    }
    return TypeSyntax(kind: unsupported.map { .unsupported($0) } ?? kind, place: place(from: start))
  }

  /// The place from a token to the one before the current one.
  func place(from start: Int) -> SourcePlace {
    let last = max(start, at - 1)
    return file.place(
      file.tokens[start].range.lowerBound..<file.tokens[last].range.upperBound)
  }

  private mutating func passTypePrefixes() -> String? {
    var unsupported: String?
    while !isAtEnd {
      if isSymbol("@") {
        at += 2
        if isSymbol("("), !token.isSpaced { passBrackets() }
      } else if acceptWord("some") || acceptWord("any") {
        unsupported = "a protocol"
      } else if isSymbol("~") || (isIn(Keywords.ownership) && peek().kind != .symbol) {
        at += 1
      } else {
        break
      }
    }
    return unsupported
  }

  private mutating func parsePrimaryType() throws(Diagnostic) -> TypeSyntax.Kind {
    if isSymbol("[") { return try parseArrayType() }
    if isSymbol("(") { return parseBracketedType() }
    if acceptWord("Any") { return .unsupported(TypeSyntax.any) }
    if acceptWord("Self") { return parseNames(after: "Self") }
    return try parseNamedType()
  }

  private mutating func parseArrayType() throws(Diagnostic) -> TypeSyntax.Kind {
    try parseBracketed { parser throws(Diagnostic) in
      let element = try parser.parseTypeName()
      if parser.acceptSymbol(":") {
        let value = try parser.parseTypeName()
        if parser.isAtEnd { return .dictionary(element, value) }
        return .unsupported("a dictionary")
      }
      if parser.isAtEnd { return .array(element) }
      return .unsupported("an inline array")
    }
  }

  private mutating func parseBracketedType() -> TypeSyntax.Kind {
    let inside = try? parseBracketed { parser throws(Diagnostic) in
      let type = try parser.parseTypeName()
      if parser.isAtEnd { return type }
      return nil
    }
    return inside?.kind ?? .unsupported("a tuple")
  }

  /// Parses `Self.RawValue`.
  private mutating func parseNames(after first: Name) -> TypeSyntax.Kind {
    var path = [first]
    while isSymbol("."), !peek().startsLine, !isWord("Type", peek()), let next = name(of: peek()) {
      path.append(next.value)
      at += 2
    }
    return .named(path, arguments: [])
  }

  private mutating func parseNamedType() throws(Diagnostic) -> TypeSyntax.Kind {
    var path = [try expectName("a type").value]
    var arguments: [TypeSyntax] = []
    while true {
      if isSymbol("<"), let types = acceptTypeArguments() { arguments = types }
      if let metatype = acceptMetatype() { return metatype }
      guard isSymbol("."), !peek().startsLine, let next = name(of: peek()) else { break }
      path.append(next.value)
      at += 2
    }
    if path.count == 2, path[0] == "Swift" || path[0] == "Foundation" { path.removeFirst() }
    return TypeSyntax.Kind.sugared(path, arguments)
  }

  /// `.Type` and `.Protocol` after the name of a type.
  private mutating func acceptMetatype() -> TypeSyntax.Kind? {
    guard isSymbol("."), isWord("Type", peek()) || isWord("Protocol", peek()) else { return nil }
    at += 2
    return .unsupported("a metatype")
  }

  private mutating func parseTypeSuffixes(_ kind: TypeSyntax.Kind, _ start: Int) -> TypeSyntax.Kind
  {
    var kind = kind
    while isSymbol("?") || isSymbol("!"), !token.isSpaced {
      let inner = TypeSyntax(kind: kind, place: place(from: start))
      at += 1
      kind = .made(optional: inner)
    }
    return kind
  }

  private mutating func acceptArrow() -> Bool {
    let start = at
    while isWord("async") || isWord("throws") || isWord("rethrows") {
      at += 1
      if isSymbol("(") { passBrackets() }
    }
    guard isSymbol("-"), peek().isSymbol(">") else {
      at = start
      return false
    }
    at += 2
    return true
  }

  /// The associated values of a case, without their brackets.
  mutating func parsePayload() throws(Diagnostic) -> [PayloadSyntax] {
    var values: [PayloadSyntax] = []
    while !isAtEnd {
      // `label:`, `_ name:`
      let names = peek().isSymbol(":") ? 1 : 2
      let isNamed = token.kind != .symbol && peek(names).isSymbol(":")
      var label: NameSyntax?
      if isNamed {
        if isWord("_") { at += 1 } else { label = try expectName("a label") }
        at += names
      }
      let type = try parseTypeName()
      var initialiser: Code?
      if acceptSymbol("=") { initialiser = try passExpression(after: "'='", isInCase: true) }
      values.append(PayloadSyntax(label: label, type: type, initialiser: initialiser))
      if !isAtEnd, !acceptSymbol(",") { throw expected("',' or ')'") }
    }
    return values
  }

  /// `<A, B>`; nil, without consuming anything, if it is not a list of types.
  mutating func acceptTypeArguments() -> [TypeSyntax]? {
    let start = at
    at += 1
    var types: [TypeSyntax] = []
    while let type = try? parseTypeName() {
      types.append(type)
      if acceptSymbol(",") { continue }
      if acceptSymbol(">") { return types }
      break
    }
    at = start
    return nil
  }
}

extension TypeSyntax.Kind {
  /// Converts `Optional<T>` and `Array<T>` to `T?` and `[T]`.
  static func sugared(_ path: [Name], _ arguments: [TypeSyntax]) -> TypeSyntax.Kind {
    switch (path, arguments.count) {
    case (["Optional"], 1): .made(optional: arguments[0])
    case (["Array"], 1): .array(arguments[0])
    case (["Dictionary"], 2): .dictionary(arguments[0], arguments[1])
    default: .named(path, arguments: arguments)
    }
  }
}
