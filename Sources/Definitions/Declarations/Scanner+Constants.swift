import FlagModel

// Single constants, and the sets of Rust and Go.

extension Scanner {
  /// Reads the constant whose `=` follows the tokens of the range; nil if it is not a constant.
  func constant(_ head: Range<Int>, _ end: Int, _ path: [Name], _ isInterface: Bool) -> Int? {
    let value = passFreeze(head.upperBound + 1, end)
    guard value < end, let declared = declaredName(head) else { return nil }
    let words = tokens[head].identifiers
    if [.typescript, .php].contains(language),
      tokens[value].isSymbol("[") || tokens[value].isWord("array")
    {
      return scanArray(value, name: tokens[declared.name], path)
    }
    let isConstant =
      words.contains(where: Self.constantWords.contains)
      || Self.needsNoType.contains(language) && words.contains("static")
      || language == .php && words.contains("case")
    guard isConstant || isInterface && language == .java else { return nil }
    if tokens[value].isSymbol("{"), language == .typescript {
      return scanObject(value, name: tokens[declared.name], path)
    }
    let last = endOfExpression(from: value, end)
    let type = declared.type
    guard type != nil || Self.needsNoType.contains(language) else { return last }
    let token = tokens[declared.name]
    declarations.declare(
      Constant(
        name(of: token), in: path, .expression(tokens[value..<last]), type: type ?? nil,
        at: token.place,
        comment: list.comment(above: head.lowerBound) ?? comment(on: declared.name, until: last)))
    return last
  }

  /// The index of the brackets in `Object.freeze({ … })` of JavaScript; the same index for anything else.
  private func passFreeze(_ at: Int, _ end: Int) -> Int {
    guard language == .typescript, at + 4 < end, tokens[at].isWord("Object"),
      tokens[at + 1].isSymbol("."), tokens[at + 2].isWord("freeze"), tokens[at + 3].isSymbol("("),
      tokens[at + 4].isSymbol("{") || tokens[at + 4].isSymbol("[")
    else { return at }
    return at + 4
  }

  private static let constantWords: Set<Name> = [
    "const", "constexpr", "constinit", "final", "readonly",
  ]
  private static let needsNoType: Set<DefinitionLanguage> = [.typescript, .kotlin, .php]

  /// The index of the name before `=`, and its type; the inner optional is nil without a type.
  private func declaredName(_ head: Range<Int>) -> (name: Int, type: IntegerType??)? {
    let words = tokens[head]
    if [.rust, .kotlin, .typescript].contains(language),
      let colon = words.lastIndex(where: { $0.isSymbol(":") }), colon > head.lowerBound
    {
      guard words[colon - 1].kind == .identifier else { return nil }
      let path = words[(colon + 1)...].identifiers
      return (colon - 1, integer(path))
    }
    guard let last = words.indices.last, words[last].kind == .identifier else { return nil }
    // After a comma, the name has the type from the beginning of the declaration.
    let start = words.firstIndex { $0.isSymbol("=") } ?? last + 1
    let typed = words[..<min(last, max(head.lowerBound, start - 1))]
    let path = outsideBrackets(typed.indices).identifiers.filter { !Self.modifiers.contains($0) }
    // The value has the type.
    if language == .cpp, path == ["auto"] { return (last, .some(nil)) }
    return (last, integer(path))
  }

  /// The tokens without brackets and what they contain, such as `[[maybe_unused]]`.
  private func outsideBrackets(_ range: Range<Int>) -> [Token] {
    var outside: [Token] = []
    var at = range.lowerBound
    while at < range.upperBound {
      if tokens[at].nesting == 0 { outside.append(tokens[at]) }
      at = Brackets.next(after: at, closers, before: range.upperBound)
    }
    return outside
  }

  /// Reads `constexpr int A{1};` or `constexpr int A(1);` of C++, whose bracket follows the tokens of the
  /// range; nil if it is not a constant.
  func bracketedConstant(_ head: Range<Int>, before end: Int, in path: [Name]) -> Int? {
    let open = head.upperBound
    guard language == .cpp, tokens[open].isSymbol("{") || tokens[open].isSymbol("(") else {
      return nil
    }
    let close = closer(of: open)
    guard open + 1 < close, close + 1 < end,
      tokens[close + 1].isSymbol(";") || tokens[close + 1].isSymbol(","),
      tokens[head].identifiers.contains(where: Self.constantWords.contains),
      let declared = declaredName(head), declared.name == open - 1, let type = declared.type
    else { return nil }
    // `const int f(int x);` is a function.
    if tokens[open].isSymbol("("), tokens[open + 1].kind != .number { return nil }
    let token = tokens[declared.name]
    declarations.declare(
      Constant(
        name(of: token), in: path, .expression(tokens[open + 1..<close]), type: type,
        at: token.place,
        comment: list.comment(above: head.lowerBound)
          ?? comment(on: declared.name, until: close + 1)))
    return close + 1
  }

