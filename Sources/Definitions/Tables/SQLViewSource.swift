import FlagModel

/// The flags that SQL statements name: `flags & 4 AS kick`, `CASE WHEN flags & 4 THEN 'kick' END`,
/// `flags >> 2 & 1 AS kick`. The column is the name of the flag set.
struct SQLViewSource {
  private let tokens: [Token]
  private var sets = TableSets()

  static func groups(of source: SourceText, _ file: Int) -> [DefinedGroup] {
    var view = SQLViewSource(source, file)
    view.read()
    return view.sets.groups
  }

  private init(_ source: SourceText, _ file: Int) {
    tokens = Tokenizer.read(source.utf8, file: file, .sql).tokens
    sets.areFlags = false
  }

  private mutating func read() {
    var seen: Set<[Name]> = []
    for index in tokens.indices where tokens[index].isSymbol("&") {
      guard !isCondition(index), let (column, value, place) = test(at: index),
        let name = name(after: index), seen.insert([column, name]).inserted
      else { continue }
      sets.add(
        TableSets.Row(
          group: column, field: nil, name: name, value: .success(Number(value)), mask: 0,
          comment: nil, place: place))
    }
  }

  /// The column and the bits of a test whose `&` is at an index.
  private func test(at index: Int) -> (column: Name, value: Int128, place: TokenPlace)? {
    guard index > 0, index + 1 < tokens.count else { return nil }
    let (left, right) = (tokens[index - 1], tokens[index + 1])
    if isName(left), let value = number(right) { return (name(left), value, right.place) }
    if let value = number(left), isName(right) {
      let isShifted = index > 2 && tokens[index - 2].isSymbol(">>")
      if isShifted { return nil }
      return (name(right), value, left.place)
    }
    // `(flags >> 2) & 1`, with or without brackets
    let last = if left.isSymbol(")") { index - 2 } else { index - 1 }
    guard number(right) == 1, last > 1, tokens[last - 1].isSymbol(">>"), isName(tokens[last - 2]),
      let bit = number(tokens[last]), bit < 64
    else { return nil }
    return (name(tokens[last - 2]), 1 << bit, tokens[last].place)
  }

  /// True for a test of a WHERE or ON, which names nothing.
  private func isCondition(_ index: Int) -> Bool {
    for at in (max(0, index - 7)..<index).reversed() {
      if tokens[at].isSymbol(",") { return false }
      if ["where", "and", "or", "on"].contains(tokens[at].text.lowercased) { return true }
    }
    return false
  }

  /// The first name after a test: that of a column, or a text after THEN.
  private func name(after index: Int) -> Name? {
    var depth = 0
    for at in index + 2..<min(index + 16, tokens.count) {
      let token = tokens[at]
      if token.isSymbol("(") { depth += 1 }
      if token.isSymbol(")") { depth -= 1 }
      if token.isSymbol(";") || token.isSymbol(",") && depth <= 0 || token.isSymbol("&") {
        return nil
      }
      let word = token.text.lowercased
      guard token.kind == .identifier, word == "as" || word == "then", at + 1 < tokens.count else {
        continue
      }
      let next = tokens[at + 1]
      let isText = next.kind == .string || next.kind == .character
      if isText || word == "as" && next.kind == .identifier { return bare(next) }
      return nil
    }
    return nil
  }

  private func isName(_ token: Token) -> Bool {
    token.kind == .identifier
      || token.kind == .string && token.text.utf8.first == UInt8(ascii: "\"")
  }

  private func name(_ token: Token) -> Name { bare(token) ?? token.text }

  private func number(_ token: Token) -> Int128? {
    if token.kind == .number { return TableNumber.read(token.text)?.value }
    return nil
  }

  /// The name without quotes and separators: `HRM` of `'HRM,'`.
  private func bare(_ token: Token) -> Name? {
    let marks = Set("'\"`,|; ".utf8)
    let bytes = token.text.utf8.drop(while: marks.contains).reversed().drop(while: marks.contains)
    if bytes.isEmpty { return nil }
    return Name(Array(bytes.reversed()))
  }
}
