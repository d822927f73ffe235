/// Words, functions and signs that PostgreSQL does not know or takes for something else.
enum SQLiteWords {
  private static let words: Set<String> = Set(
    """
    ? iif typeof ifnull printf instr substr glob total unixepoch julianday datetime strftime \
    group_concat json_each json_tree json_valid json_group_array json_extract \
    flagdb_matches flagdb_fold flagdb_like flagdb_lower flagdb_upper flagdb_split \
    flagdb_avg flagdb_percentile flagdb_stddev flagdb_sum pragma pragma_table_list \
    rowid strict autoincrement integer real blob pow hex randomblob raise abort fail ignore
    """.split(separator: " ").map(String.init))

  /// Those that a statement has outside quotes.
  static func all(in text: String) -> [String] {
    let plain = outsideQuotes(text).lowercased()
    let found = plain.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "?" }
      .map(String.init).filter(words.contains)
    return found + ["limit -1", "0x"].filter(plain.contains)
  }

  /// A text without its names and texts; a quote within one is doubled, and so ends it and begins
  /// another.
  private static func outsideQuotes(_ text: String) -> String {
    var plain = ""
    var quote: Character?
    for character in text {
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
        plain.append(" ")
      } else {
        plain.append(character)
      }
    }
    return plain
  }
}
