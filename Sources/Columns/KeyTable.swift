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

  init(_ key: GroupRequest.Key) {
    self.key = key
  }

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
      let column = batch.columns[column]
      try code(rows, column, ColumnBatch.Kind.text, into: result) {
        (table, row) throws(ColumnRefusal) in
        let text = batch.text(column.words[row])
        guard text.isDate else { throw .otherKind }
        return table.texts.code(of: UnsafeRawBufferPointer(rebasing: text[..<length]))
      }
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
  private mutating func code(
    _ rows: UnsafeBufferPointer<Int32>, _ column: ColumnBatch.Column, _ kind: UInt8,
    into result: UnsafeMutablePointer<Int32>,
    _ find: (inout KeyTable, Int) throws(ColumnRefusal) -> Int32
  ) throws(ColumnRefusal) {
    for (index, row) in rows.enumerated() {
      let row = Int(row)
      if column.kinds[row] == kind {
        let code = try find(&self, row)
        result[index] = take(code)
      } else if column.kinds[row] == ColumnBatch.Kind.null {
        result[index] = null ?? addNull()
      } else {
        throw .otherKind
      }
    }
  }

  /// The code of the key for a code of its table.
  @inline(__always)
  private mutating func take(_ code: Int32) -> Int32 {
    if Int(code) == codes.count { add(code) }
    return codes[Int(code)]
  }

  private mutating func add(_ code: Int32) {
    codes.append(Int32(truncatingIfNeeded: origins.count))
    origins.append(code)
  }

  /// The code for a value of another table of the same key.
  mutating func code(of other: Int, in table: KeyTable) -> Int32 {
    guard let origin = table.origins[other] else { return null ?? addNull() }
    if key.isText {
      return take(table.texts.texts[Int(origin)].withUnsafeBytes { texts.code(of: $0) })
    }
    return take(integers.code(of: table.integers.keys[Int(origin)]))
  }

  /// The size of the texts in bytes.
  var textSize: Int { texts.size }

  private mutating func addNull() -> Int32 {
    let code = Int32(truncatingIfNeeded: origins.count)
    null = code
    origins.append(nil)
    return code
  }

  func value(_ code: Int) -> ColumnValue {
    guard let origin = origins[code] else { return .null }
    return key.isText
      ? .text(texts.texts[Int(origin)])
      : .integer(Int64(bitPattern: integers.keys[Int(origin)]))
  }
}

extension UnsafeRawBufferPointer {
  /// True for a text that begins like `2026-11-20 10:30:00`.
  @inline(__always)
  fileprivate var isDate: Bool {
    guard count >= 19 else { return false }
    // Digits are 0x30 to 0x39. All eight bytes are tested at once.
    let day = loadUnaligned(fromByteOffset: 0, as: UInt64.self).littleEndian
    let time = loadUnaligned(fromByteOffset: 8, as: UInt64.self).littleEndian
    let digitsOfDay: UInt64 = 0x00FF_FF00_FFFF_FFFF
    let digitsOfTime: UInt64 = 0xFFFF_00FF_FF00_FFFF
    return Self.areDigits(day, digitsOfDay) && Self.areDigits(time, digitsOfTime)
  }

  @inline(__always)
  private static func areDigits(_ bytes: UInt64, _ mask: UInt64) -> Bool {
    let high: UInt64 = 0xF0F0_F0F0_F0F0_F0F0
    let digits: UInt64 = 0x3030_3030_3030_3030
    if bytes & high & mask != digits & mask { return false }
    // For a digit, adding six gives at most 0x3F; for other bytes, it gives more.
    return (bytes & mask &+ 0x0606_0606_0606_0606 & mask) & high & mask == digits & mask
  }
}
