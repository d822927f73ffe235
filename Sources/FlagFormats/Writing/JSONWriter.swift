import FlagModel

/// Writes records as JSON objects: an array with one record on each line, or lines without an
/// array. Flags are arrays of names, cases are names, dates ISO 8601, decimals exact numbers, blobs
/// Base64, NULL is null.
final class JSONWriter: RecordWriter {
  private let style: OutputStyle
  private let isLines: Bool
  private var isFirst: Bool
  private var page: Page

  /// The mutable state in one struct, so that it is accessed once for each record.
  private struct Page: ~Copyable {
    var cells: [JSONCell]
    var line = LineBytes()
  }

  /// - Parameter isPart: true if other records come before.
  init(_ columns: [OutputColumn], _ style: OutputStyle, isLines: Bool, isPart: Bool = false) {
    isFirst = !isPart
    let cells = columns.enumerated().map { index, column in
      JSONCell(column, isFirst: index == 0, style)
    }
    page = Page(cells: cells)
    self.style = style
    self.isLines = isLines
  }

  func begin(into bytes: inout [UInt8]) { if !isLines { bytes.append(UInt8(ascii: "[")) } }

  func write(_ row: StoredRow, into bytes: inout [UInt8]) {
    let beginning: StaticString = if isLines { "{" } else if isFirst { "\n{" } else { ",\n{" }
    isFirst = false
    Self.write(row, &page, after: beginning, isLines ? style.recordEnd : nil, into: &bytes)
  }

  /// Each record of a part begins with a comma.
  func append(part records: [UInt8], to bytes: inout [UInt8]) {
    if records.isEmpty { return }
    bytes += records.dropFirst(isFirst && !isLines ? 1 : 0)
    isFirst = false
  }

  private static func write(
    _ row: StoredRow, _ page: inout Page, after beginning: StaticString,
    _ end: OutputStyle.RecordEnd?, into bytes: inout [UInt8]
  ) {
    append(row, &page.cells, after: beginning, to: &page.line)
    if let end { page.line.append(end.rawValue) }
    bytes.append(contentsOf: page.line.bytes)
  }

  private static func append(
    _ row: StoredRow, _ cells: inout [JSONCell], after beginning: StaticString,
    to line: inout LineBytes
  ) {
    line.cut(to: 0)
    line.append(beginning)
    cells.withUnsafeMutableBufferPointer { cells in
      for index in cells.indices { cells[index].append(index, of: row, to: &line) }
    }
    line.append(UInt8(ascii: "}"))
  }

  func end(into bytes: inout [UInt8]) {
    if isLines { return }
    if !isFirst { bytes.append(0x0A) }
    bytes += [UInt8(ascii: "]"), 0x0A]
  }
}
