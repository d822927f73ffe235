import FlagModel

// Go: constants with `iota`, and named number types.

extension Scanner {
  /// Scans `type Flags uint32`.
  func scanGoType(_ at: Int, end: Int) -> Int? {
    guard at + 2 < end, tokens[at + 1].kind == .identifier, tokens[at + 2].kind == .identifier,
      let type = declarations.type(named: [tokens[at + 2].text])
    else { return nil }
    declarations.declare(type, named: [tokens[at + 1].text])
    return at + 3
  }

  /// `const A = 1` or `const ( A Flags = 1 << iota; B )`
  func scanGoConstants(_ at: Int, end: Int, _ path: [Name]) -> Int? {
    guard at + 1 < end else { return nil }
    let isGroup = tokens[at + 1].isSymbol("(")
    let close =
      if isGroup { min(closer(of: at + 1), end) } else { endOfExpression(from: at + 1, end) }
    var line = if isGroup { at + 2 } else { at + 1 }
    var repeated = GoValue()
    var iota = 0
    while line < close {
      let next = if isGroup { max(line + 1, endOfExpression(from: line, close)) } else { close }
      addGoConstant(line..<next, &repeated, iota, path)
      line = next
      if line < close, tokens[line].isSymbol(";") { line += 1 }
      iota += 1
    }
    if isGroup { return min(close + 1, end) }
    return min(close, end)
  }

  /// The type and the value that later constants in the group inherit.
  private struct GoValue {
    var type: Token?
    var value: ArraySlice<Token> = []
  }

  private func addGoConstant(
    _ line: Range<Int>, _ repeated: inout GoValue, _ iota: Int, _ path: [Name]
  ) {
    let words = tokens[line]
    guard let name = words.first, name.kind == .identifier else { return }
    if let equals = words.firstIndex(where: { $0.isSymbol("=") }) {
      repeated.type = if equals - line.lowerBound == 2 { tokens[equals - 1] } else { nil }
      repeated.value = words[(equals + 1)...]
    }
    if name.isWord("_") { return }
    var type: IntegerType?
    if let word = repeated.type,
      case .integer(let integerType)? = declarations.type(named: [word.text])
    {
      type = integerType
    }
    let constant = Constant(
      name.text, in: path, .expression(repeated.value), type: type, at: name.place,
      comment: comment(on: line.lowerBound, until: line.upperBound))
    constant.iota = iota
    if let word = repeated.type, BasicTypes.type(named: [word.text], .go) == nil {
      goSet(of: word, type).add(constant)
    }
    declarations.declare(constant)
  }

  /// The set for the constants of one type.
  private func goSet(of word: Token, _ type: IntegerType?) -> DeclaredSet {
    declarations.set(at: [word.text]) {
      DeclaredSet([word.text], rawType: type, repeatsName: true, at: word.place)
    }
  }
}
