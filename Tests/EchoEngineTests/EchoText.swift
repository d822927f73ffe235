import FlagModel

/// A statement in the Echo dialect, taken apart.
struct EchoText {
  private let text: String

  init(_ text: String) {
    self.text = text
  }

  /// The words outside of names and values.
  var words: [String] { text.split { !$0.isLetter && $0 != "_" }.map(String.init) }

  var verb: String { words.first ?? "" }

  /// The names in quotes.
  var names: [String] {
    text.split(separator: "[", omittingEmptySubsequences: false).dropFirst().map { piece in
      String(piece.prefix { $0 != "]" })
    }
  }

  var isDescending: Bool { text.contains(" DESC") }
  var isOfOneRow: Bool { text.hasSuffix(" LIMIT 1") }

  /// The name after a word.
  func name(after word: String) -> String {
    guard let range = text.firstRange(of: "\(word) ") else { return "" }
    let rest = text[range.upperBound...]
    if rest.first == "[" { return String(rest.dropFirst().prefix { $0 != "]" }) }
    return String(rest.prefix { $0.isLetter || $0 == "_" })
  }

  /// The text between two marks, or up to the end.
  func text(after start: String, before end: String) -> String {
    guard let first = text.firstRange(of: start) else { return "" }
    let rest = text[first.upperBound...]
    return String(rest.firstRange(of: end).map { rest[..<$0.lowerBound] } ?? rest)
  }

  /// The items of each list in brackets, outside of other brackets.
  var lists: [[String]] {
    var lists: [[String]] = []
    var depth = 0
    var list = ""
    for character in text {
      if character == ")" { depth -= 1 }
      if depth > 0 { list.append(character) }
      if character == ")", depth == 0 {
        lists.append(Self.items(list))
        list = ""
      }
      if character == "(" { depth += 1 }
    }
    return lists
  }

  /// The items between commas outside of brackets.
  static func items(_ text: String) -> [String] {
    var items = [""]
    var depth = 0
    for character in text {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if character == ",", depth == 0 {
        items.append("")
      } else {
        items[items.count - 1].append(character)
      }
    }
    return items.map { String($0.drop { $0 == " " }) }
  }

  static func plain(_ name: String) -> String { name.filter { $0 != "[" && $0 != "]" } }

  static func words(in text: String) -> [String] {
    text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
  }

  /// The value of an item: its first placeholder, or a literal. It takes the values of all its
  /// placeholders.
  static func value(of item: String, _ values: inout ArraySlice<Value>) -> Value {
    let count = item.count { $0 == "?" }
    let own = values.prefix(count)
    values = values.dropFirst(count)
    if let first = own.first { return first }
    let literal = item.drop { $0 != "=" }.dropFirst().drop { $0 == " " }
    let text = literal.isEmpty ? item[...] : literal
    if let number = Int64(text) { return .integer(number) }
    guard text.hasPrefix("'"), text.hasSuffix("'") else { return .null }
    return .text(String(text.dropFirst().dropLast()).replacing("''", with: "'"))
  }
}
