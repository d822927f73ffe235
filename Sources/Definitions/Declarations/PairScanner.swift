import FlagModel

/// Reads sets of names and numbers in brackets: pairs as in `{'A': 1}`, `['a' => 1]` and `{1: 'A'}`,
/// and rows as in `[{bit: 0, name: 'A'}]`.
struct PairScanner {
  let list: TokenList
  let language: DefinitionLanguage
  let closers: [Int32]

  /// A part before and a part after `:` or `=>`.
  struct Pair {
    let key: ArraySlice<Token>
    let value: ArraySlice<Token>
  }

  /// The set in the brackets at an index; nil if they contain anything else.
  func set(at open: Int, named path: [Name], at place: TokenPlace) -> DeclaredSet? {
    let set = DeclaredSet(path, rawType: nil, isList: true, repeatsName: false, at: place)
    for item in items(content(of: open)) {
      guard let (name, rule) = row(item) ?? pair(item).flatMap(member) else { return nil }
      set.add(
        Constant(
          self.name(in: name), in: path.dropLast(), rule, at: list.tokens[name.startIndex].place,
          comment: list.comment(behind: item.upperBound)
            ?? list.comment(behind: item.upperBound - 1)))
    }
    if set.members.isEmpty { return nil }
    return set
  }

  /// The range between brackets; empty if there are none.
  func content(of open: Int) -> Range<Int> {
    let isCall = ["array", "dict"].contains(list.tokens[open].text) && open + 1 < list.tokens.count
    let open = if isCall { open + 1 } else { open }
    let close = Int(closers[open])
    if close < list.tokens.count { return open + 1..<close }
    return open..<open
  }

  /// The parts between commas.
  func items(_ range: Range<Int>) -> [Range<Int>] {
    var items: [Range<Int>] = []
    var (start, at) = (range.lowerBound, range.lowerBound)
    while at < range.upperBound {
      if list.tokens[at].isSymbol(",") {
        items.append(start..<at)
        start = at + 1
      }
      at = Brackets.next(after: at, closers, before: range.upperBound)
    }
    return (items + [start..<range.upperBound]).filter { !$0.isEmpty }
  }

  /// The parts of a pair; nil without a sign between them.
  func pair(_ item: Range<Int>) -> Pair? {
    let tokens = list.tokens[item]
    guard let sign = sign("=>", in: item) ?? sign(":", in: item.dropFirst()),
      sign > item.lowerBound, sign + 1 < item.upperBound
    else { return nil }
    return Pair(key: tokens[..<sign], value: tokens[(sign + 1)...])
  }

  /// The index of a sign outside of brackets.
  private func sign(_ sign: Name, in range: Range<Int>) -> Int? {
    var at = range.lowerBound
    while at < range.upperBound {
      if list.tokens[at].isSymbol(sign) { return at }
      at = Brackets.next(after: at, closers, before: range.upperBound)
    }
    return nil
  }

  /// The name and the value of a pair; nil if both or neither are names.
  private func member(_ pair: Pair) -> (ArraySlice<Token>, Constant.Rule)? {
    let hasNames = (isName(pair.key, isKey: true), isName(pair.value, isKey: false))
    switch hasNames {
    case (true, false): return (pair.key, .expression(pair.value))
    case (false, true): return (pair.value, .expression(pair.key))
    default: return nil
    }
  }

  /// The name and the value of `{bit: 0, name: 'A'}`.
  private func row(_ item: Range<Int>) -> (ArraySlice<Token>, Constant.Rule)? {
    let pairs = items(content(of: item.lowerBound)).compactMap(pair)
    let keys = pairs.map { pair -> Name in
      guard isName(pair.key, isKey: true) else { return "" }
      return self.name(in: pair.key)
    }
    guard let columns = TableColumns(keys, isTree: true),
      isName(pairs[columns.name].value, isKey: false)
    else { return nil }
    let title = pairs[columns.name].value
    if let value = columns.value { return (title, .expression(pairs[value].value)) }
    return columns.bit.map { (title, Constant.Rule.bit(pairs[$0].value, first: 0)) }
  }

  /// True for a text, a symbol of Ruby, or a key without quotes.
  func isName(_ tokens: ArraySlice<Token>, isKey: Bool) -> Bool {
    guard let last = tokens.last else { return false }
    let isSymbol = language == .ruby && tokens.count == 2 && tokens.first?.isSymbol(":") == true
    if tokens.count > 1, !isSymbol { return false }
    let isBare = isKey && (language == .ruby || language == .typescript) || isSymbol
    let isQuoted = last.kind == .string || last.kind == .character
    return isQuoted && last.text.utf8.count > 2 || last.kind == .identifier && isBare
  }

  /// The name without quotes.
  func name(in tokens: ArraySlice<Token>) -> Name {
    guard let last = tokens.last else { return "" }
    if last.kind == .identifier { return last.text }
    return Name(last.text.utf8.dropFirst().dropLast())
  }
}
