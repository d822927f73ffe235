import FlagModel

// Enums of all languages with braces.

extension Scanner {
  /// The parts of an enum declaration before its braces.
  private struct Head {
    var names: [Name] = []
    var type: [Name] = []
    var isScope = false
    var open = 0
  }

  func scanEnum(_ at: Int, start: Int, end: Int, _ path: [Name]) -> Int? {
    if language == .java || language == .kotlin { return scanConstructedEnum(at, end: end, path) }
    guard let head = enumHead(at, end) else { return nil }
    let close = min(closer(of: head.open), end)
    var next = passAttributes(min(close + 1, end), end)
    let isPacked =
      tokens[at..<head.open].contains(where: Self.packs)
      || tokens[min(close, next)..<next].contains(where: Self.packs)
    var typeNames: [Name] = []
    if language.isPreprocessed, start < tokens.count, tokens[start].isWord("typedef") {
      typeNames = declaredTypeNames(&next, end)
    }
    let typeName = typeNames.first
    let isScope = head.isScope || !language.spillsMembers
    let set = DeclaredSet(
      path + [head.names.last ?? typeName ?? ""],
      rawType: integerType(head.type) ?? representation(start..<at)
        ?? (language == .csharp || language == .proto ? .int32 : nil),
      isDeclaredAsFlags: hasFlagsAttribute(start..<at), repeatsName: !isScope,
      at: tokens[at].place, comment: list.comment(above: start))
    for name in typeNames { declarations.declare(otherName: name, in: path, for: set.path) }
    let names = self.typeNames(of: set, tag: head.names.last, typeNames)
    for name in names { declarations.declare(.integer(set.rawType), named: name) }
    addMembers(head.open + 1..<close, to: set, path)
    declare(set)
    if language.isPreprocessed {
      let type = isPacked ? nil : declarations.underlyingType(of: set)
      for name in names { declarations.declare(.integer(type), named: name) }
    }
    return next
  }

  /// The type names of an enum. In C, its tag needs the keyword `enum`.
  private func typeNames(of set: DeclaredSet, tag: Name?, _ typeNames: [Name]) -> [[Name]] {
    var names: [[Name]] = []
    if let tag {
      if language != .c { names += [set.path, [tag]] }
      names.append(["enum", tag])
    }
    return names + typeNames.map { [$0] }
  }

  /// The names after the braces of a `typedef`, as in `} Mode, ModeFlags;`.
  private func declaredTypeNames(_ next: inout Int, _ end: Int) -> [Name] {
    var names: [Name] = []
    while next < end, tokens[next].kind == .identifier {
      names.append(tokens[next].text)
      next += 1
      guard next < end, tokens[next].isSymbol(",") else { break }
      next += 1
    }
    return names
  }

  /// The index after `__attribute__((…))`.
  private func passAttributes(_ at: Int, _ end: Int) -> Int {
    var at = at
    while at + 1 < end, tokens[at].isWord("__attribute__"), tokens[at + 1].isSymbol("(") {
      at = min(closer(of: at + 1) + 1, end)
    }
    return at
  }

  /// True for the attribute that makes an enum as small as its members allow.
  private static func packs(_ token: Token) -> Bool {
    token.isWord("packed") || token.isWord("__packed__")
  }

  private func enumHead(_ at: Int, _ end: Int) -> Head? {
    var head = Head()
    var next = at + 1
    var isType = false
    while next < end, !tokens[next].isSymbol("{") {
      let token = tokens[next]
      if token.kind == .identifier {
        if ["class", "struct"].contains(token.text), head.names.isEmpty {
          head.isScope = true
        } else if isType {
          head.type.append(token.text)
        } else {
          head.names.append(token.text)
        }
      } else if token.isSymbol(":") {
        isType = true
      } else if token.isSymbol("(") || token.isSymbol("[") {
        if head.names.last.map({ $0.text.contains("attribute") }) ?? false {
          head.names.removeLast()
        }
        next = closer(of: next)
      } else if !token.isSymbol("::") && !token.isSymbol(".") {
        return nil
      }
      next += 1
    }
    guard next < end else { return nil }
    head.open = next
    return head
  }

  private func integerType(_ words: [Name]) -> IntegerType? {
    guard !words.isEmpty, case .integer(let type)? = declarations.type(named: words) else {
      return nil
    }
    return type
  }

  /// The type of `#[repr(u8)]` before an enum of Rust.
  private func representation(_ range: Range<Int>) -> IntegerType? {
    guard language == .rust, let word = range.last(where: { tokens[$0].isWord("repr") }),
      word + 1 < range.upperBound, tokens[word + 1].isSymbol("(")
    else { return nil }
    let names = tokens[word + 1..<min(closer(of: word + 1), range.upperBound)].identifiers
    return names.compactMap { integerType([$0]) }.first
  }

