import PlainText

extension LineBytes {
  /// Appends a text in quotes with the escapes that JSON demands; for a terminal also with those of
  /// what could drive it, which the reader takes for the same text.
  mutating func append(json text: String, escapesUnseen: Bool) {
    appendJSON(escapesUnseen: escapesUnseen) { $0.append(text: text) }
  }

  @inline(__always)
  mutating func appendJSON(escapesUnseen: Bool, _ appendText: (inout LineBytes) -> Void) {
    append(UInt8(ascii: "\""))
    let start = count
    appendText(&self)
    finishJSON(from: start, escapesUnseen: escapesUnseen)
    append(UInt8(ascii: "\""))
  }

  /// Sets the escapes in what was appended from an offset on.
  private mutating func finishJSON(from start: Int, escapesUnseen: Bool) {
    let found = look(from: start, marks: jsonMarks)
    if !found.isASCII { mend(from: start) }
    if found.hasMarks { escape(from: start, jsonEscape) }
    if escapesUnseen { escapeUnseen(from: start) }
  }

  private mutating func escapeUnseen(from start: Int) {
    let seen = text(from: start)
    cut(to: start)
    append(text: visibleJSON(seen))
  }
}

@inline(__always)
private func jsonMarks(in word: UInt64) -> UInt64 {
  controlMarks(in: word) | marks(of: UInt8(ascii: "\""), in: word)
    | marks(of: UInt8(ascii: "\\"), in: word)
}

private func jsonEscape(of byte: UInt8) -> Escape? {
  let backslash = UInt8(ascii: "\\")
  return switch byte {
  case UInt8(ascii: "\""), backslash: Escape(backslash, byte)
  case 0x08: Escape(backslash, UInt8(ascii: "b"))
  case 0x09: Escape(backslash, UInt8(ascii: "t"))
  case 0x0A: Escape(backslash, UInt8(ascii: "n"))
  case 0x0C: Escape(backslash, UInt8(ascii: "f"))
  case 0x0D: Escape(backslash, UInt8(ascii: "r"))
  case 0..<0x20: Escape(codeUnit: UInt16(byte))
  default: nil
  }
}
