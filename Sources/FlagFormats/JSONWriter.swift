import FlagModel

/// Records as JSON objects: an array of them with a record a line, or a line each. Flags are arrays
/// of names, cases are names, dates ISO 8601, decimals exact numbers, blobs Base64, NULL is null.
struct JSONWriter: RecordWriter {
  private var cells: [JSONCell]
  private let style: OutputStyle
  private let isLines: Bool
  private var isFirst = true

  init(_ columns: [OutputColumn], _ style: OutputStyle, isLines: Bool) {
    cells = columns.enumerated().map { index, column in
      JSONCell(column, isFirst: index == 0, style)
    }
    self.style = style
    self.isLines = isLines
  }

  mutating func begin(into bytes: inout [UInt8]) {
    if !isLines { bytes.append(UInt8(ascii: "[")) }
  }

  mutating func write(_ row: [Value], into bytes: inout [UInt8]) {
    if !isLines { bytes += isFirst ? [0x0A] : [UInt8(ascii: ","), 0x0A] }
    isFirst = false
    bytes.append(UInt8(ascii: "{"))
    for index in cells.indices { cells[index].append(row[index], to: &bytes) }
    bytes.append(UInt8(ascii: "}"))
    if isLines { bytes.append(style.recordEnd.rawValue) }
  }

  mutating func end(into bytes: inout [UInt8]) {
    if isLines { return }
    if !isFirst { bytes.append(0x0A) }
    bytes += [UInt8(ascii: "]"), 0x0A]
  }
}