  private static let modifiers: Set<Name> = [
    "public", "private", "protected", "internal", "static", "final", "const", "constexpr",
    "constinit", "__attribute__", "alignas", "readonly", "new", "inline", "export", "declare",
    "extern", "override", "unsafe",
  ]

  private func integer(_ path: [Name]) -> IntegerType?? {
    guard !path.isEmpty, case .integer(let type)? = declarations.type(named: path) else {
      return nil
    }
    return .some(type)
  }

  /// The end of the expression that starts at an index.
  func endOfExpression(from start: Int, _ end: Int) -> Int {
    var at = start
    while at < end {
      let token = tokens[at]
      if token.kind == .symbol, [";", ",", "}", ")"].contains(token.text) { return at }
      if language.endsAtNewlines, token.startsLine, at > start,
        !continues(tokens[at - 1]), !continues(token)
      {
        return at
      }
      if language == .typescript, token.isWord("as") { return at }
      at = pass(at) ?? at + 1
    }
    return end
  }

  private func continues(_ token: Token) -> Bool {
    let words: Set<Name> = ["or", "and", "xor", "shl", "shr"]
    return language == .kotlin && token.kind == .identifier && words.contains(token.text)
      || token.kind == .symbol
        && ["|", "&", "^", "+", "-", "*", "<<", ">>", "&^", "="].contains(token.text)
  }

  /// Scans `define('READ', 1)` of PHP.
  func scanDefine(_ at: Int, end: Int) -> Int? {
    guard at + 4 < end, tokens[at + 1].isSymbol("("), tokens[at + 2].kind == .string,
      tokens[at + 3].isSymbol(",")
    else { return nil }
    let close = min(closer(of: at + 1), end)
    declarations.declare(
      Constant(
        name(of: tokens[at + 2]), in: [], .expression(tokens[at + 4..<max(at + 4, close)]),
        at: tokens[at + 2].place, comment: comment(on: at, until: close)))
    return min(close + 1, end)
  }

  /// Scans `FLAGS = [{ bit: 0, name: 'A' }]` and `FLAGS = ['A' => 1]`.
  private func scanArray(_ open: Int, name: Token, _ path: [Name]) -> Int {
    let pairs = PairScanner(list: list, language: language, closers: closers)
    let bare = Name(name.text.utf8.drop { $0 == UInt8(ascii: "$") })
    if let set = pairs.set(at: open, named: path + [bare], at: name.place) {
      declarations.declare(set)
    }
    return max(open + 1, min(pairs.content(of: open).upperBound + 1, tokens.count))
  }

  /// Scans `export const Flags = { A: 1, B: 1 << 1 } as const`.
  private func scanObject(_ open: Int, name: Token, _ path: [Name]) -> Int {
    let close = closer(of: open)
    let set = DeclaredSet(
      path + [self.name(of: name)], rawType: nil, isList: true, repeatsName: false, at: name.place)
    var at = open + 1
    while at < close {
      let end = endOfExpression(from: at, close)
      if at + 1 < end, tokens[at + 1].isSymbol(":"), !self.name(of: tokens[at]).isEmpty,
        tokens[at].kind == .identifier || tokens[at].kind == .string
      {
        set.add(
          Constant(
            self.name(of: tokens[at]), in: path, .expression(tokens[at + 2..<end]),
            at: tokens[at].place, comment: comment(on: at, until: end)))
      }
      at = max(end, at) + 1
    }
    declarations.declare(set)
    return min(close + 1, tokens.count)
  }

  // MARK: Rust

