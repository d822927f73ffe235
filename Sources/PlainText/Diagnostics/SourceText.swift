/// A text that a user wrote (a model file, a predicate, an argument) and its name in messages.
package struct SourceText: Hashable, Sendable {
  /// The shared content, so that positions are small although each has its source.
  private final class Content: Sendable {
    let name: String?
    let utf8: [UInt8]

    init(_ name: String?, _ utf8: [UInt8]) {
      self.name = name
      self.utf8 = utf8
    }
  }

  private let content: Content

  /// The file's name; nil for an argument.
  package var name: String? { content.name }
  package var utf8: [UInt8] { content.utf8 }

  package init(name: String? = nil, _ text: String) {
    self.init(name: name, utf8: Array(text.utf8))
  }

  /// The bytes must be valid UTF-8, which the caller checks.
  package init(name: String?, utf8: [UInt8]) { content = Content(name, utf8) }

  package static func == (left: SourceText, right: SourceText) -> Bool {
    left.content === right.content || left.name == right.name && left.utf8 == right.utf8
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(utf8)
  }

  /// The text between two byte offsets.
  package func text(_ range: Range<Int>) -> String {
    String(decoding: utf8[range.clamped(to: 0..<utf8.count)], as: UTF8.self)
  }

  /// The line and the column of a byte offset, both from 1 on. The column counts characters.
  package func lineAndColumn(at offset: Int) -> (line: Int, column: Int) {
    let end = min(offset, utf8.count)
    let newlines = utf8[..<end].count { $0 == UInt8(ascii: "\n") }
    let start = lineRange(at: end).lowerBound
    return (newlines + 1, text(start..<end).count + 1)
  }

  /// The bytes of the line that contains an offset, without its newline.
  package func lineRange(at offset: Int) -> Range<Int> {
    let newline = UInt8(ascii: "\n")
    let at = min(offset, utf8.count)
    let start = utf8[..<at].lastIndex(of: newline).map { $0 + 1 } ?? 0
    let end = utf8[at...].firstIndex(of: newline) ?? utf8.count
    return start..<end
  }

  /// A range without spaces at both ends.
  package func trimmed(_ range: Range<Int>) -> Range<Int> {
    let space = UInt8(ascii: " ")
    var range = range
    while let first = range.first, utf8[first] == space { range.removeFirst() }
    while let last = range.last, utf8[last] == space { range.removeLast() }
    return range
  }
}

/// A range of a text to which a message refers.
package struct SourcePlace: Hashable, Sendable {
  package let source: SourceText
  /// Offsets in the text's UTF-8 bytes.
  package let range: Range<Int>

  package init(_ source: SourceText, _ range: Range<Int>) {
    self.source = source
    self.range = range
  }
}

/// Counts the lines of many positions, which are mostly in ascending order in one source.
package struct LineCounter {
  private var source: SourceText?
  private var last = (line: 1, offset: 0)

  package init() {}

  /// The line in which a position begins, from 1 on.
  package mutating func line(of place: SourcePlace) -> Int {
    let end = min(place.range.lowerBound, place.source.utf8.count)
    if place.source != source || end < last.offset { last = (1, 0) }
    source = place.source
    last.line += place.source.utf8[last.offset..<end].count { $0 == UInt8(ascii: "\n") }
    last.offset = end
    return last.line
  }
}
