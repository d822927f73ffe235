/// The text with escapes for characters that could control a terminal or mislead a reader: control
/// characters, direction overrides, line separators, hidden tags.
package func visible(_ text: String) -> String { visible(text, escape: escape(of:)) { _ in false } }

/// The text with the same escapes, except that newlines and tabs are unchanged.
package func visibleLines(_ text: String) -> String {
  visible(text, escape: escape(of:)) { $0 == "\n" || $0 == "\t" }
}

/// The text of a JSON document with JSON escapes for such characters. Control characters that JSON
/// forbids in strings can only be whitespace between values, and are unchanged.
package func visibleJSON(_ text: String) -> String {
  visible(text, escape: jsonEscape(of:)) { $0.value < 0x20 }
}

private func visible(
  _ text: String, escape: (Unicode.Scalar) -> String, isKept: (Unicode.Scalar) -> Bool
) -> String {
  if !mayNeedEscapes(text) { return text }
  var result = ""
  result.reserveCapacity(text.utf8.count + 16)
  var mayTakeTag = false
  for scalar in text.unicodeScalars {
    // Tag characters are valid only after a black flag, where they give a region.
    let isTag = tags.contains(scalar.value)
    if isTag ? !mayTakeTag : isUnseen(scalar) && !isKept(scalar) {
      result += escape(scalar)
    } else {
      result.unicodeScalars.append(scalar)
    }
    mayTakeTag = scalar == "\u{1F3F4}" || isTag && mayTakeTag
  }
  return result
}

/// True if a terminal does not draw the scalar, or if it changes the direction or line structure of
/// the text.
package func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7F..<0xA0: true
  case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true  // bidi controls
  case 0x2028, 0x2029: true
  default: false
  }
}

private let tags: ClosedRange<UInt32> = 0xE0000...0xE007F

private func escape(of scalar: Unicode.Scalar) -> String {
  switch scalar {
  case "\n": "\\n"
  case "\t": "\\t"
  case "\r": "\\r"
  default: "\\u{" + String(scalar.value, radix: 16) + "}"
  }
}

private func jsonEscape(of scalar: Unicode.Scalar) -> String {
  String(scalar).utf16.map { unit in
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }.joined()
}

/// A fast check that never misses an escape: it looks for lead bytes of characters that may need
/// one.
private func mayNeedEscapes(_ text: String) -> Bool {
  text.utf8.contains { byte in
    switch byte {
    case 0..<0x20, 0x7F: true
    case 0xC2, 0xD8, 0xE2, 0xF3: true
    default: false
    }
  }
}