  /// `pub struct Name: u32 { const A = 1; }` or `impl Name: u32 { … }` within `bitflags!`.
  func scanBitflags(_ range: Range<Int>, _ path: [Name]) {
    var at = range.lowerBound
    while at < range.upperBound {
      let begins = ["struct", "impl", "flags"].contains(tokens[at].text)
      guard begins, tokens[at].kind == .identifier, at + 3 < range.upperBound,
        let open = tokens[at..<range.upperBound].firstIndex(where: { $0.isSymbol("{") })
      else {
        at += 1
        continue
      }
      let type = tokens[at + 2..<open].identifiers
      let set = DeclaredSet(
        path + [name(of: tokens[at + 1])], rawType: integer(type) ?? nil, isDeclaredAsFlags: true,
        repeatsName: false, at: tokens[at].place, comment: list.comment(above: at))
      let close = min(closer(of: open), range.upperBound)
      addBitflags(open + 1..<close, to: set, path)
      declarations.declare(.integer(set.rawType), named: [name(of: tokens[at + 1])])
      declarations.declare(set)
      at = close + 1
    }
  }

  private func addBitflags(_ range: Range<Int>, to set: DeclaredSet, _ path: [Name]) {
    var at = range.lowerBound
    while at + 3 < range.upperBound {
      guard tokens[at].isWord("const"), tokens[at + 1].kind == .identifier,
        tokens[at + 2].isSymbol("=")
      else {
        at += 1
        continue
      }
      let end = endOfExpression(from: at + 3, range.upperBound)
      // `const _ = !0` allows bits without a name.
      if !tokens[at + 1].isWord("_") { add(at + 1, at + 3..<end, at, to: set, path) }
      at = end
    }
  }

  /// Adds the flag whose name is at an index, in the declaration that starts at another index.
  private func add(
    _ place: Int, _ value: Range<Int>, _ start: Int, to set: DeclaredSet, _ path: [Name]
  ) {
    set.add(
      Constant(
        name(of: tokens[place]), in: path, .expression(tokens[value]), type: set.rawType,
        at: tokens[place].place,
        comment: list.comment(above: start) ?? comment(on: place, until: value.upperBound)))
  }

  // MARK: Kotlin

  /// `value class Name(val rawValue: Long) { companion object { val A = Name(1L shl 3) } }`, from
  /// the keyword `class` to the closing brace.
  func scanValueClass(_ at: Int, _ braces: Range<Int>, _ path: [Name]) {
    guard tokens[at + 1].kind == .identifier else { return }
    let owner = name(of: tokens[at + 1])
    let head = tokens[at + 2..<braces.lowerBound]
    let type = head.lastIndex { $0.isSymbol(":") }.map { colon in
      head[colon...].identifiers
    }
    let set = DeclaredSet(
      path + [owner], rawType: type.flatMap { integer($0) ?? nil }, isDeclaredAsFlags: true,
      repeatsName: false, at: tokens[at].place, comment: list.comment(above: at))
    var next = braces.lowerBound
    while next + 4 < braces.upperBound {
      let isFlag =
        tokens[next].isWord("val") && tokens[next + 1].kind == .identifier
        && tokens[next + 2].isSymbol("=") && tokens[next + 3].kind == .identifier
        && name(of: tokens[next + 3]) == owner && tokens[next + 4].isSymbol("(")
      if isFlag {
        add(next + 1, next + 5..<closer(of: next + 4), next, to: set, path)
      }
      next += 1
    }
    declarations.declare(set)
  }

  // MARK: C

  /// Scans `using Mode = ui::Mode;`.
  func scanUsing(_ at: Int, end: Int, _ path: [Name]) -> Int? {
    guard at + 2 < end, tokens[at + 1].kind == .identifier, tokens[at + 2].isSymbol("=") else {
      return nil
    }
    let last = endOfExpression(from: at + 3, end)
    let target = tokens[at + 3..<last].filter { $0.kind == .identifier && !$0.isWord("enum") }
    let name = tokens[at + 1].text
    declarations.declare(otherName: name, in: path, for: target.map(\.text))
    if let type = declarations.type(named: target.map(\.text)) {
      declarations.declare(type, named: [name])
    }
    return last
  }

  /// `typedef unsigned int __u32;` for a number type; nil for other types.
  func scanTypeName(_ at: Int, end: Int, _ path: [Name]) -> Int? {
    var next = at + 1
    while next < end, tokens[next].kind == .identifier { next += 1 }
    if next < end, tokens[next].isSymbol(";"), next - at > 2 {
      let (words, name) = (tokens[at + 1..<next - 1].map(\.text), tokens[next - 1].text)
      declarations.declare(otherName: name, in: path, for: words.filter { $0 != "enum" })
      if let type = declarations.type(named: words) {
        declarations.declare(type, named: [name])
        return next + 1
      }
    }
    return nil
  }
}
