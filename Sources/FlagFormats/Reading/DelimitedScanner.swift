import PlainText

/// The result of scanning bytes from the beginning of a record.
enum ScanResult {
  /// A record with its length in bytes, including its line break, and the number of line breaks in
  /// it.
  case record(length: Int, lines: Int)
  /// An empty line.
  case blank(length: Int)
  /// The record is incomplete.
  case more
  /// The end of the input.
  case end
}

/// A mistake at an offset of a record.
struct Fault {
  let problem: InputProblem
  let offset: Int
}

/// Finds the fields of a record of csv or tsv. If the bytes end within a record, it later starts
/// again at the beginning of the record, so it needs no state.
struct DelimitedScanner {
  let hasQuotes: Bool
  private let delimiter: UInt8
  private let delimiters: UInt64
  /// The bytes that mark a tsv field with escapes; in csv, the delimiters again.
  private let marks: UInt64
  /// The first mistake in the record. The scan continues to the end of the record, where the next
  /// one begins.
  private(set) var fault: Fault?
  /// The offset of an open quote without a closing one.
  private(set) var openQuote: Int?

  private static let quote = UInt8(ascii: "\"")
  private static let quotes = ByteWord.repeating(quote)
  private static let backslash = UInt8(ascii: "\\")

  init(_ format: InputFormat, delimiter: UInt8) {
    hasQuotes = format == .csv
    self.delimiter = delimiter
    delimiters = ByteWord.repeating(delimiter)
    marks = hasQuotes ? delimiters : ByteWord.repeating(Self.backslash)
  }

  /// Finds the record at the beginning of the bytes.
  mutating func scan(
    _ bytes: UnsafeBufferPointer<UInt8>, isAtEnd: Bool, into fields: FieldList
  ) -> ScanResult {
    fields.removeAll()
    fault = nil
    openQuote = nil
    guard let base = bytes.baseAddress, !bytes.isEmpty else { return isAtEnd ? .end : .more }
    var cursor = Cursor(base: base, end: bytes.count, isAtEnd: isAtEnd)
    while true {
      let isQuoted = hasQuotes && base[cursor.at] == Self.quote
      let stop =
        isQuoted
        ? scanQuoted(&cursor, into: fields) : scanBare(&cursor, into: fields)
      switch stop {
      case .field: continue
      case .more: return .more
      case .record:
        let isBlank = fields.count == 1 && fields.fields[0].range.isEmpty && !isQuoted
        if isBlank { return .blank(length: cursor.at) }
        return .record(length: cursor.at, lines: cursor.lines)
      }
    }
  }

  private enum Stop { case field, record, more }

  private struct Cursor {
    let base: UnsafePointer<UInt8>
    let end: Int
    let isAtEnd: Bool
    var at = 0
    var lines = 0
  }

  /// Scans a field without quotes, up to after its delimiter or line break.
  @inline(__always)
  private mutating func scanBare(_ cursor: inout Cursor, into fields: FieldList) -> Stop {
    let start = cursor.at
    var at = start
    let base = cursor.base
    var kind = InputField.Kind.bare
    while true {
      let word = ByteWord(at: base + at)
      let stops = word.equal(to: delimiters) | word.equal(to: marks) | word.unusual
      if stops == 0 {
        at += 8
        continue
      }
      at += ByteWord.first(stops)
      let byte = base[at]
      if byte == delimiter {
        guard at < cursor.end else { return finish(&cursor, at, fields, start, kind) }
        append(start, at, kind, base, to: fields)
        cursor.at = at + 1
        return .field
      }
      if byte == 0x0A || at >= cursor.end {
        return finish(&cursor, at, fields, start, kind)
      }
      if byte == Self.backslash {
        guard let length = passEscape(base, at, cursor) else { return .more }
        kind = .escaped
        at += length
      } else {
        switch passUnusual(base, at, cursor) {
        case .more: return .more
        case .length(let length): at += length
        case .lineEnd: return finish(&cursor, at, fields, start, kind)
        }
      }
    }
  }

  /// Ends the record at a line break, or at the end of the input.
  @inline(__always)
  private mutating func finish(
    _ cursor: inout Cursor, _ at: Int, _ fields: FieldList, _ start: Int,
    _ kind: InputField.Kind
  ) -> Stop {
    if at >= cursor.end, !cursor.isAtEnd { return .more }
    append(start, at, kind, cursor.base, to: fields)
    endLine(&cursor, at)
    return .record
  }

  @inline(__always)
  private func append(
    _ start: Int, _ end: Int, _ kind: InputField.Kind, _ base: UnsafePointer<UInt8>,
    to fields: FieldList
  ) {
    let isNull = kind == .escaped && end - start == 2 && base[start + 1] == UInt8(ascii: "N")
    fields.append(InputField(start: start, end: end, kind: isNull ? .null : kind))
  }

  /// Moves after the line break, LF or CRLF, at an offset.
  @inline(__always)
  private func endLine(_ cursor: inout Cursor, _ offset: Int) {
    var at = offset
    if at < cursor.end, cursor.base[at] == 0x0D { at += 1 }
    if at < cursor.end { at += 1 }
    cursor.at = at
    cursor.lines += 1
  }

  private enum Unusual {
    case length(Int)
    case lineEnd
    case more
  }

