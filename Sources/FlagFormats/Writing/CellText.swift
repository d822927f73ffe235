import FlagModel

/// Converts the cells of one column to text. Values in flagdb's form are written from their bytes;
/// other values use the conversions of their type.
struct CellText {
  private enum Appended {
    /// Digits, points, signs and similar characters, which no format escapes.
    case figures
    /// Any bytes, even invalid UTF-8.
    case text
  }

  /// The kinds of conversions. None contains a class, because that would be retained for each cell.
  private enum Kind {
    case stored
    case bool
    case date
    case decimal(DecimalForm)
    /// Flags and cases.
    case named
    case other
  }

  private let kind: Kind
  private let type: AttributeType?
  private var remembered = RememberedTexts()

  /// True if the values are numbers, which are right-aligned; nil if each value must be checked.
  let isNumeric: Bool?

  init(_ column: OutputColumn, isRaw: Bool) {
    type = isRaw ? nil : column.type
    kind =
      switch type {
      case nil, .string, .integer, .double, .uuid, .url, .data, .any: .stored
      case .bool: .bool
      case .date: .date
      case .decimal(let places): .decimal(DecimalForm(places: places))
      case .flags, .enumeration: .named
      case .array(let element, _): element.hasNames ? .other : .stored
      case .json(let shape): AttributeType.json(shape).hasNames ? .other : .stored
      case .float: .other
      }
    isNumeric =
      switch column.type {
      case nil, .any: nil
      case .integer, .double, .float, .decimal: true
      case .flags: isRaw
      default: isRaw ? nil : false
      }
  }

  /// Appends the text; nothing for NULL. A text that is not only digits may need quotes or escapes.
  /// `finish` adds these from an offset on, once for each cached text.
  ///
  /// - Returns: true if `finish` was called.
  @inline(__always) @discardableResult
  mutating func append(
    _ index: Int, of row: StoredRow, to line: inout LineBytes,
    finish: (inout LineBytes, Int) -> Void
  ) -> Bool {
    let start = line.count
    switch (kind, row.cells[index]) {
    case (.stored, let cell): if append(cell, of: row, to: &line) == .figures { return false }
    case (.date, .text(let range)):
      if row.withBytes(range, { line.append(date: $0) }) { return false }
      appendNamed(index, of: row, to: &line)
    case (.decimal(let form), .integer(let units)):
      line.append(form, units: units)
      return false
    case (.named, let cell):
      if remembered.append(cell, of: row, to: &line) { return true }
      appendNamed(index, of: row, to: &line)
      finish(&line, start)
      remembered.remember(line.bytes(from: start), of: cell, of: row)
      return true
    case (.bool, .integer(let truth)) where truth == 0 || truth == 1:
      line.append(truth == 1 ? "true" : "false")
      return false
    case _: appendNamed(index, of: row, to: &line)
    }
    finish(&line, start)
    return true
  }

  /// Appends a value in its stored form.
  private func append(
    _ cell: StoredRow.Cell, of row: StoredRow, to line: inout LineBytes
  ) -> Appended {
    switch cell {
    case .null: return .figures
    case .integer(let number):
      line.append(number)
      return .figures
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
  }

  private func appendNamed(_ index: Int, of row: StoredRow, to line: inout LineBytes) {
    if let type { return line.append(text: type.text(of: row.value(at: index))) }
    _ = append(row.cells[index], of: row, to: &line)
  }

  /// The text of a cell before quoting and escaping.
  mutating func text(_ index: Int, of row: StoredRow) -> String {
    var line = LineBytes()
    append(index, of: row, to: &line) { _, _ in }
    return line.text()
  }

  /// The text for people: characters that could control the terminal are escaped, and an empty set
  /// of flags differs from a missing value.
  mutating func visibleText(_ index: Int, of row: StoredRow) -> String {
    let text = text(index, of: row)
    if text.isEmpty, case .flags? = type { return "[]" }
    return visible(text)
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
  /// Replaces invalid UTF-8 in a text by U+FFFD, as readers of text do. SQLite accepts any bytes as
  /// a text, and no format can represent them.
  mutating func mend(from offset: Int) {
    if firstInvalidUTF8(in: bytes(from: offset)) != nil {
      replace(from: offset, with: text(from: offset))
    }
  }

  /// Escapes characters that could control a terminal, from an offset on.
  mutating func makeVisible(from offset: Int) {
    replace(from: offset, with: visible(text(from: offset)))
  }
}
