import FlagModel

/// The columns of the type `SET` in a dump of MySQL. The first name is bit 0.
enum SQLSource {
  static func groups(of source: SourceText, _ file: Int) -> [DefinedGroup] {
    let tokens = Tokenizer.read(source.utf8, file: file, .sql).tokens
    let closers = Brackets.closers(of: tokens)
    var sets = TableSets()
    var table: Name = ""
    for at in tokens.indices.dropLast(2) {
      if tokens[at].isKeyword("table"), let name = name(after: at, in: tokens) {
        table = name
      } else if tokens[at].isKeyword("set"), tokens[at + 1].isSymbol("("), at > 0,
        tokens[at - 1].kind == .identifier, closers[at + 1] < tokens.count
      {
        let group = Name(path: [table, tokens[at - 1].text].filter { !$0.isEmpty })
        sets.declaredFlags.insert(group)
        add(tokens[(at + 2)..<Int(closers[at + 1])], to: group, &sets)
      }
    }
    return sets.groups
  }

  /// The name behind `TABLE` or `TABLE IF NOT EXISTS`, without the database.
  private static func name(after at: Int, in tokens: [Token]) -> Name? {
    let words = tokens[(at + 1)...].prefix { $0.kind == .identifier || $0.isSymbol(".") }
    return words.last { !$0.isSymbol(".") }?.text
  }

  private static func add(_ list: ArraySlice<Token>, to group: Name, _ sets: inout TableSets) {
    for (bit, words) in list.split(whereSeparator: { $0.isSymbol(",") }).enumerated() {
      guard let word = words.first else { continue }
      let name = text(of: words)
      if name.isEmpty { continue }
      let value: Result<Number, Unknowable> =
        if bit < 64 {
          .success(Number(1 << Int128(bit)))
        } else {
          .failure(Unknowable("a SET has 64 members at most", at: word.place))
        }
      sets.add(
        TableSets.Row(
          group: group, field: nil, name: Name(name), value: value, mask: 0, comment: nil,
          place: word.place))
    }
  }

  /// The text of a literal. A doubled quote makes two tokens.
  private static func text(of words: ArraySlice<Token>) -> [UInt8] {
    let quote = words.first?.text.utf8.first ?? UInt8(ascii: "'")
    let parts = words.map { unescaped($0.text.utf8.dropFirst().dropLast()) }
    return Array(parts.joined(separator: [quote]))
  }

  /// The bytes without the backslashes of MySQL.
  private static func unescaped(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    var isEscaped = false
    for byte in bytes {
      if !isEscaped, byte == UInt8(ascii: "\\") {
        isEscaped = true
        continue
      }
      // MySQL keeps the backslash before the characters of patterns.
      if isEscaped, byte == UInt8(ascii: "%") || byte == UInt8(ascii: "_") {
        text.append(UInt8(ascii: "\\"))
      }
      text.append(isEscaped ? escapes[byte] ?? byte : byte)
      isEscaped = false
    }
    return text
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "0"): 0, UInt8(ascii: "b"): 8, UInt8(ascii: "t"): 9, UInt8(ascii: "n"): 10,
    UInt8(ascii: "r"): 13, UInt8(ascii: "Z"): 26,
  ]
}

extension Token {
  /// True for a word of SQL in either case.
  fileprivate func isKeyword(_ word: Name) -> Bool {
    kind == .identifier && text.lowercased == word
  }
}
