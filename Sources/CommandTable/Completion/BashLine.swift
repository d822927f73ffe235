/// A bash command line up to the cursor, split into words.
struct BashLine {
  /// The words after the command's name, unquoted, without the last one.
  private(set) var before: [String] = []
  /// The word at the cursor, which can be empty.
  private(set) var last = BashWord()
  /// True if the last word is the file of a redirection.
  private(set) var isRedirection = false

  /// Nil if the line contains other commands, whose quoting is not parsed here.
  init?(_ line: String, home: String?) {
    for scalar in line.unicodeScalars {
      switch last.isOutsideQuotes ? scalar : nil {
      case " ", "\t", "\n", "&", "|", ";":
        if !last.raw.isEmpty { finish(home) }
      case "<", ">":
        // The file descriptor of a redirection such as `2>` is no word.
        let isNumber = last.raw.utf8.allSatisfy { (0x30...0x39).contains($0) }
        if !isNumber { finish(home) }
        last = BashWord()
        isRedirection = true
      case "(", ")":
        return nil
      default:
        last.append(scalar)
        if last.isExpanded, Self.nesting.contains(where: last.ends) { return nil }
      }
    }
    // The first word is the tool's name.
    guard !before.isEmpty else { return nil }
    before.removeFirst()
  }

  private static let nesting = ["`", "$(", "${", "$["]

  private mutating func finish(_ home: String?) {
    if !isRedirection {
      var word = last.plain
      if last.raw.hasPrefix("~/") { word = (home ?? "~") + word.dropFirst() }
      before.append(word)
    }
    isRedirection = false
    last = BashWord()
  }
}