  /// `[Flags]` or `[System.Flags]`
  private func hasFlagsAttribute(_ range: Range<Int>) -> Bool {
    language == .csharp
      && tokens[range].contains { $0.isWord("Flags") || $0.isWord("FlagsAttribute") }
  }

  /// Scans `typedef NS_OPTIONS(NSUInteger, Name) { … };`.
  func scanAppleEnum(_ at: Int, end: Int) -> Int? {
    guard at + 1 < end, tokens[at + 1].isSymbol("(") else { return nil }
    let close = closer(of: at + 1)
    guard close + 1 < end, tokens[close + 1].isSymbol("{") else { return nil }
    let parts = tokens[at + 2..<close].split { $0.isSymbol(",") }
    guard parts.count > 1, let name = parts[1].first?.text else { return nil }
    let set = DeclaredSet(
      [name], rawType: integerType(parts[0].map(\.text)),
      isDeclaredAsFlags: tokens[at].text.text.hasSuffix("OPTIONS"), repeatsName: true,
      at: tokens[at].place, comment: list.comment(above: max(0, at - 1)))
    addMembers(close + 2..<closer(of: close + 1), to: set, [])
    declare(set)
    return min(closer(of: close + 1) + 1, end)
  }

  private func declare(_ set: DeclaredSet) {
    declarations.declare(set)
    // C evaluates constants in their order, so the values are needed now.
    if language.isPreprocessed {
      for member in set.members { _ = try? declarations.value(of: member) }
    }
  }

  // MARK: Members

  func addMembers(_ range: Range<Int>, to set: DeclaredSet, _ path: [Name]) {
    let separator: Name = if language == .proto { ";" } else { "," }
    var start = range.lowerBound
    var at = start
    while at < range.upperBound {
      if tokens[at].isSymbol(separator) {
        addMember(start..<at, to: set, path)
        start = at + 1
      }
      at = pass(at) ?? at + 1
    }
    addMember(start..<range.upperBound, to: set, path)
  }

  private func addMember(_ range: Range<Int>, to set: DeclaredSet, _ path: [Name]) {
    guard let at = memberName(range) else { return }
    let token = tokens[at]
    let rest = tokens[at + 1..<range.upperBound]
    let rule: Constant.Rule
    if let equals = rest.firstIndex(where: { $0.isSymbol("=") }) {
      rule = .expression(expression(equals + 1..<range.upperBound))
    } else if let open = rest.first, language == .rust, open.isSymbol("(") || open.isSymbol("{") {
      return
    } else {
      rule = .next
    }
    set.add(
      Constant(
        name(of: token), in: path, rule, type: set.rawType, at: token.place,
        comment: comment(on: at, until: range.upperBound)))
  }

  /// The index of a member's name after its attributes; nil if it is not a member.
  private func memberName(_ range: Range<Int>) -> Int? {
    var at = range.lowerBound
    while at < range.upperBound {
      let token = tokens[at]
      if token.isSymbol("[") {
        at = closer(of: at) + 1
      } else if token.isSymbol("#") {
        // An attribute of Rust, or a directive of C# on its own line.
        let isAttribute = at + 1 < range.upperBound && tokens[at + 1].isSymbol("[")
        at = if isAttribute { closer(of: at + 1) + 1 } else { endOfLine(at, range.upperBound) }
      } else if token.kind == .identifier {
        let isOption = language == .proto && ["option", "reserved"].contains(token.text)
        if isOption { return nil }
        return at
      } else {
        let isName = token.kind == .string && token.text.utf8.count > 2
        if isName && language == .typescript { return at }
        return nil
      }
    }
    return nil
  }

  private func endOfLine(_ at: Int, _ end: Int) -> Int {
    tokens[at + 1..<end].firstIndex(where: \.startsLine) ?? end
  }

  /// The name in a token, without its quotes.
  func name(of token: Token) -> Name {
    if token.kind == .string { return Name(token.text.utf8.dropFirst().dropLast()) }
    return token.bareName
  }

  /// The tokens of a value without the attributes after it.
  private func expression(_ range: Range<Int>) -> ArraySlice<Token> {
    var end = range.upperBound
    if language == .proto {
      end = tokens[range].firstIndex { $0.isSymbol("[") } ?? end
    } else if language == .csharp {
      // A directive between two members belongs to neither.
      end = tokens[range].firstIndex { $0.isSymbol("#") } ?? end
    }
    return tokens[range.lowerBound..<max(range.lowerBound, end)]
  }

  /// The comment above a name, or after its value on the same line.
  func comment(on at: Int, until end: Int) -> Name? {
    if let above = list.comment(above: at) { return above }
    if let behind = list.comment(behind: end) { return behind }
    if end > at, let behind = list.comment(behind: end - 1) { return behind }
    return list.comment(behind: at)
  }
}
