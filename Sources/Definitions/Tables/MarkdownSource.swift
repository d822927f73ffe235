import FlagModel

/// Tables of names and values in a Markdown document, such as the documentation of an interface.
/// The heading above a table is the name of its flag set.
enum MarkdownSource {
  static func groups(of source: SourceText, _ file: Int) -> [DefinedGroup] {
    var sets = TableSets()
    var heading = TableSource.name(of: source)
    var columns: TableColumns?
    var before: [TableField] = []
    for line in lines(of: source) {
      let cells = cells(in: line, of: source, file)
      if cells.isEmpty {
        if let title = title(source.utf8[line]) { heading = title }
        columns = nil
      } else if cells.allSatisfy({ isRule($0.text) }) {
        columns = Self.columns(before.map(\.text))
      } else if let row = columns?.row(cells, usually: heading) {
        sets.add(row)
      }
      before = cells
    }
    return sets.groups
  }

  private static func lines(of source: SourceText) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    let bytes = source.utf8
    for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") {
      lines.append(start..<index)
      start = index + 1
    }
    return lines + [start..<bytes.count]
  }

  /// `Permissions` of `## Permissions`
  private static func title(_ line: ArraySlice<UInt8>) -> Name? {
    guard line.first == UInt8(ascii: "#") else { return nil }
    let text = line.drop { $0 == UInt8(ascii: "#") || $0 == 0x20 }.filter {
      $0 != UInt8(ascii: "`")
    }
    if text.isEmpty { return nil }
    return NameStripping.identifier(Name(text))
  }

  /// `|---|:-:|`
  private static func isRule(_ text: Name) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ":") }
  }

  /// The columns of a header. Without a known name, the first column has the names.
  private static func columns(_ header: [Name]) -> TableColumns? {
    TableColumns(header) ?? TableColumns(["name"] + header.dropFirst())
  }

  // MARK: Cells

  /// The cells of a row, without the marks of code and emphasis; empty for another line.
  private static func cells(
    in line: Range<Int>, of source: SourceText, _ file: Int
  ) -> [TableField] {
    let bytes = source.utf8
    guard let first = line.first(where: { bytes[$0] > 0x20 }), bytes[first] == UInt8(ascii: "|")
    else { return [] }
    var cells: [TableField] = []
    var start = first + 1
    for index in first + 1..<line.upperBound
    where bytes[index] == UInt8(ascii: "|") && bytes[index - 1] != UInt8(ascii: "\\") {
      cells.append(cell(bytes, start..<index, file))
      start = index + 1
    }
    return cells
  }

  private static func cell(_ bytes: [UInt8], _ range: Range<Int>, _ file: Int) -> TableField {
    let marks = Set("`*\\ \t\r".utf8)
    let start = range.first { !marks.contains(bytes[$0]) } ?? range.lowerBound
    var end = range.upperBound
    while end > start, marks.contains(bytes[end - 1]) { end -= 1 }
    let text = bytes[start..<end].filter { $0 != UInt8(ascii: "`") && $0 != UInt8(ascii: "\\") }
    // A number may be followed by an explanation: 0x8 (1 << 3)
    let number = text.prefix { $0 != UInt8(ascii: "(") }.reversed().drop { $0 == 0x20 }.reversed()
    let isNumber = number.count < text.count && TableNumber.read(Name(Array(number))) != nil
    let kept = if isNumber { Array(number) } else { Array(text) }
    return TableField(
      text: Name(kept),
      place: TokenPlace(file: Int32(file), start: Int32(start), end: Int32(end)))
  }
}
