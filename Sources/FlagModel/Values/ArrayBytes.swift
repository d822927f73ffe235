/// Parses arrays as bytes, in the form that nearly all inputs and all stored arrays have.
package enum ArrayBytes {
  /// Elements whose bytes alone show that they already have the stored form.
  package enum Element: Sendable {
    case text
    /// An integer in a range.
    case integer(ClosedRange<Int64>)

    /// Nil if elements of the type must be parsed.
    package init?(_ type: AttributeType) {
      switch type {
      case .string: self = .text
      case .integer(let type): self = .integer(type.storedRange)
      default: return nil
      }
    }
  }

  /// Appends the stored form of a JSON array of texts without escapes in ASCII, or of integers,
  /// with or without spaces. Returns false, and appends nothing, for any other text.
  package static func appendStored(
    _ text: UnsafeBufferPointer<UInt8>, of element: Element, to bytes: inout [UInt8]
  ) -> Bool {
    let end = text.count - 1
    guard end > 0, text[0] == UInt8(ascii: "["), text[end] == UInt8(ascii: "]") else {
      return false
    }
    let start = bytes.count
    var at = 0
    while at < end {
      // A bracket or a comma, and the next element.
      bytes.append(text[at])
      at += 1
      while text[at] == 0x20 { at += 1 }
      if at == end, bytes.count == start + 1 { break }
      let stop = self.end(of: element, at, text)
      bytes.append(contentsOf: text[at..<stop])
      let isKept = stop > at
      at = stop
      while text[at] == 0x20 { at += 1 }
      guard isKept, at == end || text[at] == UInt8(ascii: ",") else {
        bytes.removeSubrange(start...)
        return false
      }
    }
    bytes.append(UInt8(ascii: "]"))
    return true
  }

  /// The end of the element at an offset before the last bracket; the offset itself if there is no
  /// element.
  @inline(__always)
  private static func end(
    of element: Element, _ start: Int, _ text: UnsafeBufferPointer<UInt8>
  ) -> Int {
    var at = start
    switch element {
    case .text:
      guard text[at] == UInt8(ascii: "\"") else { return start }
      at += 1
      while text[at] &- 0x20 < 0x60, text[at] != UInt8(ascii: "\""), text[at] != UInt8(ascii: "\\")
      {
        at += 1
        if at == text.count { return start }
      }
      if text[at] == UInt8(ascii: "\"") { return at + 1 }
      return start
    case .integer(let range):
      while text[at] &- 0x30 <= 9 || text[at] == UInt8(ascii: "-") { at += 1 }
      let digits = UnsafeBufferPointer(rebasing: text[start..<at])
      let isPlain = digits.count == 1 || digits.first { $0 != UInt8(ascii: "-") } != 0x30
      guard isPlain, case .number(let number) = NumberText.scanInteger(digits),
        range.contains(number)
      else { return start }
      return at
    }
  }
}
