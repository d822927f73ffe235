import FlagModel

/// Writes records as lines of separated fields: csv and tsv, which differ in quoting and escaping.
/// See Documentation/Decisions/no-value-and-empty-text.md.
final class DelimitedWriter: RecordWriter {
  enum Dialect {
    /// RFC 4180 with LF as the line break. Fields have quotes if necessary, and so has an empty
    /// text, to distinguish it from NULL.
    case csv
    /// Escapes as in PostgreSQL's COPY, so that each line is a record.
    case tsv
  }

  private let names: [String]
  private let form: FieldForm
  private var page: Page

  /// The mutable state in one struct, so that it is accessed once for each record.
  private struct Page: ~Copyable {
    var cells: [CellText]
    var line = LineBytes()
  }

  init(_ columns: [OutputColumn], _ style: OutputStyle, _ dialect: Dialect) {
    names = columns.map(\.name)
    form = FieldForm(dialect, style)
    page = Page(cells: columns.map { CellText($0, isRaw: style.isRaw) })
  }

  func begin(into bytes: inout [UInt8]) {
    guard form.showsHeader else { return }
    var line = LineBytes()
    for (index, name) in names.enumerated() {
      if index > 0 { line.append(form.separator) }
      let start = line.count
      line.append(text: name)
      form.finishText(in: &line, from: start)
    }
    line.append(form.recordEnd)
    bytes.append(contentsOf: line.bytes)
  }

  func write(_ row: StoredRow, into bytes: inout [UInt8]) {
    Self.write(row, form, &page, into: &bytes)
  }

  private static func write(
    _ row: StoredRow, _ form: FieldForm, _ page: inout Page, into bytes: inout [UInt8]
  ) {
    form.append(row, &page.cells, to: &page.line)
    bytes.append(contentsOf: page.line.bytes)
  }
}

/// The form of fields in a dialect and a style.
private struct FieldForm {
  let separator: UInt8
  let recordEnd: UInt8
  let showsHeader: Bool
  private let dialect: DelimitedWriter.Dialect
  private let null: [UInt8]
  private let disarmsFormulas: Bool
  private let guardsTerminal: Bool

  init(_ dialect: DelimitedWriter.Dialect, _ style: OutputStyle) {
    self.dialect = dialect
    recordEnd = style.recordEnd.rawValue
    showsHeader = style.showsHeader
    disarmsFormulas = style.disarmsFormulas
    guardsTerminal = style.guardsTerminal
    separator = dialect == .csv ? UInt8(ascii: ",") : UInt8(ascii: "\t")
    var nullText = dialect == .csv ? "" : "\\N"
    if let chosen = style.nullText { nullText = chosen }
    if style.guardsTerminal { nullText = visible(nullText) }
    null = Array(nullText.utf8)
  }

  /// Writes the line of a record.
  func append(_ row: StoredRow, _ cells: inout [CellText], to line: inout LineBytes) {
    line.cut(to: 0)
    cells.withUnsafeMutableBufferPointer { cells in
      for index in cells.indices {
        if index > 0 { line.append(separator) }
        if case .null = row.cells[index] {
          line.append(null)
          continue
        }
        let start = line.count
        let isFinished = cells[index].append(index, of: row, to: &line) {
          finishText(in: &$0, from: $1)
        }
        // A number may equal the text for NULL.
        if !isFinished, isNull(line, from: start) { finishText(in: &line, from: start) }
      }
    }
    line.append(recordEnd)
  }

  /// Quotes or escapes the field from an offset on.
  func finishText(in line: inout LineBytes, from start: Int) {
    if disarmsFormulas { disarmFormula(in: &line, from: start) }
    if guardsTerminal, dialect == .csv { line.makeVisible(from: start) }
    let contents = look(at: line, from: start)
    if !contents.isASCII { line.mend(from: start) }
    switch dialect {
    case .csv:
      let isMistakable =
        line.count == start || isNull(line, from: start)
        || !contents.isASCII && line.bytes(from: start).starts(with: byteOrderMark)
      if isMistakable || contents.hasMarks && needsQuotes(line, from: start) {
        quote(in: &line, from: start)
      }
    case .tsv:
      if contents.hasMarks {
        line.escape(from: start, tsvEscape)
      } else if isNull(line, from: start) {
        escapeFirst(in: &line, from: start)
      }
      if guardsTerminal { line.makeVisible(from: start) }
    }
  }

  private func look(at line: borrowing LineBytes, from start: Int) -> LineBytes.Findings {
    switch dialect {
    case .csv: line.look(from: start, marks: csvMarks)
    case .tsv: line.look(from: start, marks: tsvMarks)
    }
  }

  private func isNull(_ line: borrowing LineBytes, from start: Int) -> Bool {
    line.count - start == null.count && line.bytes(from: start).elementsEqual(null)
  }

  /// Escapes the first character of a tsv text that equals the text for NULL. An empty text cannot
  /// be escaped.
  private func escapeFirst(in line: inout LineBytes, from start: Int) {
    guard let first = line.bytes(from: start).first else { return }
    if first < 0x80 {
      let rest = line.text(from: start + 1)
      line.cut(to: start)
      line.append(text: "\\x" + hexadecimal(first))
      line.append(text: rest)
    } else {
      line.insert(UInt8(ascii: "\\"), at: start)
    }
  }

  /// Inserts a `'` before a text that a spreadsheet would take for a formula.
  private func disarmFormula(in line: inout LineBytes, from start: Int) {
    switch line.bytes(from: start).first {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D:
      line.insert(UInt8(ascii: "'"), at: start)
    default: break
    }
  }
}

/// At the beginning of a file, readers do not take the byte order mark for a part of the first
/// field.
private let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
private let quoteMark = UInt8(ascii: "\"")

/// Marks the bytes for which a csv field may need quotes; not every control character needs them.
@inline(__always)
private func csvMarks(in word: UInt64) -> UInt64 {
  controlMarks(in: word) | marks(of: UInt8(ascii: ","), in: word) | marks(of: quoteMark, in: word)
}

private func needsQuotes(_ line: borrowing LineBytes, from start: Int) -> Bool {
  line.bytes(from: start).contains { byte in
    switch byte {
    case UInt8(ascii: ","), quoteMark, 0x0A, 0x0D, 0x00: true
    default: false
    }
  }
}

private func quote(in line: inout LineBytes, from start: Int) {
  line.escape(from: start) { $0 == quoteMark ? Escape(quoteMark, quoteMark) : nil }
  line.insert(quoteMark, at: start)
  line.append(quoteMark)
}

/// Marks the bytes for which a tsv field needs an escape.
@inline(__always)
private func tsvMarks(in word: UInt64) -> UInt64 {
  marks(of: 0x09, in: word) | marks(of: 0x0A, in: word) | marks(of: 0x0D, in: word)
    | marks(of: UInt8(ascii: "\\"), in: word)
}

private func tsvEscape(of byte: UInt8) -> Escape? {
  let backslash = UInt8(ascii: "\\")
  return switch byte {
  case 0x09: Escape(backslash, UInt8(ascii: "t"))
  case 0x0A: Escape(backslash, UInt8(ascii: "n"))
  case 0x0D: Escape(backslash, UInt8(ascii: "r"))
  case backslash: Escape(backslash, backslash)
  default: nil
  }
}
