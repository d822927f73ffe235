import PlainText

/// Appends a text in quotes with the escapes that JSON demands; for a terminal also with those of
/// what could drive it, which the reader takes for the same text.
func appendJSONText(_ text: String, escapesUnseen: Bool, to bytes: inout [UInt8]) {
  bytes.append(UInt8(ascii: "\""))
  if escapesUnseen {
    for scalar in text.unicodeScalars {
      if scalar.value > 0x7E, isUnseen(scalar) {
        appendUnicodeEscape(UInt16(truncatingIfNeeded: scalar.value), to: &bytes)
      } else {
        appendEscaped(String(scalar), to: &bytes)
      }
    }
  } else {
    appendEscaped(text, to: &bytes)
  }
  bytes.append(UInt8(ascii: "\""))
}

/// Appends in stretches: most texts have nothing to escape.
private func appendEscaped(_ text: String, to bytes: inout [UInt8]) {
  var text = text
  text.withUTF8 { utf8 in
    var start = 0
    for index in utf8.indices where needsEscape(utf8[index]) {
      bytes.append(contentsOf: utf8[start..<index])
      appendEscape(of: utf8[index], to: &bytes)
      start = index + 1
    }
    bytes.append(contentsOf: utf8[start...])
  }
}

private func needsEscape(_ byte: UInt8) -> Bool {
  byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
}

private func appendEscape(of byte: UInt8, to bytes: inout [UInt8]) {
  switch byte {
  case 0x08: bytes += "\\b".utf8
  case 0x09: bytes += "\\t".utf8
  case 0x0A: bytes += "\\n".utf8
  case 0x0C: bytes += "\\f".utf8
  case 0x0D: bytes += "\\r".utf8
  case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
  default: appendUnicodeEscape(UInt16(byte), to: &bytes)
  }
}

/// `\u001b`
private func appendUnicodeEscape(_ unit: UInt16, to bytes: inout [UInt8]) {
  let digits = String(unit, radix: 16)
  bytes += "\\u".utf8
  bytes += String(repeating: "0", count: 4 - digits.utf8.count).utf8
  bytes += digits.utf8
}
