import FlagModel
import JSON

/// A member of every object: its name, and the conversion of its cells to JSON.
struct JSONCell {
  /// The kinds of conversions. None contains a class, because that would be retained for each cell.
  private enum Kind {
    /// The stored value.
    case stored
    case bool
    case float
    case date
    case decimal(DecimalForm)
    /// Flags and cases.
    case named
    /// An array whose elements need no parsing; nil if all do, and for other JSON.
    case array(ArrayBytes.Element?)
  }

  /// `,"name":`
  private let key: [UInt8]
  private let kind: Kind
  private let type: AttributeType?
  private let isRaw: Bool
  private let escapesUnseen: Bool
  private var remembered = RememberedTexts()
  private var scratch: [UInt8] = []

  init(_ column: OutputColumn, isFirst: Bool, _ style: OutputStyle) {
    type = column.type
    isRaw = style.isRaw
    escapesUnseen = style.guardsTerminal
    kind =
      switch column.type {
      case .bool: .bool
      case .float: .float
      case .array(let element, _): .array(escapesUnseen ? nil : ArrayBytes.Element(element))
      case .json: .array(nil)
      case .date where !isRaw: .date
      case .decimal(let places) where !isRaw: .decimal(DecimalForm(places: places))
      case .flags where !isRaw, .enumeration where !isRaw: .named
      default: .stored
      }
    var line = LineBytes()
    if !isFirst { line.append(UInt8(ascii: ",")) }
    line.append(json: column.name, escapesUnseen: escapesUnseen)
    line.append(UInt8(ascii: ":"))
    key = Array(line.bytes)
  }

  /// Appends the name and the value.
  mutating func append(_ index: Int, of row: StoredRow, to line: inout LineBytes) {
    line.append(key)
    let cell = row.cells[index]
    switch (kind, cell) {
    case (_, .null): line.append("null")
    case (.bool, .integer(0)): line.append("false")
    case (.bool, .integer(1)): line.append("true")
    case (.date, .text(let range)): appendDate(range, index, of: row, to: &line)
    case (.decimal(let form), .integer(let units)): line.append(form, units: units)
    case (.named, _):
      if remembered.append(cell, of: row, to: &line) { return }
      let start = line.count
      appendNamed(row.value(at: index), to: &line)
      remembered.remember(line.bytes(from: start), of: cell, of: row)
    case (.array(let element?), .text(let range)):
      scratch.removeAll(keepingCapacity: true)
      let isKept = row.withBytes(range) {
        ArrayBytes.appendStored($0, of: element, to: &scratch)
      }
      if isKept { line.append(scratch) } else { appendArray(row.value(at: index), to: &line) }
    case (.array, .text): appendArray(row.value(at: index), to: &line)
    case (.float, .real(let number)) where number.isFinite:
      line.append(text: AttributeType.float.text(of: .real(number)))
    case (.stored, .text(let range)) where type == .double && isNumber(range, of: row):
      line.append(Array(row.bytes[range]))
    default: appendStored(cell, of: row, to: &line)
    }
  }

  /// True for the text of a number, which a server has stored with more digits than a `Double`.
  private func isNumber(_ range: Range<Int>, of row: StoredRow) -> Bool {
    if case .number? = try? JSONValue(reading: Array(row.bytes[range])) { true } else { false }
  }

  private func appendStored(_ cell: StoredRow.Cell, of row: StoredRow, to line: inout LineBytes) {
    switch cell {
    case .null: line.append("null")
    case .integer(let number): line.append(number)
    // JSON has no infinity, but a number too large for a Double is parsed as one.
    case .real(let number) where number.isInfinite: line.append(number < 0 ? "-9e999" : "9e999")
    // Nor has it NaN, and null would be no value.
    case .real(let number) where number.isNaN: line.append("\"nan\"")
    case .real(let number): line.append(number)
    case .text(let range):
      line.appendJSON(escapesUnseen: escapesUnseen) { line in
        row.withBytes(range) { line.append($0) }
      }
    case .blob(let range):
      var text: [UInt8] = [UInt8(ascii: "\"")]
      DataText.appendBase64(of: Array(row.bytes[range]), to: &text)
      line.append(text)
      line.append(UInt8(ascii: "\""))
    }
  }

  private func appendDate(
    _ range: Range<Int>, _ index: Int, of row: StoredRow, to line: inout LineBytes
  ) {
    line.append(UInt8(ascii: "\""))
    if row.withBytes(range, { line.append(date: $0) }) {
      line.append(UInt8(ascii: "\""))
      return
    }
    // Another client may have stored any text.
    line.cut(to: line.count - 1)
    let text = AttributeType.date.text(of: row.value(at: index))
    line.append(json: text, escapesUnseen: escapesUnseen)
  }

  /// Appends flags as a list of names, and a case as its name; an invalid value as the type shows
  /// it.
  private func appendNamed(_ value: Value, to line: inout LineBytes) {
    switch (type, value) {
    case (.flags(let set), .integer(let stored)):
      line.append(UInt8(ascii: "["))
      for (index, name) in set.items(of: set.mask(stored: stored)).enumerated() {
        if index > 0 { line.append(UInt8(ascii: ",")) }
        line.append(json: name, escapesUnseen: escapesUnseen)
      }
      line.append(UInt8(ascii: "]"))
    case (.enumeration(let enumeration), _):
      let text = AttributeType.enumeration(enumeration).text(of: value)
      line.append(json: text, escapesUnseen: escapesUnseen)
    default:
      let row = StoredRow([value])
      appendStored(row.cells[0], of: row, to: &line)
    }
  }

  /// Appends a stored array or other JSON on one line, whatever its spaces; invalid JSON as a text.
  private func appendArray(_ value: Value, to line: inout LineBytes) {
    guard case .text(let text) = value, let type else { return }
    // A shortcut for the most frequent array.
    if text.utf8.elementsEqual("[]".utf8) { return line.append("[]") }
    guard let array = type.json(ofStored: text, isRaw: isRaw) else {
      return line.append(json: text, escapesUnseen: escapesUnseen)
    }
    var json = array.text()
    if escapesUnseen { json = visibleJSON(json) }
    line.append(text: json)
  }
}
