public import PlainText

extension JSONScanner {
  /// Skips a string, including its closing quote.
  @inlinable @inline(__always)
  mutating func skipString() throws(JSONStop) -> JSONToken {
    let open = at
    at += 1
    var kind = JSONToken.Kind.string
    while true {
      let word = ByteWord(at: base + at)
      let stops =
        word.equal(to: ByteWord.repeating(UInt8(ascii: "\"")))
        | word.equal(to: ByteWord.repeating(UInt8(ascii: "\\"))) | word.unusual
      if stops == 0 {
        at += 8
        continue
      }
      at += ByteWord.first(stops)
      if at >= end { throw .more("text", openedAt: open) }
      if base[at] == UInt8(ascii: "\"") {
        at += 1
        return JSONToken(kind, open + 1, at - 1)
      }
      if base[at] == UInt8(ascii: "\\") {
        kind = .escapedString
        try skipEscape(in: open)
      } else {
        try skipUnusual(in: open)
      }
    }
  }

  @usableFromInline
  mutating func skipUnusual(in open: Int) throws(JSONStop) {
    let byte = base[at]
    if byte < 0x80 {
      // A string with a line end most probably lacks its closing quote.
      if byte == 0x0A { throw .fault(JSONFault(.lineEndInText, at: open..<at)) }
      if byte < 0x20 { note(.controlCharacter(byte), at: at..<at + 1) }
      at += 1
      return
    }
    let length = lengthOfScalar(at: base + at, before: end - at)
    if length > 0, at + length > end, !isAtEnd { throw .more("text", openedAt: open) }
    if length == 0 || at + length > end { note(.invalidUTF8, at: at..<at + 1) }
    at += max(1, min(length, end - at))
  }

  @usableFromInline
  mutating func skipEscape(in open: Int) throws(JSONStop) {
    guard at + 1 < end else { throw .more("text", openedAt: open) }
    switch base[at + 1] {
    case UInt8(ascii: "u"): try skipUnicodeEscape(in: open)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      at += 2
    case let letter:
      let isShown = (0x21..<0x7F).contains(letter)
      let escape = isShown ? "\\\(Unicode.Scalar(letter))" : "\\"
      note(.unknownEscape(escape), at: at..<at + escape.utf8.count)
      at += 1
    }
  }

  private mutating func skipUnicodeEscape(in open: Int) throws(JSONStop) {
    let escape = at
    guard let first = try codeUnit(in: open) else { return }
    if !(0xD800...0xDFFF).contains(first) { return }
    if first < 0xDC00 {
      if at + 1 >= end { throw .more("text", openedAt: open) }
      if base[at] == UInt8(ascii: "\\"), base[at + 1] == UInt8(ascii: "u") {
        guard let second = try codeUnit(in: open) else { return }
        if (0xDC00...0xDFFF).contains(second) { return }
      }
    }
    note(.loneSurrogate, at: escape..<at)
  }

  /// Reads the four digits of `\uXXXX` and skips them.
  private mutating func codeUnit(in open: Int) throws(JSONStop) -> UInt32? {
    if at + 6 > end, !isAtEnd { throw .more("text", openedAt: open) }
    guard at + 6 <= end, let unit = hexadecimal(base + at + 2, count: 4) else {
      note(.shortEscape, at: at..<at + 2)
      at += 2
      return nil
    }
    at += 6
    return unit
  }
}

/// Appends the unescaped text of a string that the scanner has accepted.
public func appendUnescaped(json bytes: UnsafeBufferPointer<UInt8>, to plain: inout [UInt8]) {
  guard let base = bytes.baseAddress else { return }
  var at = 0
  while at < bytes.count {
    guard bytes[at] == UInt8(ascii: "\\"), at + 1 < bytes.count else {
      plain.append(bytes[at])
      at += 1
      continue
    }
    let letter = bytes[at + 1]
    at += 2
    switch letter {
    case UInt8(ascii: "b"): plain.append(0x08)
    case UInt8(ascii: "f"): plain.append(0x0C)
    case UInt8(ascii: "n"): plain.append(0x0A)
    case UInt8(ascii: "r"): plain.append(0x0D)
    case UInt8(ascii: "t"): plain.append(0x09)
    case UInt8(ascii: "u"): at = appendScalar(escapedAt: at, base, bytes.count, to: &plain)
    default: plain.append(letter)
    }
  }
}

/// Appends the scalar of an escape, including a second surrogate. Returns the offset after it.
private func appendScalar(
  escapedAt start: Int, _ base: UnsafePointer<UInt8>, _ count: Int, to plain: inout [UInt8]
) -> Int {
  guard start + 4 <= count, let first = hexadecimal(base + start, count: 4) else { return start }
  var end = start + 4
  var value = first
  if (0xD800...0xDBFF).contains(first), end + 6 <= count,
    let second = hexadecimal(base + end + 2, count: 4), (0xDC00...0xDFFF).contains(second)
  {
    value = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
    end += 6
  }
  let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
  plain.append(contentsOf: String(Character(scalar)).utf8)
  return end
}
