/// Splits a line into words as a shell does: at blanks, with quotes and backslashes only.
package struct CommandWords {
  package private(set) var words: [String] = []
  /// The word at the end of the line; empty after a blank.
  private(set) var last = ""
  /// The byte where that word begins, including its quote.
  private(set) var start = 0
  /// The quote that is open at the end.
  private(set) var openQuote: Character?

  package init(_ line: String) {
    var word: String?
    var isEscaped = false
    var position = 0
    // A combining mark after a blank or a quote would form one character with it.
    for scalar in line.unicodeScalars {
      let character = Character(scalar)
      defer { position += character.utf8.count }
      if isEscaped {
        word?.append(character)
        isEscaped = false
      } else if character == "\\", openQuote != "'" {
        if word == nil { start = position }
        word = word ?? ""
        isEscaped = true
      } else if let quote = openQuote {
        if character == quote { openQuote = nil } else { word?.append(character) }
      } else if character.isWhitespace {
        if let word { words.append(word) }
        word = nil
        start = position + character.utf8.count
      } else {
        if word == nil { start = position }
        word = word ?? ""
        if character == "'" || character == "\"" {
          openQuote = character
        } else {
          word?.append(character)
        }
      }
    }
    if word == nil { start = position }
    last = word ?? ""
    if let word { words.append(word) }
  }

  /// The words before the incomplete one.
  func before(_ line: String) -> [String] {
    if last.isEmpty && start == line.utf8.count { return words }
    return Array(words.dropLast())
  }

  /// A word as it must be typed, within the open quote if there is one.
  package static func typed(_ word: String, in quote: Character?) -> String {
    switch quote {
    case "'": return "'" + word
    case "\"":
      var typed = "\""
      for scalar in word.unicodeScalars {
        if scalar == "\"" || scalar == "\\" { typed += "\\" }
        typed.unicodeScalars.append(scalar)
      }
      return typed
    default: break
    }
    let needsQuotes = word.unicodeScalars.contains {
      $0.properties.isWhitespace || $0 == "'" || $0 == "\"" || $0 == "\\"
    }
    if !needsQuotes { return word }
    if word.unicodeScalars.contains("'") { return typed(word, in: "\"") + "\"" }
    return "'\(word)'"
  }
}
