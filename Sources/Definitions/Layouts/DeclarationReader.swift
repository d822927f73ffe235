import FlagModel

/// Parses declarations of C, and refuses those whose size depends on syntax that it does not
/// support.
///
///     declaration = specifiers [ declarator { "," declarator } ] ";"
///     specifiers  = { qualifier | attribute | word | record | enum }
///     record      = ("struct" | "union") { attribute } [ name ] [ "{" … "}" { attribute } ]
///     declarator  = { "*" } [ name | "(" declarator ")" ] { "[" … "]" | "(" … ")" } [ ":" width ]
struct DeclarationReader: TokenReader {
  let tokens: ArraySlice<Token>
  private let language: DefinitionLanguage
  var at: Int
  private var depth = 0

  private static let deepest = 40

  init(_ tokens: ArraySlice<Token>, _ language: DefinitionLanguage) {
    self.tokens = tokens
    self.language = language
    at = tokens.startIndex
  }

  /// Skips empty declarations; returns true if another one follows.
  mutating func passEmpty() -> Bool {
    while accept(";") {}
    return !isAtEnd
  }

  /// A declaration with its `;`, which is optional for the last one.
  mutating func parseDeclaration() throws(Unknowable) -> WrittenDeclaration {
    var declaration = try parseSpecifiers()
    while !isAtEnd, !isAt(";") {
      declaration.declarators.append(try parseDeclarator())
      guard accept(",") else { break }
    }
    guard isAtEnd || accept(";") else { throw tooMuch }
    return declaration
  }

  // MARK: Words

  private var tooMuch: Unknowable {
    .sizeOfCompiler(at: token?.place ?? tokens.last?.place)
  }

  /// The tokens in the current bracket, which is skipped.
  private mutating func parseBracket() throws(Unknowable) -> ArraySlice<Token> {
    guard let end = Brackets.closer(of: at, in: tokens) else { throw tooMuch }
    defer { at = end + 1 }
    return tokens[at + 1..<end]
  }

  // MARK: The type before the names

  private mutating func parseSpecifiers() throws(Unknowable) -> WrittenDeclaration {
    guard let first = token?.place else { throw tooMuch }
    var base: WrittenDeclaration.Base?
    var words: [Name] = []
    var attributes = LayoutAttributes()
    while let token, token.kind == .identifier {
      if let attribute = try acceptAttribute() {
        attributes = attributes + attribute
      } else if Self.unread.contains(token.text) {
        throw tooMuch
      } else if BasicTypes.qualifiers.contains(token.text) || Self.qualifiers.contains(token.text) {
        at += 1
      } else if base == nil, words.isEmpty, let record = try acceptKeyword(token) {
        base = record
      } else if base == nil,
        words.isEmpty || ([token.text] + words).allSatisfy(BasicTypes.isWordOfC)
      {
        words += parseName()
      } else {
        break
      }
    }
    if base == nil, words.isEmpty { throw tooMuch }
    return WrittenDeclaration(
      base: base ?? .words(words), place: first, attributes: attributes)
  }

  /// Parses `std::uint32_t`.
  private mutating func parseName() -> [Name] {
    var name: [Name] = []
    while let token, token.kind == .identifier {
      name.append(token.text)
      at += 1
      guard language == .cpp, accept("::") else { break }
    }
    return name
  }

  private mutating func acceptKeyword(
    _ token: Token
  ) throws(Unknowable) -> WrittenDeclaration.Base? {
    switch token.text {
    case "struct", "union": return try parseRecord(token)
    case "enum": return try parseEnum(token)
    default: return nil
    }
  }

  private mutating func parseRecord(_ keyword: Token) throws(Unknowable) -> WrittenDeclaration.Base
  {
    at += 1
    var attributes = try parseAttributes()
    var tag: Name?
    if token?.kind == .identifier { tag = parseName().last }
    guard isAt("{") else {
      guard let tag, attributes.isEmpty else { throw tooMuch }
      return .tag(tag)
    }
    let body = try parseBracket()
    attributes = attributes + (try parseAttributes())
    return .record(
      WrittenRecord(
        tag: tag, isUnion: keyword.isWord("union"), body: body, attributes: attributes))
  }

  private mutating func parseEnum(_ keyword: Token) throws(Unknowable) -> WrittenDeclaration.Base {
    at += 1
    var attributes = try parseAttributes()
    let name = token?.kind == .identifier ? parseName() : []
    if accept(":") { _ = parseName() }
    guard isAt("{") else { return .words(["enum"] + name) }
    _ = try parseBracket()
    attributes = attributes + (try parseAttributes())
    if !attributes.isEmpty { throw tooMuch }
    return .enumeration(keyword.place)
  }

