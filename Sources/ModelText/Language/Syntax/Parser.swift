import FlagModel

/// Parses the declarations of Swift, and skips everything that a model does not need.
///
///     file        = { member }
///     member      = { attribute } { modifier } declaration | macro
///     declaration = type | alias | property | cases | skipped: func init subscript import …
///     type        = ("struct" | "class" | "enum" | "extension" | "actor" | "protocol") path
///                   [ generics ] [ ":" TYPE { "," TYPE } ] [ "where" … ] "{" { member } "}"
///     alias       = "typealias" NAME [ generics ] "=" TYPE
///     property    = ("let" | "var") binding { "," binding }
///     binding     = NAME [ ":" TYPE ] [ "=" EXPRESSION ] [ accessors ]
///     cases       = "case" case { "," case }
///     case        = NAME [ "(" … ")" ] [ "=" EXPRESSION ]
///     attribute   = "@" path [ generics ] [ "(" … ")" ]
///     macro       = "#" NAME [ generics ] [ "(" … ")" ] [ "{" … "}" ]
///
/// `parseX` returns X or throws; `expectX` consumes or throws; `acceptX` is optional; `passX`
/// skips. If a member throws, the error is reported, and parsing continues with the next member.
struct Parser {
  let file: SourceFile
  var at: Int
  /// The index after the last token to parse.
  var end: Int
  var diagnostics = DiagnosticList()
  var depth = 0

  /// The maximum nesting depth of types, and of brackets in an expression.
  static let depthLimit = 64

  init(_ file: SourceFile, tokens: Range<Int>? = nil) {
    self.file = file
    at = tokens?.lowerBound ?? 0
    end = tokens?.upperBound ?? file.tokens.count - 1
  }

  static func parse(_ file: SourceFile, _ diagnostics: inout DiagnosticList) -> [Declaration] {
    var parser = Parser(file)
    let declarations = parser.parseMembers(isFile: true)
    for diagnostic in parser.diagnostics.all { diagnostics.append(diagnostic) }
    return declarations
  }

  // MARK: Tokens

  var token: Token { file.tokens[min(at, end)] }

  var isAtEnd: Bool { at >= end }

  func peek(_ ahead: Int = 1) -> Token { file.tokens[min(at + ahead, file.tokens.count - 1)] }

  func text(_ token: Token) -> String { file.source.text(token.range) }

  func isWord(_ word: StaticString) -> Bool { !isAtEnd && isWord(word, token) }

  func isWord(_ word: StaticString, _ token: Token) -> Bool {
    guard token.kind == .identifier, token.range.count == word.utf8CodeUnitCount else {
      return false
    }
    return word.withUTF8Buffer { file.source.utf8[token.range].elementsEqual($0) }
  }

  func isIn(_ words: Set<Name>) -> Bool {
    !isAtEnd && token.kind == .identifier && words.contains(Name(text(token)))
  }

  func isSymbol(_ symbol: Unicode.Scalar) -> Bool { !isAtEnd && token.isSymbol(symbol) }

  mutating func acceptSymbol(_ symbol: Unicode.Scalar) -> Bool {
    guard isSymbol(symbol) else { return false }
    at += 1
    return true
  }

  mutating func acceptWord(_ word: StaticString) -> Bool {
    guard isWord(word) else { return false }
    at += 1
    return true
  }

  /// Skips a bracket and its content.
  mutating func passBrackets() {
    at = min(max(file.closers[at], at) + 1, end)
  }

  /// The error for a missing part. If the line ends before the current token, the place is the end
  /// of that line.
  func expected(_ what: String, hint: Hint? = nil) -> Diagnostic {
    let isCutOff = token.kind == .end || token.startsLine || (isAtEnd && at > 0)
    let present: String
    switch token.kind {
    case .end: present = "the end of the file"
    case _ where token.startsLine && at > 0: present = "the end of the line"
    default: present = "'\(excerpt(text(token)))'"
    }
    var range = token.range
    if isCutOff, at > 0 {
      let last = file.tokens[at - 1].range.upperBound
      range = last..<last
    }
    return Diagnostic("expected \(what), found \(present)", at: file.place(range), hint: hint)
  }

  mutating func expectSymbol(_ symbol: Unicode.Scalar, _ after: String) throws(Diagnostic) {
    guard acceptSymbol(symbol) else { throw expected("'\(symbol)' \(after)") }
  }

  mutating func expectName(_ what: String) throws(Diagnostic) -> NameSyntax {
    guard !isAtEnd, let name = name(of: token) else { throw expected(what) }
    at += 1
    if token.kind != .end, file.tokens[at - 1].kind == .quotedIdentifier {
      try checkQuoted(name)
    }
    return name
  }

  func name(of token: Token) -> NameSyntax? {
    switch token.kind {
    case .identifier:
      guard !isReserved(token) else { return nil }
      return NameSyntax(value: Name(text(token)), place: file.place(token.range))
    case .quotedIdentifier:
      let inside = token.range.lowerBound + 1..<token.range.upperBound - 1
      return NameSyntax(value: Name(file.source.text(inside)), place: file.place(token.range))
    default: return nil
    }
  }

  /// Checks a name in backquotes, which Swift allows more characters than columns and flags have.
  private func checkQuoted(_ name: NameSyntax) throws(Diagnostic) {
    let isPlain = name.value.text.unicodeScalars.allSatisfy(Name.canBeQuoted)
    guard isPlain, name.value.utf8.contains(where: { !Characters.isSpace($0) }) else {
      throw Diagnostic(
        "'\(excerpt(name.value))' cannot be a name", at: name.place,
        hint: "names contain no dots and no control characters")
    }
  }

  private func isReserved(_ token: Token) -> Bool {
    token.range.count <= 11 && SwiftText.reserved.contains(Name(text(token)))
  }
}

/// A name or a text, shortened for a message. Inlined in 150 messages, it would be much code.
@inline(never) func excerpt(_ text: String) -> String {
  if text.utf8.count <= 60 { return text }
  return String(text.prefix(40)) + "…"
}

func excerpt(_ name: Name) -> String { excerpt(name.text) }
