@testable import SQLText

/// Words that every engine reads alike, and names that queries give to their own tables and
/// columns.
private let standardWords: Set<String> = Set(
  """
  SELECT DISTINCT FROM WHERE AND OR NOT IN IS NULL TRUE FALSE BETWEEN EXISTS AS JOIN LEFT ON UNION \
  ALL GROUP ORDER BY HAVING DESC LIMIT OFFSET CASE WHEN THEN ELSE END OVER FILTER \
  INSERT INTO VALUES DEFAULT UPDATE SET DELETE RETURNING CONFLICT DO NOTHING \
  count min max coalesce \
  flagdb_bits flagdb_groups bit value records others asked counted listed measured
  """.split(separator: " ").map(String.init))

/// Not `/` and `%`, of which engines think differently where zero divides, nor `<<`.
private let standardSigns: Set<String> = [
  "(", ")", ",", ".", "*", "=", "!=", "<", "<=", ">", ">=", "+", "-", "&", "|", "||", "~", ">>",
]

extension SQLText {
  /// The words of its own text that not every engine reads alike; the words of a dialect, names and
  /// values are no text.
  var foreignWords: [String] {
    var text = ""
    var words: [String] = []
    for segment in segments {
      switch segment {
      case .text(let more): text += more
      case .call(_, let pieces), .clause(_, let pieces):
        words += pieces.flatMap(\.foreignWords)
        text += " 0 "
      case .name, .table, .value, .list, .rows, .number: text += " 0 "
      }
    }
    return Self.foreignWords(in: text) + words
  }

  private static func foreignWords(in text: String) -> [String] {
    let words = tokens(of: text)
    return words.indices.compactMap { index in
      let rest = words[(index + 1)...].drop { $0 == "NOT" }
      switch words[index] {
      // Two values may be NULL, and only SQLite compares them by IS.
      case "IS" where !["NULL", "TRUE", "FALSE"].contains(rest.first ?? ""): return "IS"
      // The answer of a query is a table only by a name.
      case "FROM" where rest.first == "(", "JOIN" where rest.first == "(": return "FROM ("
      case let word:
        let isNumber = word.utf8.allSatisfy { (48...57).contains($0) }
        return isNumber || standardWords.contains(word) || standardSigns.contains(word) ? nil : word
      }
    }
  }

  /// Words, numbers and signs.
  private static func tokens(of text: String) -> [String] {
    var tokens: [String] = []
    for character in text {
      let isSign = "=!<>|&".contains(character)
      if character == " " || character == "\n" {
        tokens.append("")
      } else if let last = tokens.last?.last,
        isPartOfWord(last) && isPartOfWord(character) || "=!<>|&".contains(last) && isSign
      {
        tokens[tokens.count - 1].append(character)
      } else {
        tokens.append(String(character))
      }
    }
    return tokens.filter { !$0.isEmpty }
  }

  private static func isPartOfWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}
