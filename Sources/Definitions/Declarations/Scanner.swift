import FlagModel

/// Finds enums and constants in the tokens of a language with braces, and ignores everything else.
///
/// It does not know the whole grammar. It enters the braces of types and modules, skips those of
/// functions, and recognizes an enum by its keyword and a constant by its `=`.
final class Scanner {
  let language: DefinitionLanguage
  let list: TokenList
  let declarations: Declarations
  let closers: [Int32]

  var tokens: [Token] { list.tokens }

  /// The maximum nesting depth of types.
  private static let deepest = 40

  init(_ list: TokenList, _ declarations: Declarations) {
    language = declarations.language
    self.list = list
    self.declarations = declarations
    closers = Brackets.closers(of: list.tokens)
  }

  func run() {
    openImports()
    scan(0..<tokens.count, in: [], depth: 0)
  }

  /// Registers the types in `import static a.Type.*;` and `using static a.Type;`, whose members are
  /// visible by their bare names.
  private func openImports() {
    let word: Name? =
      switch language {
      case .java, .kotlin: "import"
      case .csharp: "using"
      default: nil
      }
    guard let word else { return }
    for at in tokens.indices where tokens[at].startsLine && tokens[at].isWord(word) {
      let rest = tokens[(at + 1)...].prefix { !$0.startsLine && !$0.isSymbol(";") }
      declarations.open(rest.identifiers)
    }
  }

  /// The index of the closing bracket; the end if there is none.
  func closer(of index: Int) -> Int { Int(closers[index]) }

  func scan(_ range: Range<Int>, in path: [Name], depth: Int, isInterface: Bool = false) {
    guard depth < Self.deepest else { return }
    var at = range.lowerBound
    var start = at
    while at < range.upperBound {
      let token = tokens[at]
      if token.startsLine, language.endsAtNewlines, !continuesDeclaration(at) { start = at }
      if let next = enter(at, start: start, end: range.upperBound, path, depth) {
        at = next
        start = next
      } else if token.isSymbol("="),
        let next = constant(start..<at, range.upperBound, path, isInterface)
      {
        at = next
        if at < range.upperBound, !tokens[at].isSymbol(",") { start = at }
      } else if token.nesting > 0,
        let next = bracketedConstant(start..<at, before: range.upperBound, in: path)
      {
        at = next
      } else if token.isSymbol(";") {
        at += 1
        start = at
      } else if let next = pass(at) {
        if token.isSymbol("{") { start = next }
        at = next
      } else {
        at += 1
      }
    }
  }

  /// True behind the comma in `const A = 1,`, and behind the word itself.
  private func continuesDeclaration(_ at: Int) -> Bool {
    guard language == .typescript, at > 0 else { return false }
    return tokens[at - 1].isSymbol(",") || tokens[at - 1].isWord("const")
  }

  /// Skips a bracket with its content.
  func pass(_ at: Int) -> Int? {
    if tokens[at].nesting > 0 { return min(closer(of: at) + 1, tokens.count) }
    return nil
  }

  // MARK: Declarations

  /// Reads the declaration that starts at an index; nil if it is irrelevant.
  private func enter(_ at: Int, start: Int, end: Int, _ path: [Name], _ depth: Int) -> Int? {
    let token = tokens[at]
    guard token.kind == .identifier else {
      if token.isSymbol("{") { return enterLinkage(at, path, depth) }
      return nil
    }
    switch token.text {
    case "enum" where language != .php: return scanEnum(at, start: start, end: end, path)
    case "typedef" where language.isPreprocessed: return scanTypeName(at, end: end, path)
    case "using" where language == .cpp: return scanUsing(at, end: end, path)
    case "const" where language == .go: return scanGoConstants(at, end: end, path)
    case "type" where language == .go: return scanGoType(at, end: end)
    case "define" where language == .php: return scanDefine(at, end: end)
    case "NS_OPTIONS", "CF_OPTIONS", "NS_ENUM", "CF_ENUM", "NS_CLOSED_ENUM":
      return scanAppleEnum(at, end: end)
    default: break
    }
    if language == .rust, at + 2 < end, tokens[at + 1].isSymbol("!") {
      return enterMacro(at, path, depth)
    }
    guard Self.containers[language]?.contains(token.text) ?? false else { return nil }
    return enterContainer(at, end: end, path, depth)
  }

  private static let containers: [DefinitionLanguage: Set<Name>] = [
    .c: ["struct", "union"],
    .cpp: ["struct", "union", "class", "namespace"],
    .rust: ["mod", "impl", "trait"],
    .csharp: ["class", "struct", "interface", "namespace", "record"],
    .typescript: ["class", "namespace", "module"],
    .java: ["class", "interface", "record"],
    .kotlin: ["class", "interface", "object"],
    .proto: ["message"],
    .php: ["class", "interface", "trait", "enum"],
  ]

  /// Scans `extern "C" {`.
  private func enterLinkage(_ at: Int, _ path: [Name], _ depth: Int) -> Int? {
    guard language.isPreprocessed, at > 1, tokens[at - 1].kind == .string,
      tokens[at - 2].isWord("extern")
    else { return nil }
    // The scanner continues inside, as if there were no brace.
    return at + 1
  }

