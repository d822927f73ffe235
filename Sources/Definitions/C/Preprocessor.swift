import FlagModel

/// Processes the directives of a header and of its included headers.
///
/// The result is the tokens of all of them without macro definitions, and the macros that are
/// defined at the end. As in the C standard, an undefined name is 0 in a condition.
final class Preprocessor {
  let language: DefinitionLanguage
  private let headers: HeaderShelf
  private let surroundings: any DefinitionSurroundings
  private(set) var expander = MacroExpander()
  private(set) var output = TokenList()
  /// The headers that were not found.
  private(set) var missing: [String] = []
  private var files: [String: TokenList] = [:]
  private var once: Set<String> = []
  private var conditions: [Condition] = []
  private var included = 0

  /// The state of an `#if`.
  private struct Condition {
    var isActive: Bool
    /// True if no further branch may be taken.
    var isDone: Bool
  }

  private static let deepest = 40
  private static let mostFiles = 2_000
  private static let mostTokens = 3_000_000

  init(
    _ language: DefinitionLanguage, _ headers: HeaderShelf,
    _ surroundings: any DefinitionSurroundings
  ) {
    self.language = language
    self.headers = headers
    self.surroundings = surroundings
  }

  /// Processes a source with all its included headers.
  func read(_ source: SourceText, at path: String) -> Int {
    let file = headers.sourceList.add(source)
    let list = Tokenizer.read(source.utf8, file: file, language)
    process(list, at: path, depth: 0)
    return file
  }

  /// The expansion of a macro after all files; nil if it is too long.
  func expanded(_ macro: Macro) -> [Token]? { expander.expanded(macro) }

  // MARK: Lines

  private func process(_ list: TokenList, at path: String, depth: Int) {
    let before = conditions
    conditions = []
    defer { conditions = before }
    output.above.merge(list.above) { first, _ in first }
    output.behind.merge(list.behind) { first, _ in first }
    let tokens = list.tokens
    var at = 0
    var text = 0
    while at < tokens.count, output.tokens.count < Self.mostTokens {
      guard tokens[at].startsLine, tokens[at].isSymbol("#") else {
        at += 1
        continue
      }
      flush(tokens[text..<at])
      let end = tokens[(at + 1)...].firstIndex(where: \.startsLine) ?? tokens.count
      direct(at, tokens[at + 1..<end], list, path, depth)
      at = end
      text = end
    }
    flush(tokens[min(text, at)..<at])
  }

  private var isActive: Bool { conditions.last?.isActive ?? true }

  private func flush(_ text: ArraySlice<Token>) {
    guard !text.isEmpty, isActive else { return }
    output.tokens += expander.expand(text)
  }

  // MARK: Directives

  private func direct(
    _ at: Int, _ line: ArraySlice<Token>, _ list: TokenList, _ path: String, _ depth: Int
  ) {
    guard let word = line.first else { return }
    let rest = line.dropFirst()
    switch word.text {
    case "if": open(isActive && isTrue(rest, path))
    case "ifdef": open(isActive && isDefined(rest.first))
    case "ifndef": open(isActive && !isDefined(rest.first))
    case "elif": turn { self.isTrue(rest, path) }
    case "elifdef": turn { self.isDefined(rest.first) }
    case "elifndef": turn { !self.isDefined(rest.first) }
    case "else": turn { true }
    case "endif": _ = conditions.popLast()
    case "define" where isActive: define(rest, list.above[list.tokens[at].place], list)
    case "undef" where isActive: if let name = rest.first { expander.macros[name.text] = nil }
    case "include" where isActive, "include_next" where isActive, "import" where isActive:
      include(rest, from: path, isNext: word.text == "include_next", depth)
    case "pragma" where isActive && rest.first?.isWord("once") ?? false: once.insert(path)
    default: break
    }
  }

  private func open(_ isTrue: Bool) {
    conditions.append(Condition(isActive: isTrue, isDone: isTrue || !isActive))
  }

  private func turn(_ isTrue: () -> Bool) {
    guard let condition = conditions.popLast() else { return }
    let isActive = !condition.isDone && isActive && isTrue()
    conditions.append(Condition(isActive: isActive, isDone: condition.isDone || isActive))
  }

  private func isDefined(_ token: Token?) -> Bool {
    guard let token else { return false }
    return expander.macros[token.text] != nil
      || ["__has_include", "__has_attribute", "__has_builtin"].contains(token.text)
  }

