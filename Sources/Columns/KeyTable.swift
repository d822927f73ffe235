/// The codes of a key's values, in which NULL has a code too.
struct KeyTable {
  private let key: GroupRequest.Key
  private var integers = CodeTable()
  private var texts = TextTable()
  private var null: Int32?
  /// For each code of the key, the code in its table; nil for NULL.
  private var origins: [Int32?] = []
  /// For each code of the table, the code of the key.
  private var codes: [Int32] = []
  /// The codes of a part of dates, of which several days have the same.
  private var parts: [ColumnValue: Int32] = [:]

  init(_ key: GroupRequest.Key) { self.key = key }

  var count: Int { origins.count }

  mutating func code(
    _ batch: ColumnBatch, _ rows: UnsafeBufferPointer<Int32>,
    into result: UnsafeMutablePointer<Int32>
  ) throws(ColumnRefusal) {
    switch key {
    case .integer(let column):
      let column = batch.columns[column]
      try code(rows, column, ColumnBatch.Kind.integer, into: result) { table, row in
        table.integers.code(of: UInt64(bitPattern: column.words[row]))
      }
    case .text(let column):
      let column = batch.columns[column]
      try code(rows, column, ColumnBatch.Kind.text, into: result) { table, row in
        table.texts.code(of: batch.text(column.words[row]))
      }
    case .datePrefix(let column, let length):
      try codeDates(batch, rows, column, length, into: result)
    case .datePart(let column, _):
      try codeDates(batch, rows, column, 10, into: result)
    case .dateNumber(let column, let offset, let length, let divisor):
      let column = batch.columns[column]
      try code(rows, column, ColumnBatch.Kind.text, into: result) {
        (table, row) throws(ColumnRefusal) in
        let text = batch.text(column.words[row])
        guard text.isDate else { throw .otherKind }
        var number: Int64 = 0
        for byte in text[offset..<offset + length] { number = 10 * number + Int64(byte & 15) }
        return table.integers.code(of: UInt64((number + divisor - 1) / divisor))
      }
    }
  }

  @inline(__always)
  private mutating func codeDates(
    _ batch: ColumnBatch, _ rows: UnsafeBufferPointer<Int32>, _ column: Int, _ length: Int,
    into result: UnsafeMutablePointer<Int32>
  ) throws(ColumnRefusal) {
    let column = batch.columns[column]
    try code(rows, column, ColumnBatch.Kind.text, into: result) {
      (table, row) throws(ColumnRefusal) in
      let text = batch.text(column.words[row])
      guard text.isDate else { throw .otherKind }
      return table.integers.code(of: PackedDate(text, length).word)
    }
  }

  @inline(__always)
  private mutating func code(
    _ rows: UnsafeBufferPointer<Int32>, _ column: ColumnBatch.Column, _ kind: ColumnBatch.Kind,
    into result: UnsafeMutablePointer<Int32>,
    _ find: (inout KeyTable, Int) throws(ColumnRefusal) -> Int32
  ) throws(ColumnRefusal) {
    for (index, row) in rows.enumerated() {
      let row = Int(row)
      if column.kinds[row] == kind {
        let code = try find(&self, row)
        result[index] = try take(code)
      } else if column.kinds[row] == ColumnBatch.Kind.null {
        result[index] = null ?? addNull()
      } else {
        throw .otherKind
      }
    }
  }

  /// The code of the key for a code of its table.
  @inline(__always)
  private mutating func take(_ code: Int32) throws(ColumnRefusal) -> Int32 {
    if Int(code) == codes.count { try add(code) }
    return codes[Int(code)]
  }

  private mutating func add(_ code: Int32) throws(ColumnRefusal) {
    let new = Int32(truncatingIfNeeded: origins.count)
    if case .datePart(_, let part) = key {
      let value = try part.value(of: PackedDate(word: integers.keys[Int(code)]))
      if let existing = parts[value] { return codes.append(existing) }
      parts[value] = new
    }
    codes.append(new)
    origins.append(code)
  }

  /// The code for a value of another table of the same key.
  mutating func code(of other: Int, in table: KeyTable) throws(ColumnRefusal) -> Int32 {
    guard let origin = table.origins[other] else { return null ?? addNull() }
    if case .text = key {
      let code = table.texts.texts[Int(origin)].withUnsafeBytes { texts.code(of: $0) }
      return try take(code)
    }
    return try take(integers.code(of: table.integers.keys[Int(origin)]))
  }

  /// The size of the texts in bytes.
  var textSize: Int { texts.size }

  private mutating func addNull() -> Int32 {
    let code = Int32(truncatingIfNeeded: origins.count)
    null = code
    origins.append(nil)
    return code
  }

  func value(_ code: Int) throws(ColumnRefusal) -> ColumnValue {
    guard let origin = origins[code] else { return .null }
    let number = Int(origin)
    switch key {
    case .text: return .text(texts.texts[number])
    case .datePrefix(_, let length):
      return .text(PackedDate(word: integers.keys[number]).text(length))
    case .datePart(_, let part): return try part.value(of: PackedDate(word: integers.keys[number]))
    case .integer, .dateNumber: return .integer(Int64(bitPattern: integers.keys[number]))
    }
  }
}