  /// Handles a byte that is no printable ASCII: a Unicode scalar, a control character, a line
  /// break.
  private mutating func passUnusual(
    _ base: UnsafePointer<UInt8>, _ at: Int, _ cursor: Cursor
  ) -> Unusual {
    switch base[at] {
    case 0x0D:
      if at + 1 < cursor.end ? base[at + 1] == 0x0A : cursor.isAtEnd { return .lineEnd }
      if at + 1 >= cursor.end { return .more }
      note(.loneReturn, at: at)
      return .length(1)
    case 0:
      note(.nul, at: at)
      return .length(1)
    case 1..<0x80: return .length(1)
    default: return passScalar(base, at, cursor)
    }
  }

  private mutating func passScalar(
    _ base: UnsafePointer<UInt8>, _ at: Int, _ cursor: Cursor
  ) -> Unusual {
    let length = lengthOfScalar(at: base + at, before: cursor.end - at)
    if length > 0, at + length <= cursor.end { return .length(length) }
    if length > 0, !cursor.isAtEnd { return .more }
    note(.invalidUTF8(offset: at), at: at)
    return .length(1)
  }

  /// Handles a backslash and the letter after it; nil if the letter is not available yet.
  private mutating func passEscape(
    _ base: UnsafePointer<UInt8>, _ at: Int, _ cursor: Cursor
  ) -> Int? {
    guard at + 1 < cursor.end else {
      if !cursor.isAtEnd { return nil }
      note(.unknownEscape("\\"), at: at)
      return 1
    }
    let letter = base[at + 1]
    if letter == UInt8(ascii: "N") || tsvEscape(letter) != nil { return 2 }
    if letter >= 0x80 { return 1 }
    if letter == UInt8(ascii: "x") {
      if at + 4 > cursor.end, !cursor.isAtEnd { return nil }
      if at + 4 <= cursor.end, let code = hexadecimal(base + at + 2, count: 2),
        1..<0x80 ~= code
      {
        return 4
      }
    }
    let isShown = (0x21..<0x7F).contains(letter)
    note(.unknownEscape(isShown ? "\\\(Unicode.Scalar(letter))" : "\\"), at: at)
    return 1
  }

  private mutating func note(_ problem: InputProblem, at offset: Int) {
    if fault == nil { fault = Fault(problem: problem, offset: offset) }
  }

  /// Scans a field in quotes, up to after its delimiter or line break.
  private mutating func scanQuoted(_ cursor: inout Cursor, into fields: FieldList) -> Stop {
    let open = cursor.at
    let base = cursor.base
    var at = open + 1
    var kind = InputField.Kind.quoted
    while true {
      let word = ByteWord(at: base + at)
      let stops = word.equal(to: Self.quotes) | word.unusual
      if stops == 0 {
        at += 8
        continue
      }
      at += ByteWord.first(stops)
      if at >= cursor.end {
        openQuote = open
        return .more
      }
      if base[at] == Self.quote {
        // The next byte decides if the quote closes the field.
        if at + 1 >= cursor.end, !cursor.isAtEnd { return .more }
        guard at + 1 < cursor.end, base[at + 1] == Self.quote else { break }
        kind = .doubled
        at += 2
      } else if base[at] == 0x0A || base[at] == 0x0D {
        if base[at] == 0x0A { cursor.lines += 1 }
        at += 1
      } else {
        switch passUnusual(base, at, cursor) {
        case .more: return .more
        case .length(let length): at += length
        case .lineEnd: at += 1
        }
      }
    }
    fields.append(InputField(start: open + 1, end: at, kind: kind))
    cursor.at = at + 1
    return endQuoted(&cursor)
  }

  /// Scans after a closing quote: a delimiter, a line break, or a text, which is a mistake.
  private mutating func endQuoted(_ cursor: inout Cursor) -> Stop {
    let (base, at) = (cursor.base, cursor.at)
    if at >= cursor.end {
      if !cursor.isAtEnd { return .more }
      endLine(&cursor, at)
      return .record
    }
    switch base[at] {
    case delimiter:
      cursor.at += 1
      return .field
    case 0x0A:
      endLine(&cursor, at)
      return .record
    case 0x0D where at + 1 < cursor.end ? base[at + 1] == 0x0A : cursor.isAtEnd:
      endLine(&cursor, at)
      return .record
    case 0x0D where at + 1 >= cursor.end: return .more
    default: return passTextAfterQuote(&cursor)
    }
  }

  private mutating func passTextAfterQuote(_ cursor: inout Cursor) -> Stop {
    let (base, start) = (cursor.base, cursor.at)
    var at = start
    while at < cursor.end, base[at] != delimiter, base[at] != 0x0A { at += 1 }
    if at >= cursor.end, !cursor.isAtEnd { return .more }
    let text = UnsafeBufferPointer(start: base + start, count: min(at - start, 24))
    note(.textAfterQuote(found: quotedSample(String(decoding: text, as: UTF8.self))), at: start)
    cursor.at = at
    if at < cursor.end, base[at] == delimiter {
      cursor.at += 1
      return .field
    }
    endLine(&cursor, at)
    return .record
  }
}

/// The character for a letter after a backslash in tsv. There are also `\N` for NULL, and `\x41`
/// for an ASCII character by its code. A character beyond ASCII needs no escape.
@inline(__always)
func tsvEscape(_ letter: UInt8) -> UInt8? {
  switch letter {
  case UInt8(ascii: "t"): 0x09
  case UInt8(ascii: "n"): 0x0A
  case UInt8(ascii: "r"): 0x0D
  case UInt8(ascii: "b"): 0x08
  case UInt8(ascii: "f"): 0x0C
  case UInt8(ascii: "v"): 0x0B
  case UInt8(ascii: "\\"): letter
  default: nil
  }
}
