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
    let close = if isGroup { min(closer(of: at + 1), end) } else { endOfGoLine(from: at + 1, end) }
    var line = if isGroup { at + 2 } else { at + 1 }
    var repeated = GoValues()
    var iota = 0
    while line < close {
      let next = if isGroup { max(line + 1, endOfGoLine(from: line, close)) } else { close }
      addGoConstants(line..<next, repeating: &repeated, iota: iota, in: path)
      line = next
      if line < close, tokens[line].isSymbol(";") { line += 1 }
      iota += 1
    }
    if isGroup { return min(close + 1, end) }
    return min(close, end)
  }

  /// The end of a line of constants, whose names and values are lists.
  private func endOfGoLine(from start: Int, _ end: Int) -> Int {
    var at = start
    while at < end {
      let next = endOfExpression(from: at, end)
      guard next < end, tokens[next].isSymbol(",") else { return next }
      at = next + 1
    }
    return end
  }

  /// The type and the values that later lines in the group inherit.
  private struct GoValues {
    var type: Token?
    var values: [Range<Int>] = []
  }

  /// Adds the constants of a line: `A Flags = 1`, or `A, B = 1 << iota, 1 << (iota + 8)`. Each name has
  /// the value at its place in the list, and `iota` is the same for all.
  private func addGoConstants(
    _ line: Range<Int>, repeating repeated: inout GoValues, iota: Int, in path: [Name]
  ) {
    let equals = tokens[line].firstIndex { $0.isSymbol("=") }
    let names = goList(line.lowerBound..<(equals ?? line.upperBound))
    if let equals {
      // Only the last name can be followed by a type.
      repeated.type = names.last.flatMap { $0.count == 2 ? tokens[$0.lowerBound + 1] : nil }
      repeated.values = goList(equals + 1..<line.upperBound)
    }
    for (place, name) in names.enumerated() where tokens[name.lowerBound].kind == .identifier {
      if tokens[name.lowerBound].isWord("_") { continue }
      let value = if place < repeated.values.count { repeated.values[place] } else { 0..<0 }
      addGoConstant(
        name.lowerBound, tokens[value], of: line, typeName: repeated.type, iota: iota, in: path)
    }
  }

  /// The parts of a list between its commas.
  private func goList(_ range: Range<Int>) -> [Range<Int>] {
    PairScanner(list: list, language: language, closers: closers).items(range)
  }

  private func addGoConstant(
    _ place: Int, _ value: ArraySlice<Token>, of line: Range<Int>, typeName: Token?, iota: Int,
    in path: [Name]
  ) {
    let name = tokens[place]
    var type: IntegerType?
    if let typeName, case .integer(let integerType)? = declarations.type(named: [typeName.text]) {
      type = integerType
    }
    let constant = Constant(
      name.text, in: path, .expression(value), type: type, at: name.place,
      comment: comment(on: line.lowerBound, until: line.upperBound))
    constant.iota = iota
    if let typeName, BasicTypes.type(named: [typeName.text], .go) == nil {
      goSet(of: typeName, type).add(constant)
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
