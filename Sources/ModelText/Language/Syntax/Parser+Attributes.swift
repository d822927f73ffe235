import FlagModel

/// The attributes before a declaration, and macros, which have similar syntax.
extension Parser {
  mutating func parseAttributesAndModifiers(
    _ prelude: inout Prelude
  ) throws(Diagnostic) {
    while !isAtEnd {
      if isSymbol("@") {
        prelude.attributes.append(try parseAttribute())
      } else if isModifier {
        if isWord("static") || isWord("class") { prelude.isStatic = true }
        if isWord("public") || isWord("package") { prelude.access = Name(text(token)) }
        // `private(set)` is about writing alone.
        if isWord("private") || isWord("fileprivate"), !peek().isSymbol("(") {
          prelude.isPrivate = true
        }
        if isWord("lazy") || isWord("weak") || isWord("unowned") {
          prelude.modifier = NameSyntax(value: Name(text(token)), place: file.place(token.range))
        }
        at += 1
        if isSymbol("("), !token.startsLine { passBrackets() }
      } else {
        return
      }
    }
  }

  /// A modifier is an ordinary word before another word, or before its own brackets.
  private var isModifier: Bool {
    guard token.kind == .identifier else { return false }
    let next = peek()
    if isWord("class") {
      return ["func", "var", "let", "subscript", "override", "final"].contains(text(next))
    }
    guard isIn(Keywords.modifiers), at + 1 < end else { return false }
    return next.kind == .identifier || next.isSymbol("@") || next.isSymbol("(")
  }

  private mutating func parseAttribute() throws(Diagnostic) -> AttributeSyntax {
    at += 1
    var name = try expectName("the name of an attribute after '@'")
    while isSymbol("."), let next = self.name(of: peek()) {
      name = next
      at += 2
    }
    var types: [TypeSyntax] = []
    if isSymbol("<") { types = acceptTypeArguments() ?? [] }
    return AttributeSyntax(name: name, typeArguments: types, arguments: acceptArguments())
  }

  private mutating func acceptArguments() -> Code? {
    guard isSymbol("("), !token.startsLine else { return nil }
    let inside = at + 1..<max(file.closers[at], at + 1)
    passBrackets()
    return Code(file: file, tokens: inside)
  }

  mutating func parseMacro() -> MacroSyntax? {
    at += 1
    guard !isAtEnd, let name = name(of: token) else { return nil }
    at += 1
    if isSymbol("<") { _ = acceptTypeArguments() }
    let arguments = acceptArguments()
    while isSymbol("{") {
      passBrackets()
      // `#Preview { … } label: { … }`
      if token.kind == .identifier, peek().isSymbol(":"), peek(2).isSymbol("{") { at += 2 }
    }
    return MacroSyntax(name: name, arguments: arguments)
  }
}
