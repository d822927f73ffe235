import FlagModel

/// Puts the text of macros in their place, as the preprocessor of C does.
struct MacroExpander {
  var macros: [Name: Macro] = [:]
  private var hidden = HiddenMacros()
  /// The words of macros that may still be put in.
  private var left = mostOfText
  /// The same for macros that are asked for their numbers.
  private var leftForMacros = mostOfText

  /// Text that needs more is hostile: that of real headers needs a tenth.
  private static let mostOfText = 400_000
  /// The words of one macro that is a number.
  private static let mostOfMacro = 10_000
  private static let deepest = 30

  private var isExhausted: Bool { left <= 0 }

  /// The words of a macro; nil if there are too many.
  mutating func expanded(_ macro: Macro) -> [Token]? {
    let before = left
    let most = min(Self.mostOfMacro, leftForMacros)
    left = most
    defer {
      leftForMacros -= most - left
      left = before
    }
    let words = expand([Token(copying: Token.nothing(at: macro.place), as: .identifier, macro.name)]
    )
    return isExhausted ? nil : words
  }

  mutating func expand(_ tokens: ArraySlice<Token>, depth: Int = 0) -> [Token] {
    var output: [Token] = []
    var stack = Array(tokens.reversed())
    while let token = stack.popLast() {
      guard token.kind == .identifier, !isExhausted, let macro = macros[token.text],
        !hidden.hides(token.text, token.hidden), depth < Self.deepest
      else {
        output.append(token)
        continue
      }
      guard let parameters = macro.parameters else {
        push(macro.body, of: macro, token, on: &stack)
        continue
      }
      guard let arguments = takeArguments(&stack) else {
        output.append(token)
        continue
      }
      let body = substituted(macro, parameters, arguments, depth)
      push(body, of: macro, token, on: &stack)
    }
    return output
  }

  private mutating func push(
    _ body: [Token], of macro: Macro, _ token: Token, on stack: inout [Token]
  ) {
    let chain = hidden.adding(macro.name, to: token.hidden)
    left -= body.count
    for var word in body.reversed() {
      if word.hidden < 0 { word.hidden = chain }
      stack.append(word)
    }
  }

  /// The words between the brackets behind a macro, in parts; nil if there are none.
  private func takeArguments(_ stack: inout [Token]) -> [[Token]]? {
    guard stack.last?.isSymbol("(") ?? false else { return nil }
    var arguments: [[Token]] = [[]]
    var depth = 0
    var at = stack.count - 1
    while at >= 0 {
      let token = stack[at]
      if token.isSymbol("(") { depth += 1 }
      if token.isSymbol(")") { depth -= 1 }
      if depth == 0 {
        stack.removeSubrange(at...)
        return arguments
      }
      if depth == 1, token.isSymbol(",") {
        arguments.append([])
      } else if !(depth == 1 && at == stack.count - 1) {
        arguments[arguments.count - 1].append(token)
      }
      at -= 1
    }
    return nil
  }

  // MARK: Parameters

  private mutating func substituted(
    _ macro: Macro, _ parameters: [Name], _ arguments: [[Token]], _ depth: Int
  ) -> [Token] {
    var result: [Token] = []
    var at = 0
    let body = macro.body
    while at < body.count {
      if body[at].isSymbol("#"), at + 1 < body.count,
        argument(body[at + 1], macro, parameters, arguments) != nil
      {
        // A text is never a number.
        result.append(Token(copying: body[at], as: .string, "\"\""))
        at += 2
        continue
      }
      let isPasted = at + 1 < body.count && body[at + 1].isSymbol("##")
      let isPastedTo = at > 0 && body[at - 1].isSymbol("##")
      if body[at].isSymbol("##") {
        at += 1
        continue
      }
      let words: [Token]
      if let given = argument(body[at], macro, parameters, arguments) {
        words = isPasted || isPastedTo ? given : expand(given[...], depth: depth + 1)
      } else {
        words = [body[at]]
      }
      if isPastedTo, let left = result.popLast() {
        result += pasted(left, words)
      } else {
        result += words
      }
      left -= words.count
      if isExhausted { return [] }
      at += 1
    }
    return result
  }

  private func argument(
    _ token: Token, _ macro: Macro, _ parameters: [Name], _ arguments: [[Token]]
  ) -> [Token]? {
    guard token.kind == .identifier else { return nil }
    if let index = parameters.firstIndex(of: token.text) {
      let isRest = macro.isVariadic && index == parameters.count - 1
      return isRest ? rest(arguments, from: index) : index < arguments.count ? arguments[index] : []
    }
    return nil
  }

  /// The arguments from one on, with the commas between them.
  private func rest(_ arguments: [[Token]], from index: Int) -> [Token] {
    guard index < arguments.count else { return [] }
    var words = arguments[index]
    for argument in arguments[(index + 1)...] {
      if let place = words.last ?? argument.first {
        words.append(Token(copying: place, as: .symbol, ","))
      }
      words += argument
    }
    return words
  }

  /// `X##Y`
  private func pasted(_ left: Token, _ right: [Token]) -> [Token] {
    guard let first = right.first else { return [left] }
    let text = Name("\(left.text)\(first.text)")
    let read = Tokenizer.read(Array(text.utf8), file: 0, .c).tokens
    guard read.count == 1 else { return [left] + right }
    return [Token(copying: left, as: read[0].kind, text)] + right.dropFirst()
  }
}

extension Token {
  /// Another word at the place of one.
  init(copying token: Token, as kind: Kind, _ text: Name) {
    self.init(
      kind: kind, text: text, place: token.place, isSpaced: token.isSpaced,
      startsLine: token.startsLine)
  }
}
