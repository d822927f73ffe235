import FlagModel
import PlainText

/// Records as lines and fields between separators: csv and tsv, which differ in how a field keeps
/// what would otherwise end it.
struct DelimitedWriter: RecordWriter {
  enum Dialect {
    /// RFC 4180 with LF at the line ends. Quotes stand where they are needed, and around an empty
    /// text, which sets it apart from NULL.
    case csv
    /// Escapes as in PostgreSQL's COPY, so that each line is a record whatever is in it.
    case tsv
  }

  private let names: [String]
  private var cells: [CellText]
  private let style: OutputStyle
  private let dialect: Dialect
  private let separator: UInt8
  private let null: [UInt8]

  init(_ columns: [OutputColumn], _ style: OutputStyle, _ dialect: Dialect) {
    names = columns.map(\.name)
    cells = columns.map { CellText($0, isRaw: style.isRaw) }
    self.style = style
    self.dialect = dialect
    separator = dialect == .csv ? UInt8(ascii: ",") : UInt8(ascii: "\t")
    let nullText = style.nullText ?? (dialect == .csv ? "" : "\\N")
    null = Array((style.guardsTerminal ? visible(nullText) : nullText).utf8)
  }

  mutating func begin(into bytes: inout [UInt8]) {
    guard style.showsHeader else { return }
    for (index, name) in names.enumerated() {
      if index > 0 { bytes.append(separator) }
      let start = bytes.count
      bytes += name.utf8
      finishField(in: &bytes, from: start)
    }
    bytes.append(style.recordEnd.rawValue)
  }

  mutating func write(_ row: [Value], into bytes: inout [UInt8]) {
    for index in cells.indices {
      if index > 0 { bytes.append(separator) }
      if row[index] == .null {
        bytes += null
        continue
      }
      let start = bytes.count
      cells[index].append(row[index], to: &bytes)
      if !row[index].isNumber(in: bytes, from: start) || isNull(bytes, from: start) {
        finishField(in: &bytes, from: start)
      }
    }
    bytes.append(style.recordEnd.rawValue)
  }

  mutating func end(into bytes: inout [UInt8]) {}

  /// Makes a field of the text that was appended from an offset on.
  private func finishField(in bytes: inout [UInt8], from start: Int) {
    if style.disarmsFormulas { disarmFormula(in: &bytes, from: start) }
    switch dialect {
    case .csv:
      if style.guardsTerminal { bytes.makeVisible(from: start) }
      let mayBeMistaken = bytes.count == start || isNull(bytes, from: start)
      if mayBeMistaken || needsQuotes(bytes, from: start) { quote(in: &bytes, from: start) }
    case .tsv:
      escape(in: &bytes, from: start)
      if style.guardsTerminal { bytes.makeVisible(from: start) }
    }
  }

  private func isNull(_ bytes: [UInt8], from start: Int) -> Bool {
    bytes.count - start == null.count && bytes[start...].elementsEqual(null)
  }
}

extension DelimitedWriter {
  private func needsQuotes(_ bytes: [UInt8], from start: Int) -> Bool {
    bytes.withUnsafeBufferPointer { all in
      for index in start..<all.count {
        switch all[index] {
        case UInt8(ascii: ","), UInt8(ascii: "\""), 0x0A, 0x0D, 0x00: return true
        default: continue
        }
      }
      return false
    }
  }

  private func quote(in bytes: inout [UInt8], from start: Int) {
    let quote = UInt8(ascii: "\"")
    bytes.double(from: start) { $0 == quote ? (quote, quote) : nil }
    bytes.insert(quote, at: start)
    bytes.append(quote)
  }

  private func escape(in bytes: inout [UInt8], from start: Int) {
    bytes.double(from: start) { byte in
      escapeLetter(of: byte).map { (UInt8(ascii: "\\"), $0) }
    }
  }

  private func escapeLetter(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "\t"): UInt8(ascii: "t")
    case UInt8(ascii: "\n"): UInt8(ascii: "n")
    case UInt8(ascii: "\r"): UInt8(ascii: "r")
    case UInt8(ascii: "\\"): byte
    default: nil
    }
  }

  /// Puts a `'` before a text that a spreadsheet would take for a formula.
  private func disarmFormula(in bytes: inout [UInt8], from start: Int) {
    guard start < bytes.count else { return }
    switch bytes[start] {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D:
      bytes.insert(UInt8(ascii: "'"), at: start)
    default: break
    }
  }
}

extension [UInt8] {
  /// Puts two bytes in place of each one from an offset on for which there is a pair. All stays in
  /// this buffer: a copy of what is before the offset would cost more than the field itself.
  fileprivate mutating func double(from start: Int, _ pair: (UInt8) -> (UInt8, UInt8)?) {
    let end = count
    let pairs = self[start...].count { pair($0) != nil }
    if pairs == 0 { return }
    append(contentsOf: repeatElement(0, count: pairs))
    withUnsafeMutableBufferPointer { bytes in
      // From the end, so that no byte is overwritten before it has been moved.
      var target = bytes.count
      for source in (start..<end).reversed() {
        if let (first, second) = pair(bytes[source]) {
          target -= 2
          (bytes[target], bytes[target + 1]) = (first, second)
        } else {
          target -= 1
          bytes[target] = bytes[source]
        }
      }
    }
  }
}

extension Value {
  /// Whether what was written for this value from an offset on is a number, which needs no quotes
  /// and is no formula: digits, but not the name of a flag.
  fileprivate func isNumber(in bytes: [UInt8], from start: Int) -> Bool {
    switch self {
    case .integer, .real: break
    case .null, .text, .blob: return false
    }
    guard start < bytes.count, let last = bytes.last else { return false }
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    return digits.contains(last)
      && (digits.contains(bytes[start]) || bytes[start] == UInt8(ascii: "-"))
  }
}
