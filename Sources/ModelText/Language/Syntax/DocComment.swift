import FlagModel

/// Collects the lines of a documentation comment before a token.
struct DocComment {
  private var lines: [String] = []
  private var newlines = 0
  /// The places of the comments with these lines.
  private var ranges: [Range<Int>] = []
  /// The places of the comments before an empty line or a block comment, which document nothing.
  private(set) var loose: [Range<Int>] = []

  mutating func endLine() {
    newlines += 1
  }

  /// Adds a line of `///`. After an empty line, it begins a new comment. Returns false for a
  /// comment that is not documentation.
  mutating func add(lineComment bytes: ArraySlice<UInt8>) -> Bool {
    let slashes = bytes.prefix { $0 == UInt8(ascii: "/") }.count
    guard slashes == 3 else { return false }
    if newlines > 1 { beginAnew() }
    newlines = 0
    ranges.append(bytes.indices)
    lines.append(DocComment.line(bytes.dropFirst(3)))
    return true
  }

  /// Returns false for a comment that is not documentation.
  mutating func add(blockComment bytes: ArraySlice<UInt8>) -> Bool {
    let stars = bytes.dropFirst().prefix { $0 == UInt8(ascii: "*") }.count
    guard stars == 2, bytes.count > 4 else { return false }
    beginAnew()
    ranges.append(bytes.indices)
    let text = bytes.dropFirst(3).dropLast(2)
    let all = text.split(omittingEmptySubsequences: false, whereSeparator: Characters.isNewline)
    lines = all.map { line in
      var line = line.drop(while: Characters.isSpace)
      if line.first == UInt8(ascii: "*") { line.removeFirst() }
      return DocComment.line(line)
    }
    newlines = 0
    return true
  }

  private mutating func beginAnew() {
    loose += ranges
    ranges = []
    lines = []
  }

  /// The text of the comment without empty lines around it; nil if there is none.
  mutating func take() -> String? {
    defer { self = DocComment() }
    guard let first = lines.firstIndex(where: { !$0.isEmpty }),
      let last = lines.lastIndex(where: { !$0.isEmpty })
    else { return nil }
    return lines[first...last].joined(separator: "\n")
  }

  /// The text of a line without the first space and trailing spaces.
  private static func line(_ bytes: ArraySlice<UInt8>) -> String {
    var text = bytes
    if text.first == UInt8(ascii: " ") { text.removeFirst() }
    while let last = text.last, Characters.isSpace(last) { text.removeLast() }
    return String(decoding: text, as: UTF8.self)
  }
}
