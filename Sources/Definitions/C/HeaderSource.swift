import FlagModel

/// A C or C++ header: its enums, constants, and numeric macros.
final class HeaderSource {
  let declarations: Declarations
  let sourceList: SourceList
  private let predefined: Int
  /// The number of the header itself among the files.
  let file: Int
  private let preprocessor: Preprocessor

  init(
    _ source: SourceText, at path: String, _ language: DefinitionLanguage,
    _ surroundings: any DefinitionSurroundings
  ) {
    let headers = surroundings.headers
    sourceList = headers.sourceList
    preprocessor = Preprocessor(language, headers, surroundings)
    declarations = Declarations(language)
    predefined = preprocessor.read(Predefined.source(language), at: "")
    file = preprocessor.read(source, at: path)
    Scanner(preprocessor.output, declarations).run()
    declareMacros()
  }

  /// Converts macros that may be numbers to constants, in the order of the files.
  private func declareMacros() {
    let macros = preprocessor.expander.macros.values.filter {
      $0.parameters == nil && !$0.body.isEmpty && Int($0.place.file) != predefined
        && !$0.body.contains { $0.kind == .string }
    }.sorted { ($0.place.file, $0.place.start) < ($1.place.file, $1.place.start) }
    let enumerators = Set(declarations.sets.flatMap(\.members).map(\.name))
    for macro in macros where !enumerators.contains(macro.name) {
      let words = preprocessor.expanded(macro)
      if let words, !Self.mayBeNumber(words) { continue }
      let tooLong = Unknowable("it expands to too many tokens", at: macro.place)
      declarations.declare(
        Constant(
          macro.name, in: [], words.map { .expression($0[...]) } ?? .unknowable(tooLong),
          at: macro.place, comment: macro.comment))
    }
  }

  /// True if the tokens contain no attribute, type, statement or text.
  private static func mayBeNumber(_ all: [Token]) -> Bool {
    let words = withoutTypes(all)
    guard let first = words.first, let last = words.last else { return false }
    let isStatement = words.contains { token in
      token.kind == .string
        || token.kind == .symbol && [";", "{", "=", "[", "#"].contains(token.text)
    }
    let ends =
      [")"].contains(last.text) || last.kind == .number || last.kind == .identifier
      || last.kind == .character
    // A pointer such as `((void *) -1)` is not a number either.
    let isPointer = words.indices.dropFirst().contains {
      words[$0].isSymbol(")") && words[$0 - 1].isSymbol("*")
    }
    if isPointer { return false }
    let isCall = first.kind == .identifier && words.count > 1 && words[1].isSymbol("(")
    let isName = words.count == 1 && first.kind == .identifier
    return !isStatement && ends && !(isCall && first.text.text.hasPrefix("__attribute"))
      && !(isName && first.text.text.hasPrefix("__builtin"))
  }

  /// The tokens without the types in `sizeof`.
  private static func withoutTypes(_ words: [Token]) -> [Token] {
    var (result, at) = ([Token](), 0)
    while at < words.count {
      result.append(words[at])
      let isAsked = words[at].kind == .identifier && SizeOperators.all.contains(words[at].text)
      if isAsked, at + 1 < words.count, words[at + 1].isSymbol("("),
        let close = Brackets.closer(of: at + 1, in: words[...])
      {
        at = close
      } else {
        at += 1
      }
    }
    return result
  }

  /// True for a place in the header itself, false in an included one.
  func isOwn(_ place: TokenPlace) -> Bool { Int(place.file) == file }

  /// The included headers that were not found.
  var missing: [String] { preprocessor.missing }

  /// True if a header requires C++, because it has C++ keywords in places where C would read them
  /// as names.
  static func needsCPlusPlus(_ source: SourceText) -> Bool {
    let tokens = Tokenizer.read(source.utf8, file: 0, .cpp).tokens
    var guarded: [Bool] = []
    var at = 0
    while at < tokens.count {
      if tokens[at].startsLine, tokens[at].isSymbol("#") {
        let end = tokens[(at + 1)...].firstIndex(where: \.startsLine) ?? tokens.count
        let line = tokens[at + 1..<end]
        switch line.first?.text.text.prefix(2) {
        case "if": guarded.append(line.contains { $0.isWord("__cplusplus") })
        case "en": _ = guarded.popLast()
        default: break
        }
        at = end
      } else {
        if !guarded.contains(true), beginsCPlusPlus(tokens, at) { return true }
        at += 1
      }
    }
    return false
  }

  private static func beginsCPlusPlus(_ tokens: [Token], _ at: Int) -> Bool {
    guard at + 1 < tokens.count, tokens[at].kind == .identifier else { return false }
    let next = tokens[at + 1]
    switch tokens[at].text {
    case "enum": return next.isWord("class") || next.isWord("struct")
    case "namespace": return next.kind == .identifier || next.isSymbol("{")
    case "template": return next.isSymbol("<")
    case "constexpr": return next.kind == .identifier
    case "class": return tokens[at].startsLine && next.kind == .identifier
    default: return false
    }
  }
}
