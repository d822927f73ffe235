import FlagModel

/// Skips text that a model does not need.
extension Parser {
  /// Skips an expression and returns its tokens. It ends at a declaration on the next line, another
  /// binding or an observer.
  mutating func passExpression(
    after what: String, isInCase: Bool
  ) throws(Diagnostic) -> Code {
    let start = at
    var wantsOperand = true
    passing: while !isAtEnd {
      if token.startsLine, !wantsOperand, !continuesExpression { break }
      switch token.kind {
      case .symbol:
        switch token.first {
        case UInt8(ascii: ";"): break passing
        case UInt8(ascii: ","):
          if isInCase || isAtNextBinding { break passing }
          at += 1
          wantsOperand = true
        case UInt8(ascii: "{"):
          if !wantsOperand, isAtObserverBlock { break passing }
          passBrackets()
          wantsOperand = false
        case UInt8(ascii: "("), UInt8(ascii: "["):
          passBrackets()
          wantsOperand = false
        case UInt8(ascii: "@"), UInt8(ascii: "#"), UInt8(ascii: "\\"):
          if token.startsLine, at > start { break passing }
          at += 1
          wantsOperand = true
        default: wantsOperand = passOperator()
        }
      case .identifier where !wantsOperand && isDeclarationWord: break passing
      case .identifier:
        let isMember = at > start && file.tokens[at - 1].isSymbol(".")
        wantsOperand = !isMember && ["as", "is", "try", "await", "in"].contains(text(token))
        at += 1
      default:
        at += 1
        wantsOperand = false
      }
    }
    guard at > start else { throw expected("a value after \(what)") }
    return Code(file: file, tokens: start..<at)
  }

  /// True if the token at the beginning of a line continues the expression above it.
  private var continuesExpression: Bool {
    switch token.kind {
    case .symbol:
      switch token.first {
      case UInt8(ascii: "."), UInt8(ascii: "{"), UInt8(ascii: ","): return true
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "@"), UInt8(ascii: "#"),
        UInt8(ascii: ";"), UInt8(ascii: "\\"):
        return false
      default: return peek().isSpaced || peek().kind == .symbol
      }
    case .identifier: return isWord("as") || isWord("is")
    default: return false
    }
  }

  /// Skips one operator; returns true if an operand must follow.
  private mutating func passOperator() -> Bool {
    let isSpacedBefore = token.isSpaced || token.startsLine
    repeat { at += 1 } while !isAtEnd && !token.isSpaced && !token.startsLine && isOperatorByte
    let isSpacedAfter = isAtEnd || token.isSpaced || token.startsLine
    return isSpacedBefore || !isSpacedAfter
  }

  private var isOperatorByte: Bool {
    token.kind == .symbol && !"()[]{},;@#\\".utf8.contains(token.first)
  }

  /// `, name =` or `, name:` begins the next binding of a `let` or `var`.
  private var isAtNextBinding: Bool {
    let name = peek()
    let sign = peek(2)
    return self.name(of: name) != nil && (sign.isSymbol("=") || sign.isSymbol(":"))
  }

  /// Skips `<…>`, or only `<` if there is no matching `>`.
  mutating func passAngles() {
    let start = at
    var depth = 0
    while !isAtEnd, !isSymbol("{"), !isSymbol(";") {
      if isSymbol("(") || isSymbol("[") {
        passBrackets()
        continue
      }
      let isArrow = isSymbol(">") && at > start && file.tokens[at - 1].isSymbol("-")
      if isSymbol("<") { depth += 1 }
      if isSymbol(">"), !isArrow { depth -= 1 }
      at += 1
      if depth == 0 { return }
    }
  }

  /// Moves to the `{` of a body.
  mutating func passToBrace() {
    while !isAtEnd, !isSymbol("{") {
      if isSymbol("(") || isSymbol("[") { passBrackets() } else { at += 1 }
    }
  }

  /// Skips a header and its body.
  mutating func passToBody() {
    passToBrace()
    if isSymbol("{") { passBrackets() }
  }

  /// Moves to the next line, skipping brackets that span lines.
  mutating func passLine() {
    repeat {
      if isSymbol("(") || isSymbol("[") || isSymbol("{") { passBrackets() } else { at += 1 }
    } while !isAtEnd && !token.startsLine && !isSymbol(";")
  }

  /// Skips a function and its body.
  mutating func passFunction() {
    at += 1
    while !isAtEnd, !isSymbol("("), !isSymbol("{") {
      if isSymbol("<"), at > 0, !file.tokens[at].isSpaced { passAngles() } else { at += 1 }
    }
    if isSymbol("(") { passBrackets() }
    while !isAtEnd, !isSymbol(";") {
      if isSymbol("{") {
        passBrackets()
        return
      }
      if token.startsLine, !continuesSignature { return }
      if isSymbol("(") || isSymbol("[") {
        passBrackets()
      } else if isSymbol("<"), !token.isSpaced {
        passAngles()
      } else {
        at += 1
      }
    }
  }

  private var continuesSignature: Bool {
    if token.kind == .identifier {
      let before = file.tokens[at - 1]
      return ["where", "async", "throws", "rethrows"].contains(text(token))
        || (before.kind == .symbol && ",:>&=.".utf8.contains(before.first))
        || isWord("where", before)
    }
    return isSymbol("-") || isSymbol(",") || isSymbol("&") || isSymbol("=") || isSymbol(">")
      || isSymbol("[") || isSymbol("(") || isSymbol(".")
  }

  /// Skips a statement, which only a file may have between declarations.
  mutating func passStatement(isFile: Bool) throws(Diagnostic) {
    let word = text(token)
    let next = peek()
    let isExpression =
      token.kind == .identifier && next.kind == .symbol
      && !next.isSymbol("{") && !next.isSymbol(":") && !next.isSymbol("@")
    guard isFile, isExpression || Keywords.statements.contains(Name(word)) else {
      var hint: Hint?
      if token.kind == .identifier { hint = .name(for: word, in: Keywords.declarations) }
      throw expected("a declaration", hint: hint)
    }
    passLine()
    while isWord("else") || isWord("catch") || isWord("while") || isSymbol(".") { passLine() }
  }

  /// Skips the rest of an invalid member, up to a line that begins another one.
  mutating func passBrokenMember(from start: Int) {
    at = max(at, start)
    while !isAtEnd {
      if at > start, token.startsLine || file.tokens[at - 1].isSymbol(";"), isMemberStart {
        return
      }
      if isSymbol("(") || isSymbol("[") || isSymbol("{") { passBrackets() } else { at += 1 }
    }
  }

  private var isMemberStart: Bool {
    isSymbol("@") || isSymbol("#") || (token.kind == .identifier && isDeclarationWord)
  }
}
