import FlagModel

/// Expands macros like the C preprocessor.
struct MacroExpander {
  var macros: [Name: Macro] = [:]
  private var hidden = HiddenMacros()
  /// The remaining limit for expanded tokens. An empty macro counts as one.
  private var left = mostOfText
  /// The remaining limit for tokens in the search for arguments.
  private var leftForBrackets = mostOfText * 10
  /// The remaining limit for the expansion of numeric macros.
  private var leftForMacros = mostOfText

  /// The limit for hostile input; real headers need a tenth of it.
  private static let mostOfText = 400_000
  /// The limit for one numeric macro.
  private static let mostOfMacro = 10_000
  private static let deepest = 30
  /// The maximum length of a token that `##` creates.
  private static let longestWord = 256

  private var isExhausted: Bool { left <= 0 }

  /// The expansion of a macro; nil if it is too long.
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
    if isExhausted { return nil }
    return words
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
      let call = MacroCall(macro, parameters.count, arguments)
      push(substituted(call, depth), of: macro, token, on: &stack)
    }
    return output
  }

  private mutating func push(
    _ body: [Token], of macro: Macro, _ token: Token, on stack: inout [Token]
  ) {
    let chain = hidden.adding(macro.name, to: token.hidden)
    left -= max(1, body.count)
    for var word in body.reversed() {
      if word.hidden < 0 { word.hidden = chain }
      stack.append(word)
    }
  }

  /// The arguments in brackets after a macro; nil if there are none.
  private mutating func takeArguments(_ stack: inout [Token]) -> [[Token]]? {
    guard stack.last?.isSymbol("(") ?? false, leftForBrackets > 0 else { return nil }
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
    leftForBrackets -= stack.count
    return nil
  }

  // MARK: Parameters

  private mutating func substituted(_ call: MacroCall, _ depth: Int) -> [Token] {
    var call = call
    var result: [Token] = []
    var at = 0
    let body = call.macro.body
    while at < body.count, !isExhausted {
      if body[at].isSymbol("#"), at + 1 < body.count, call.macro.parameter(body[at + 1]) != nil {
        // A text is never a number, so its content does not matter.
        result.append(Token(copying: body[at], as: .string, "\"\""))
        at += 2
        continue
      }
      if !body[at].isSymbol("##") {
        let isPastedTo = at > 0 && body[at - 1].isSymbol("##")
        let isPasted = isPastedTo || at + 1 < body.count && body[at + 1].isSymbol("##")
        let words = words(for: body[at], of: &call, isPasted: isPasted, depth)
        if isPastedTo, let before = result.popLast() {
          result += pasted(before, words)
        } else {
          result += words
        }
        left -= max(1, words.count)
      }
      at += 1
    }
    if isExhausted { return [] }
    return result
  }

  /// The tokens for one in the body: an argument next to `##` unchanged, and other arguments
  /// expanded.
  private mutating func words(
    for token: Token, of call: inout MacroCall, isPasted: Bool, _ depth: Int
  ) -> [Token] {
    guard let parameter = call.macro.parameter(token) else { return [token] }
    if isPasted { return call.argument(parameter) }
    if let expanded = call.expanded[parameter] { return expanded }
    let words = expand(call.argument(parameter)[...], depth: depth + 1)
    call.expanded[parameter] = words
    return words
  }

  /// `X##Y`
  private mutating func pasted(_ left: Token, _ right: [Token]) -> [Token] {
    guard let first = right.first else { return [left] }
    guard left.text.utf8.count + first.text.utf8.count <= Self.longestWord else {
      return [left] + right
    }
    let text = Name("\(left.text)\(first.text)")
    self.left -= text.utf8.count / 8
    let read = Tokenizer.read(Array(text.utf8), file: 0, .c).tokens
    guard read.count == 1 else { return [left] + right }
    return [Token(copying: left, as: read[0].kind, text)] + right.dropFirst()
  }
}

/// A macro call with its arguments.
private struct MacroCall {
  let macro: Macro
  private let arguments: [[Token]]
  /// The expanded arguments, by the indexes of their parameters.
  var expanded: [Int: [Token]] = [:]

  init(_ macro: Macro, _ parameters: Int, _ arguments: [[Token]]) {
    self.macro = macro
    guard macro.isVariadic, arguments.count > parameters, parameters > 0 else {
      self.arguments = arguments
      return
    }
    self.arguments = arguments[..<(parameters - 1)] + [Self.joined(arguments[(parameters - 1)...])]
  }

  func argument(_ number: Int) -> [Token] {
    guard number < arguments.count else { return [] }
    return arguments[number]
  }

  /// The arguments with commas between them.
  private static func joined(_ arguments: ArraySlice<[Token]>) -> [Token] {
    var words: [Token] = []
    for (number, argument) in arguments.enumerated() {
      if number > 0, let place = words.last ?? argument.first {
        words.append(Token(copying: place, as: .symbol, ","))
      }
      words += argument
    }
    return words
  }
}

extension Token {
  /// Another token at the same place.
  init(copying token: Token, as kind: Kind, _ text: Name) {
    self.init(
      kind: kind, text: text, place: token.place, isSpaced: token.isSpaced,
      startsLine: token.startsLine)
  }
}