  private func define(_ line: ArraySlice<Token>, _ above: Comment?, _ list: TokenList) {
    guard let name = line.first, name.kind == .identifier else { return }
    var body = line.dropFirst()
    var parameters: [Name]?
    var isVariadic = false
    if let open = body.first, open.isSymbol("("), !open.isSpaced {
      guard let close = body.firstIndex(where: { $0.isSymbol(")") }) else { return }
      let words = body[(body.startIndex + 1)..<close]
      isVariadic = words.contains { $0.isSymbol("...") }
      var names = words.identifiers
      if words.last?.isSymbol("...") == true, words.dropLast().last?.isSymbol(",") != false {
        names.append("__VA_ARGS__")
      }
      parameters = names
      body = body[(close + 1)...]
    }
    let behind = (line.last?.place).flatMap { list.behind[$0] }
    expander.macros[name.text] = Macro(
      name: name.text, parameters: parameters, isVariadic: isVariadic, body: Array(body),
      place: name.place, above: above, behind: behind)
  }

  // MARK: Files

  private func include(_ line: ArraySlice<Token>, from path: String, isNext: Bool, _ depth: Int) {
    guard depth < Self.deepest, included < Self.mostFiles else { return }
    let words = if line.first?.kind == .identifier { expander.expand(line)[...] } else { line }
    guard let named = headerName(words) else { return }
    guard let header = find(named.text, isLocal: named.isLocal, from: path, isNext: isNext) else {
      if !missing.contains(named.text), missing.count < 100 { missing.append(named.text) }
      return
    }
    guard !once.contains(header) else { return }
    included += 1
    guard let list = files[header] else { return }
    process(list, at: header, depth: depth + 1)
  }

  /// `"name.h"` or `<name.h>`
  private func headerName(_ words: ArraySlice<Token>) -> (text: String, isLocal: Bool)? {
    guard let first = words.first else { return nil }
    if first.kind == .string {
      return (Name(first.text.utf8.dropFirst().dropLast()).text, true)
    }
    guard first.isSymbol("<"), let end = words.firstIndex(where: { $0.isSymbol(">") }) else {
      return nil
    }
    return (words[(words.startIndex + 1)..<end].map(\.text).joined(), false)
  }

  /// The path of a header, whose tokens are cached.
  private func find(_ name: String, isLocal: Bool, from path: String, isNext: Bool) -> String? {
    guard !name.isEmpty, name.utf8.count < 1_000 else { return nil }
    var folders = surroundings.headerFolders.map { $0.hasSuffix("/") ? $0 : "\($0)/" }
    let ownFolder = PathText.folder(of: path)
    if isNext {
      if let place = folders.firstIndex(where: { path.hasPrefix($0) }) {
        folders.removeFirst(place + 1)
      }
    } else if isLocal {
      folders.insert(ownFolder, at: 0)
    }
    let paths = if name.hasPrefix("/") { [name] } else { folders.map { $0 + name } }
    return paths.first { files[$0] != nil || load($0) }
  }

  private func load(_ path: String) -> Bool {
    let list = headers.list(at: path, language) { surroundings.source(at: path) }
    guard let list else { return false }
    files[path] = list
    return true
  }

  // MARK: Conditions

  /// Evaluates `defined` and `__has_…` before macros are expanded.
  private func isTrue(_ line: ArraySlice<Token>, _ path: String) -> Bool {
    var words: [Token] = []
    var at = line.startIndex
    while at < line.endIndex {
      let token = line[at]
      let isAsked = token.text.text.hasPrefix("__has_") || token.isWord("defined")
      guard token.kind == .identifier, isAsked else {
        words.append(token)
        at += 1
        continue
      }
      let isBracketed = at + 1 < line.endIndex && line[at + 1].isSymbol("(")
      let end =
        if isBracketed { Brackets.closer(of: at + 1, in: line) ?? line.endIndex } else { at + 1 }
      let close = min(end + 1, line.endIndex)
      var inner = line[min(at + 1, close)..<close]
      if isBracketed { inner = inner.dropFirst().dropLast() }
      let isTrue =
        if token.isWord("defined") {
          isDefined(inner.first)
        } else {
          token.isWord("__has_include") && has(inner, path)
        }
      words.append(Token(copying: token, as: .number, isTrue ? "1" : "0"))
      at = max(close, at + 1)
    }
    var evaluator = Evaluator(
      expander.expand(words[...])[...], language, names: NamesOfConditions(),
      arithmetic: .preprocessor)
    return (try? evaluator.evaluate().isTrue) ?? false
  }

  private func has(_ words: ArraySlice<Token>, _ path: String) -> Bool {
    guard let name = headerName(words) else { return false }
    return find(name.text, isLocal: name.isLocal, from: path, isNext: false) != nil
  }
}

/// In conditions, every name is 0.
private struct NamesOfConditions: NameValues {
  func value(of path: [Name], at place: TokenPlace, depth: Int) throws(Unknowable) -> Number {
    Number(0, .int64)
  }

  func type(named path: [Name]) -> NumberType? { nil }
}

extension Token {
  /// An empty token at a place, as a template for others.
  static func nothing(at place: TokenPlace) -> Token {
    Token(kind: .symbol, text: "", place: place, isSpaced: true, startsLine: false)
  }
}
