/// A position in bytes that are read from left to right, as by a lexer. A byte is shown as a scalar,
/// so that signs of ASCII are literals. The bytes of other characters are from 0x80 on.
package struct ByteCursor {
  package let bytes: [UInt8]
  /// The offset of the next byte.
  package var at: Int
  /// The offset at which reading ends.
  package let end: Int

  package init(_ bytes: [UInt8], within range: Range<Int>? = nil) {
    self.bytes = bytes
    at = range?.lowerBound ?? 0
    end = range?.upperBound ?? bytes.count
  }

  package var isAtEnd: Bool { at >= end }

  /// The bytes from the position to the end.
  package var rest: ArraySlice<UInt8> { bytes[min(at, end)..<end] }

  /// The next byte, or one after or before it; nil if there is none.
  package func peek(_ ahead: Int = 0) -> Unicode.Scalar? {
    let index = at + ahead
    if index >= 0, index < end { return Unicode.Scalar(bytes[index]) }
    return nil
  }

  package mutating func next() -> Unicode.Scalar? {
    guard let byte = peek() else { return nil }
    at += 1
    return byte
  }

  /// Skips a sign, if it is next.
  package mutating func accept(_ sign: Unicode.Scalar) -> Bool {
    guard peek() == sign else { return false }
    at += 1
    return true
  }

  package mutating func skip(while holds: (Unicode.Scalar) -> Bool) {
    while at < end, holds(Unicode.Scalar(bytes[at])) { at += 1 }
  }

  package mutating func take(while holds: (Unicode.Scalar) -> Bool) -> ArraySlice<UInt8> {
    let start = at
    skip(while: holds)
    return bytes[start..<at]
  }

  /// Skips everything up to the end of some bytes; false, at the end, if they do not follow.
  @discardableResult
  package mutating func skip(past mark: [UInt8]) -> Bool {
    while at < end, !rest.starts(with: mark) { at += 1 }
    if isAtEnd { return false }
    at += mark.count
    return true
  }

  /// Skips the mark with which a file may begin.
  package mutating func skipByteOrderMark() {
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { at += 3 }
  }

  /// Skips a comment that begins with `/*` here; false, at the end, if it is not closed.
  @discardableResult
  package mutating func skipBlockComment(nests: Bool) -> Bool {
    at += 2
    var depth = 1
    while depth > 0, let byte = next() {
      switch (byte, peek()) {
      case ("/", "*") where nests: depth += 1
      case ("*", "/"): depth -= 1
      default: continue
      }
      at += 1
    }
    return depth == 0
  }
}
