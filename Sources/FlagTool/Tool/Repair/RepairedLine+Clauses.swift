import CommandTable

// SQL clauses in the command line:
// `flagdb query zoo.db Sample where score > 5 order by score limit 3`.

extension RepairedLine {
  /// Converts the clauses after ENTITY to options.
  mutating func readClauses() {
    guard ["query", "update", "delete", "stats"].contains(command) else { return }
    let plain = line.plain
    let words = Self.pieces(of: plain.dropFirst().joined(separator: " "))
    // An entity may be named like a clause, which has a text after it.
    let start = Self.isEntity(plain.dropFirst()) ? 1 : 0
    guard let first = words.dropFirst(start).firstIndex(where: { Self.clause($0) != nil }) else {
      return readClausesOfWhere()
    }
    guard let database = plain.first else { return }
    let head = Array(words[..<first])
    line.replacePlain(from: 0, with: [database, head.first ?? "ENTITY"])
    if head.count > 1 { condition(head.dropFirst().joined(separator: " ")) }
    readClauses(words[first...])
  }

  /// True if the first of some words is an entity, and not the keyword of a clause.
  private static func isEntity(_ words: ArraySlice<String>) -> Bool {
    guard let first = words.first, !first.contains(" ") else { return false }
    guard let next = words.dropFirst().first else { return true }
    return clause(next) != nil || next.contains(" ") && clause(first) != "where"
  }

  /// Corrects `--where 'score > 5 order by score'`.
  private mutating func readClausesOfWhere() {
    guard let index = line.pieces.firstIndex(where: { $0.option == "where" }) else { return }
    let words = Self.pieces(of: line.pieces[index].value ?? "")
    guard let first = words.firstIndex(where: { Self.clause($0) != nil }), first > 0 else { return }
    line.pieces[index].value = words[..<first].joined(separator: " ")
    readClauses(words[first...])
  }

  private mutating func readClauses(_ words: ArraySlice<String>) {
    var words = words
    while let keyword = words.popFirst() {
      if ["order", "group"].contains(keyword.lowercased()), words.first?.lowercased() == "by" {
        words.removeFirst()
      }
      let end = words.firstIndex { Self.clause($0) != nil } ?? words.endIndex
      let text = words[words.startIndex..<end].joined(separator: " ")
      words = words[end...]
      if text.isEmpty { continue }
      switch Self.clause(keyword) {
      case "where": condition(text)
      case "set": assign(text)
      case let option?: line.pieces.append(.init(option: option, text))
      case nil: break
      }
    }
  }

  private mutating func condition(_ text: String) {
    let text = Self.withQuotes(text)
    if command == "update" || command == "stats" || line.plain.count > 2 {
      line.pieces.append(.init(option: "where", text))
    } else {
      line.replacePlain(from: 2, with: [text])
    }
  }

  private mutating func assign(_ text: String) {
    let parts = Self.parts(of: text) { $0 == "," }
    line.replacePlain(from: 2, with: parts.map(\.trimmed).filter { !$0.isEmpty })
  }

  /// The option for the keyword that begins an SQL clause. "set" and "where" stay.
  private static func clause(_ word: String) -> String? {
    switch word.lowercased() {
    case "where": "where"
    case "set": "set"
    case "order": "sort"
    case "group": "group-by"
    case "having": "having"
    case "limit": "limit"
    case "offset": "offset"
    default: nil
    }
  }

  /// Splits a text at blanks, but not within quotes and brackets.
  private static func pieces(of text: String) -> [String] {
    parts(of: text, separatedBy: \.isWhitespace).filter { !$0.isEmpty }
  }

  /// Splits a text at separators outside of quotes and brackets.
  private static func parts(
    of text: String, separatedBy isSeparator: (Character) -> Bool
  ) -> [String] {
    var parts = [""]
    var quote: Character?
    var depth = 0
    for character in text {
      if quote == nil, depth == 0, isSeparator(character) {
        parts.append("")
        continue
      }
      if let open = quote {
        if character == open { quote = nil }
      } else if "'\"".contains(character) {
        quote = character
      } else if "([{".contains(character) {
        depth += 1
      } else if ")]}".contains(character) {
        depth = max(0, depth - 1)
      }
      parts[parts.count - 1].append(character)
    }
    return parts
  }

  /// `note ilike '%run%'`, as the predicate or after `--where`
  mutating func replaceOperators() {
    guard ["query", "update", "delete", "stats"].contains(command) else { return }
    let plain = line.plain
    if ["query", "delete"].contains(command), plain.count == 3 {
      let predicate = Self.withLike(plain[2])
      // The option order changes if a replaced argument is put back.
      if predicate != plain[2] { line.replacePlain(from: 2, with: [predicate]) }
    }
    for index in line.pieces.indices where line.pieces[index].option == "where" {
      line.pieces[index].value = line.pieces[index].value.map(Self.withLike)
    }
  }

  /// Converts `note ilike '%run%'` to `note like[c] '*run*'`. A text without such an operator is
  /// returned unchanged.
  private static func withLike(_ text: String) -> String {
    let words = pieces(of: text)
    guard let index = words.firstIndex(where: { $0.lowercased() == "ilike" }),
      index + 1 < words.count, index > 0, words[index - 1].lowercased() != "not"
    else { return text }
    var replaced = words
    replaced[index] = "like[c]"
    replaced[index + 1] = words[index + 1].replacing("%", with: "*").replacing("_", with: "?")
    return replaced.joined(separator: " ")
  }

  /// Restores quotes that the shell has removed: `code=S-2` becomes `code="S-2"`.
  static func withQuotes(_ text: String) -> String {
    guard let sign = text.lastIndex(where: { "=<>".contains($0) }) else { return text }
    let value = String(text[text.index(after: sign)...]).trimmed
    let isText =
      value.first?.isLetter == true && value.contains("-")
      && value.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    guard isText else { return text }
    let blanks = text[text.index(after: sign)...].prefix { $0 == " " }
    return "\(text[...sign])\(blanks)\"\(value)\""
  }
}
