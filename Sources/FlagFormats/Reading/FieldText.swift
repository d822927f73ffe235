import JSON
import PlainText

extension RecordReader {
  /// The bytes of a field in the record, unchanged.
  @inline(__always)
  func bytes(of field: InputField) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: buffer.base + buffer.start + Int(field.start), count: Int(field.end - field.start))
  }

  /// The text of a column's field, with quotes and escapes resolved.
  package func text(of column: Int) -> String {
    guard column < fields.count else { return "" }
    let field = fields.fields[column]
    var plain: [UInt8] = []
    appendPlain(bytes(of: field), field.kind, to: &plain)
    return String(decoding: plain, as: UTF8.self)
  }

  package func kind(of column: Int) -> InputField.Kind {
    if column < fields.count { return fields.fields[column].kind }
    return .missing
  }
}

/// Appends the content of a field, without doubled quotes and escapes, which the reader has already
/// checked.
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
