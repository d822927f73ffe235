import JSON
import PlainText

extension LineBytes {
  /// Appends a quoted text with the escapes of JSON. For a terminal, it also escapes characters
  /// that could control the terminal; readers get the same text.
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

  /// Adds escapes to the text from an offset on.
  private mutating func finishJSON(from start: Int, escapesUnseen: Bool) {
    let contents = look(from: start, marks: jsonMarks)
    if !contents.isASCII { mend(from: start) }
    if contents.hasMarks { escape(from: start, jsonEscape) }
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