  private func enterContainer(_ at: Int, end: Int, _ path: [Name], _ depth: Int) -> Int? {
    var names: [Name] = []
    var next = at + 1
    while next < end, !tokens[next].isSymbol("{") {
      let token = tokens[next]
      let ends = [";", "=", ")"].contains(token.text) && token.kind == .symbol
      if ends || names.isEmpty && (token.isSymbol(">") || token.isSymbol(",")) { return nil }
      if language == .kotlin, token.startsLine, !names.isEmpty, !tokens[next - 1].isSymbol(",") {
        return nil
      }
      if token.isWord("for") { names = [] }
      if token.kind == .identifier, !token.isWord("for"), !isAttribute(next) {
        names.append(token.text)
      }
      next = pass(next) ?? next + 1
    }
    guard next < end else { return nil }
    let close = min(closer(of: next), end)
    if language == .kotlin, at > 0, tokens[at - 1].isWord("value"), at + 2 < next {
      scanValueClass(at, next..<close, path)
    }
    let name: [Name]? =
      switch language {
      case .c: nil
      case .cpp where tokens[at].isWord("namespace"): names
      case .cpp: className(at + 1..<next)
      default: containerName(at, names)
      }
    if let name { declarations.declare(bases: names.dropFirst(), of: path + name) }
    scan(
      next + 1..<close, in: path + (name ?? []), depth: depth + 1,
      isInterface: tokens[at].isWord("interface"))
    return min(close + 1, end)
  }

  /// True for the attribute of a C++ class before a bracket: `__attribute__((…))`, `alignas(8)`,
  /// `EXPORTED("name")`.
  private func isAttribute(_ at: Int) -> Bool {
    language == .cpp && at + 1 < tokens.count && tokens[at + 1].isSymbol("(")
  }

  /// The name of a C++ class, after its attributes and before its base classes.
  private func className(_ head: Range<Int>) -> [Name]? {
    var name: [Name] = []
    var at = head.lowerBound
    while at < head.upperBound, !tokens[at].isSymbol(":"), !tokens[at].isSymbol("<") {
      let isPart = at > head.lowerBound && tokens[at - 1].isSymbol("::")
      if tokens[at].kind == .identifier, !isAttribute(at), !tokens[at].isWord("final") {
        if !isPart { name = [] }
        name.append(tokens[at].text)
      }
      at = pass(at) ?? at + 1
    }
    if name.isEmpty { return nil }
    return name
  }

  /// The path from the tokens before a brace; nil for `companion object`.
  private func containerName(_ at: Int, _ names: [Name]) -> [Name]? {
    if at > 0, tokens[at - 1].isWord("companion") { return nil }
    guard let first = names.first else { return nil }
    if tokens[at].isWord("namespace") { return names }
    return [first]
  }

  /// `bitflags! { … }`, and macros such as `cfg_if!` that contain declarations.
  private func enterMacro(_ at: Int, _ path: [Name], _ depth: Int) -> Int? {
    let open =
      if tokens[at + 2].isSymbol("{") || tokens[at + 2].isSymbol("(") { at + 2 } else { at + 3 }
    guard open < tokens.count, tokens[open].isSymbol("{") || tokens[open].isSymbol("(") else {
      return nil
    }
    let close = closer(of: open)
    if tokens[at].isWord("bitflags") {
      scanBitflags(open + 1..<close, path)
    } else {
      scan(open + 1..<close, in: path, depth: depth + 1)
    }
    return min(close + 1, tokens.count)
  }
}

/// Pairs of brackets.
enum Brackets {
  private static let openers: [Name: Name] = [")": "(", "]": "[", "}": "{"]

  /// The index of the closing bracket; nil if there is none.
  static func closer(of index: Int, in tokens: ArraySlice<Token>) -> Int? {
    var open = 0
    for at in index..<tokens.endIndex where tokens[at].kind == .symbol {
      open += tokens[at].nesting
      if open == 0 { return at }
    }
    return nil
  }

  /// The index after a token, or after the closing bracket if the token opens one before `end`.
  static func next(after at: Int, _ closers: [Int32], before end: Int) -> Int {
    let closer = Int(closers[at])
    if closer > at, closer < end { return closer + 1 }
    return at + 1
  }

  /// For each opening bracket, the index of the closing one, or the end.
  static func closers(of tokens: [Token]) -> [Int32] {
    var closers = [Int32](repeating: Int32(tokens.count), count: tokens.count)
    var open: [(index: Int, text: Name)] = []
    for (index, token) in tokens.enumerated() where token.kind == .symbol {
      if token.nesting > 0 {
        open.append((index, token.text))
      } else if let opener = openers[token.text],
        // A missing bracket only affects the nearest brackets around it.
        let place = open.suffix(8).lastIndex(where: { $0.text == opener })
      {
        closers[open[place].index] = Int32(index)
        open.removeSubrange(place...)
      }
    }
    return closers
  }
}
