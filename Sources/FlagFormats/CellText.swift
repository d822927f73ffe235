import FlagModel
import PlainText

/// Turns the cells of one column into text. Values as flagdb keeps them are written from their
/// bytes; what another client has put in their place goes through the type's own words.
struct CellText {
  /// What was appended, for the writer that has to see to it.
  enum Appended {
    /// Digits, points, signs and the like, which no format has to escape.
    case figures
    /// Anything; UTF-8, once the writer has called `mend`.
    case text
  }

  /// How cells become text, without what would have to be retained at each.
  private enum Kind {
    case stored
    case bool
    case float
    case date
    case decimal(DecimalForm)
    /// Flags and cases.
    case named
    case other
  }

  private let kind: Kind
  private let type: AttributeType?
  private var remembered: RememberedTexts?

  /// Whether values are numbers, which stand on the right; nil where only they can tell.
  let isNumeric: Bool?

  init(_ column: OutputColumn, isRaw: Bool) {
    type = isRaw ? nil : column.type
    kind =
      switch type {
      case nil, .string, .integer, .double, .uuid, .url, .data: .stored
      case .bool: .bool
      case .float: .float
      case .date: .date
      case .decimal(let places): .decimal(DecimalForm(places: places))
      case .flags, .enumeration: .named
      case .array: .other
      }
    if case .named = kind { remembered = RememberedTexts() }
    isNumeric =
      switch column.type {
      case nil: nil
      case .integer, .double, .float, .decimal: true
      case .flags: isRaw
      default: isRaw ? nil : false
      }
  }

  /// Appends nothing for NULL.
  mutating func append(_ index: Int, of row: StoredRow, to line: inout LineBytes) -> Appended {
    let cell = row.cells[index]
    switch (kind, cell) {
    case (.stored, _): return append(cell, of: row, to: &line)
    case (.date, .text(let range)):
      return row.withBytes(range) { line.append(date: $0) }
        ? .figures : appendNamed(index, of: row, to: &line)
    case (.decimal(let form), .integer(let units)):
      line.append(form, units: units)
      return .figures
    case (.named, .integer(let stored)):
      if remembered?.append(stored, to: &line) != true {
        let start = line.count
        _ = appendNamed(index, of: row, to: &line)
        remembered?.remember(line.bytes(from: start), of: stored)
      }
      return .text
    case (.bool, .integer(0...1)):
      line.append(cell == .integer(1) ? "true" : "false")
      return .figures
    case (.float, .real(let number)) where number.isFinite:
      line.append(text: AttributeType.float.text(of: .real(number)))
      return .figures
    case _: return appendNamed(index, of: row, to: &line)
    }
  }

  /// A value as it is stored.
  private func append(
    _ cell: StoredRow.Cell, of row: StoredRow, to line: inout LineBytes
  ) -> Appended {
    switch cell {
    case .null: break
    case .integer(let number): line.append(number)
    case .real(let number):
      line.append(number)
      return number.isFinite ? .figures : .text
    case .text(let range):
      row.withBytes(range) { line.append($0) }
      return .text
    case .blob(let range):
      var text: [UInt8] = []
      DataText.appendBase64(of: Array(row.bytes[range]), to: &text)
      line.append(text)
      return .text
    }
    return .figures
  }

  private func appendNamed(
    _ index: Int, of row: StoredRow, to line: inout LineBytes
  ) -> Appended {
    guard let type else { return append(row.cells[index], of: row, to: &line) }
    line.append(text: type.text(of: row.value(at: index)))
    return .text
  }
}

extension CellText {
  mutating func text(_ index: Int, of row: StoredRow) -> String {
    var line = LineBytes()
    _ = append(index, of: row, to: &line)
    return line.text()
  }

  /// For people: what could drive the terminal is escaped.
  mutating func visibleText(_ index: Int, of row: StoredRow) -> String {
    visible(text(index, of: row))
  }
}

extension StoredRow {
  func withBytes<Result>(
    _ range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
  }
}

extension LineBytes {
  /// Replaces what is no UTF-8 in a text that has bytes beyond ASCII by U+FFFD, as readers of text
  /// do: SQLite takes any bytes for a text, and no format has a form for them.
  mutating func mend(from offset: Int) {
    if firstInvalidUTF8(in: bytes(from: offset)) != nil {
      replace(from: offset, with: text(from: offset))
    }
  }

  /// Escapes what could drive a terminal in what was appended from an offset on.
  mutating func makeVisible(from offset: Int) {
    replace(from: offset, with: visible(text(from: offset)))
  }
}
