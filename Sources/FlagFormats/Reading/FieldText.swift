extension RecordReader {
  /// The bytes of the record's field of a column, as they stand there.
  @inline(__always)
  func bytes(of field: InputField) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: buffer.base + buffer.start + Int(field.start), count: Int(field.end - field.start))
  }

  /// The text of the record's field of a column, quotes and escapes resolved.
  public func text(of column: Int) -> String {
    guard column < fields.count else { return "" }
    let field = fields.fields[column]
    var plain: [UInt8] = []
    appendPlain(bytes(of: field), field.kind, to: &plain)
    return String(decoding: plain, as: UTF8.self)
  }

  public func kind(of column: Int) -> InputField.Kind {
    column < fields.count ? fields.fields[column].kind : .missing
  }
}

/// Appends what a field says, without doubled quotes and escapes; the reader found them well-formed.
func appendPlain(
  _ bytes: UnsafeBufferPointer<UInt8>, _ kind: InputField.Kind, to plain: inout [UInt8]
) {
  switch kind {
  case .doubled: appendUndoubled(bytes, to: &plain)
  case .escaped: appendUnescaped(tsv: bytes, to: &plain)
  case .escapedString: appendUnescaped(json: bytes, to: &plain)
  default: plain.append(contentsOf: bytes)
  }
}

private func appendUndoubled(_ bytes: UnsafeBufferPointer<UInt8>, to plain: inout [UInt8]) {
  var at = 0
  while at < bytes.count {
    plain.append(bytes[at])
    at += bytes[at] == UInt8(ascii: "\"") ? 2 : 1
  }
}

private func appendUnescaped(tsv bytes: UnsafeBufferPointer<UInt8>, to plain: inout [UInt8]) {
  var at = 0
  while at < bytes.count {
    if bytes[at] == UInt8(ascii: "\\"), at + 1 < bytes.count {
      if bytes[at + 1] == UInt8(ascii: "x"), at + 4 <= bytes.count, let base = bytes.baseAddress,
        let code = hexadecimal(base + at + 2, count: 2)
      {
        plain.append(UInt8(truncatingIfNeeded: code))
        at += 4
        continue
      }
      plain.append(tsvEscape(bytes[at + 1]) ?? bytes[at + 1])
      at += 2
    } else {
      plain.append(bytes[at])
      at += 1
    }
  }
}

private func appendUnescaped(json bytes: UnsafeBufferPointer<UInt8>, to plain: inout [UInt8]) {
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

/// Appends the scalar of the digits at an offset, and of a second half behind them; where what
/// follows begins.
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
