import FlagModel

/// The comments that describe one token. Their text is made on request, because most are never read.
struct Comment {
  private let bytes: [UInt8]
  private var parts: [Range<Int>]

  init(_ part: Range<Int>, in bytes: [UInt8]) {
    self.bytes = bytes
    parts = [part]
  }

  mutating func add(_ part: Range<Int>) { parts.append(part) }

  /// The words in one line; nil if there are none.
  var text: Name? { parts.reduce(nil) { CommentText.joined($0, CommentText.of(bytes[$1])) } }
}

/// Converts comments to a single line of text.
enum CommentText {
  /// The maximum length of a description.
  private static let longest = 200

  /// The words without the comment markers; nil if there are none.
  static func of(_ comment: ArraySlice<UInt8>) -> Name? {
    var words: [ArraySlice<UInt8>] = []
    var length = 0
    for word in comment.split(whereSeparator: { $0 <= 0x20 }) {
      let bare = bare(word, isFirst: words.isEmpty)
      guard !bare.isEmpty else { continue }
      length += bare.count + 1
      if length > longest {
        words.append([0xE2, 0x80, 0xA6])
        break
      }
      words.append(bare)
    }
    if words.isEmpty { return nil }
    return Name(Array(words.joined(separator: [0x20])))
  }

  /// Joins several lines of a comment, up to the maximum length.
  static func joined(_ first: Name?, _ second: Name?) -> Name? {
    guard let first, let second, first.utf8.count < longest else { return first ?? second }
    return of(Array("\(first) \(second)".utf8)[...])
  }

  /// True for `///`, `//!`, `/**`, `/*!` and `#:`.
  static func isDocumentation(_ comment: ArraySlice<UInt8>) -> Bool {
    let head = Array(comment.prefix(3))
    guard head.count > 1 else { return false }
    if head[0] == UInt8(ascii: "#") { return head[1] == UInt8(ascii: ":") }
    let marks: [[UInt8]] = [
      Array("///".utf8), Array("//!".utf8), Array("/**".utf8), Array("/*!".utf8),
    ]
    return marks.contains(head)
  }

  /// A word without comment markers and without tags such as `<summary>`.
  private static func bare(_ word: ArraySlice<UInt8>, isFirst: Bool) -> ArraySlice<UInt8> {
    var word = word
    let marks = marks
    if isFirst || word.allSatisfy(marks.contains) { word = word.drop(while: marks.contains) }
    if word.last == UInt8(ascii: "/"), word.dropLast().last == UInt8(ascii: "*") {
      word = word.dropLast(2)
      while word.last == UInt8(ascii: "*") { word.removeLast() }
    }
    return withoutTags(word)
  }

  private static let marks = Set("/*!<#:".utf8)

  private static func withoutTags(_ word: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard word.contains(UInt8(ascii: ">")) else { return word }
    var word = word
    for tag in ["<summary>", "</summary>", "summary>"] {
      if word.starts(with: tag.utf8) { word = word.dropFirst(tag.utf8.count) }
      if word.reversed().starts(with: tag.utf8.reversed()) { word = word.dropLast(tag.utf8.count) }
    }
    return word
  }
}