  /// Keywords that do not affect the size, in addition to those that other parsers skip.
  private static let qualifiers: Set<Name> = [
    "restrict", "__restrict", "__restrict__", "__const", "__const__", "__volatile", "__volatile__",
    "_Nonnull", "_Nullable",
  ]
  /// Keywords of unsupported declarations.
  private static let unread: Set<Name> = [
    "static", "typedef", "using", "friend", "template", "constexpr", "virtual", "extern", "class",
    "operator", "typename", "mutable", "thread_local", "_Thread_local", "_Static_assert",
    "static_assert", "typeof", "__typeof", "__typeof__", "decltype", "auto", "_Complex", "_Atomic",
    "_BitInt", "__declspec", "_Pragma", "explicit", "public", "private", "protected",
  ]

  // MARK: Declarators

  private mutating func parseDeclarator() throws(Unknowable) -> WrittenDeclaration.Declarator {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.deepest else { throw tooMuch }
    var attributes = try parseAttributes()
    var pointers = 0
    while accept("*") {
      pointers += 1
      while let token, Self.qualifiers.union(BasicTypes.qualifiers).contains(token.text) { at += 1 }
    }
    var declarator = WrittenDeclaration.Declarator()
    if isAt("("), isAt("*", 1) {
      at += 1
      declarator = try parseDeclarator()
      guard accept(")") else { throw tooMuch }
    } else if let token, token.kind == .identifier, !Self.beginsAttribute(token) {
      declarator.name = token.text
      at += 1
    }
    let suffixes = try parseSuffixes()
    declarator.steps =
      Array(repeating: .pointer, count: pointers) + suffixes.reversed() + declarator.steps
    if accept(":") { declarator.width = parseWidth() }
    attributes = attributes + (try parseAttributes())
    declarator.attributes = declarator.attributes + attributes
    return declarator
  }

  private mutating func parseSuffixes() throws(Unknowable) -> [WrittenDeclaration.Step] {
    var suffixes: [WrittenDeclaration.Step] = []
    while isAt("[") || isAt("(") {
      let isArray = isAt("[")
      let inner = try parseBracket()
      suffixes.append(isArray ? .array(inner) : .function)
    }
    return suffixes
  }

  private mutating func parseWidth() -> ArraySlice<Token> {
    let start = at
    while let token, !token.isSymbol(","), !token.isSymbol(";"), !Self.beginsAttribute(token) {
      at += 1
    }
    return tokens[start..<at]
  }

  // MARK: Attributes

  private static func beginsAttribute(_ token: Token) -> Bool {
    ["__attribute__", "__attribute", "_Alignas", "alignas"].contains(token.text)
  }

  private mutating func parseAttributes() throws(Unknowable) -> LayoutAttributes {
    var attributes = LayoutAttributes()
    while let more = try acceptAttribute() { attributes = attributes + more }
    return attributes
  }

  /// `__attribute__((packed, aligned(4)))`
  private mutating func acceptAttribute() throws(Unknowable) -> LayoutAttributes? {
    guard let token, token.kind == .identifier, Self.beginsAttribute(token) else { return nil }
    guard token.text.text.hasPrefix("__"), isAt("(", 1), isAt("(", 2) else { throw tooMuch }
    at += 1
    let words = try parseBracket().dropFirst().dropLast()
    var reader = DeclarationReader(words, language)
    return try reader.parseAttributeWords()
  }

  private mutating func parseAttributeWords() throws(Unknowable) -> LayoutAttributes {
    var attributes = LayoutAttributes()
    while let token {
      at += 1
      guard token.kind == .identifier else { continue }
      let number = isAt("(") ? try parseBracket() : []
      switch token.text {
      case "packed", "__packed__": attributes.isPacked = true
      case "aligned", "__aligned__": attributes.alignments.append(number)
      case _ where Self.unreadAttributes.contains(token.text):
        throw .sizeOfCompiler(at: token.place)
      default: break
      }
    }
    return attributes
  }

  private static let unreadAttributes: Set<Name> = [
    "mode", "__mode__", "vector_size", "__vector_size__", "ext_vector_type", "ms_struct",
    "__ms_struct__", "gcc_struct", "__gcc_struct__", "scalar_storage_order", "address_space",
    "randomize_layout",
  ]
}

extension LayoutAttributes {
  var isEmpty: Bool { !isPacked && alignments.isEmpty }
}

extension Unknowable {
  static func sizeOfCompiler(at place: TokenPlace?) -> Unknowable {
    Unknowable("only a compiler knows the size", at: place)
  }
}
