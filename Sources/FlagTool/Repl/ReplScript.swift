import Terminal

/// The lines of a script or a user, joined to complete inputs.
struct ReplScript {
  private let reader: any LineReader
  /// The name in error messages; nil for a user.
  let name: String?
  /// The line number where the last input began.
  private(set) var line = 0
  private var read = 0
  /// Lines that arrived together, as pasted lines do.
  private var waiting: ArraySlice<Substring> = []
  /// The unfinished text of earlier lines.
  private(set) var begun = ""

  init(_ reader: any LineReader, name: String?) {
    self.reader = reader
    self.name = name
  }

  /// The next input; nil at the end. An empty line ends an unfinished input, except within a pasted
  /// Swift type.
  /// - Parameter isUnfinished: gets the text, and the next line if it is available.
  mutating func next(
    prompt: () -> String, isUnfinished: (String, Substring?) -> Bool,
    hasEmptyLines: (String) -> Bool, began: (String) -> Void
  ) throws(LineError) -> String? {
    begun = ""
    defer { began("") }
    while true {
      let prompt = begun.isEmpty ? prompt() : "...> "
      guard let typed = try nextLine(prompt) else { break }
      if begun.isEmpty { line = read }
      let next = waiting.first ?? reader.lineAtHand().map { $0[...] }
      if !begun.isEmpty, typed.trimmed.isEmpty {
        let isWithin = hasEmptyLines(begun) && (next != nil || reader.hasMoreInput())
        if !isWithin { return begun }
      }
      if !begun.isEmpty { begun += "\n" }
      begun += typed
      if !isUnfinished(begun, next) { return begun }
      if begun.utf8.count > ReplSession.longestLine {
        throw .tooLong(line: line, limit: ReplSession.longestLine)
      }
      began("\(begun)\n")
    }
    if begun.isEmpty { return nil }
    return begun
  }

  private mutating func nextLine(_ prompt: String) throws(LineError) -> String? {
    read += 1
    if waiting.isEmpty {
      guard var text = try reader.readLine(prompt: prompt) else { return nil }
      // A file of Windows may begin with a byte order mark.
      if read == 1, text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
      waiting = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    }
    return waiting.popFirst().map(String.init)
  }
}
