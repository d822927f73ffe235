import FlagModel

/// Tables with a line for each flag: csv and tsv, with or without a header.
enum TableSource {
  private static let mostRows = 100_000

  static func groups(of source: SourceText, _ file: Int) throws(Diagnostics) -> [DefinedGroup] {
    let rows = Self.rows(of: source, file)
    guard let first = rows.first else { return [] }
    let (columns, hasHeader) = Self.columns(first)
    let body = if hasHeader { rows.dropFirst() } else { rows[...] }
    guard let columns else {
      let end = first.last.map { Int($0.place.end) } ?? 0
      throw Diagnostics([
        Diagnostic(
          "expected a header with a column 'name' and one of 'value', 'mask' and 'bit'",
          at: SourcePlace(source, 0..<end))
      ])
    }
    var sets = TableSets()
    for row in body {
      if let row = columns.row(row, usually: name(of: source)) { sets.add(row) }
    }
    return sets.groups
  }

  /// The columns for names and values; nil if there are none.
  private static func columns(_ first: [TableField]) -> (TableColumns?, hasHeader: Bool) {
    if let columns = TableColumns(first.map(\.text)) { return (columns, true) }
    let isRow = first.count > 1 && TableNumber.read(first[1].text) != nil
    if isRow { return (TableColumns(withoutHeader: first.count), false) }
    return (nil, true)
  }

  /// True if the table has columns for names and values, or no rows.
  static func hasFlags(_ source: SourceText) -> Bool {
    rows(of: source, 0).first.map { columns($0).0 != nil } ?? true
  }

  /// The name of the flag set if the table has none: the name of the file.
  static func name(of source: SourceText) -> Name {
    let file = (source.name ?? "flags").split(separator: "/").last.map(String.init) ?? "flags"
    return NameStripping.identifier(Name(file.prefix { $0 != "." }))
  }

  // MARK: Rows

  private static func rows(of source: SourceText, _ file: Int) -> [[TableField]] {
    let firstLine = source.utf8.prefix { $0 != UInt8(ascii: "\n") }
    let separators: [Unicode.Scalar] = ["\t", ","]
    let separator = separators.first { firstLine.contains(UInt8($0.value)) } ?? ";"
    var cursor = ByteCursor(source.utf8)
    cursor.skipByteOrderMark()
    var rows: [[TableField]] = []
    while !cursor.isAtEnd, rows.count < mostRows {
      var row: [TableField] = []
      repeat {
        row.append(takeField(&cursor, separator, file))
      } while cursor.accept(separator) && !cursor.isAtEnd && row.count < 1_000
      _ = cursor.accept("\n")
      let isEmpty = row.allSatisfy(\.text.isEmpty)
      if !isEmpty, row[0].text.utf8.first != UInt8(ascii: "#") { rows.append(row) }
    }
    return rows
  }

  /// The field at a position, which is moved to the separator or the end of the line.
  private static func takeField(
    _ cursor: inout ByteCursor, _ separator: Unicode.Scalar, _ file: Int
  ) -> TableField {
    let start = cursor.at
    var text: [UInt8] = []
    if separator != "\t", cursor.accept("\"") {
      text += cursor.take { $0 != "\"" }
      // A doubled quote is part of the text.
      while cursor.accept("\""), cursor.accept("\"") {
        text.append(UInt8(ascii: "\""))
        text += cursor.take { $0 != "\"" }
      }
    }
    text += cursor.take { $0 != separator && $0 != "\n" }
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
    let trimmed = text.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
    return TableField(
      text: Name(Array(trimmed)),
      place: TokenPlace(file: Int32(file), start: Int32(start), end: Int32(cursor.at)))
  }
}
