/// Groups records, batch by batch.
package struct ColumnGroups {
  private let request: GroupRequest
  private var keys: [KeyTable]
  /// The groups by the first two keys, by these and the third, and so on: each is a pair of codes.
  private var pairs: [CodeTable]
  private var aggregates: [any RunningAggregate]
  private let most: Int
  private var groupCount = 0
  private var room = Room(0)

  /// Memory for intermediate results of each record in a batch.
  private final class Room {
    let capacity: Int
    let marks: UnsafeMutablePointer<UInt8>
    /// The indexes of the records that satisfy the condition.
    let rows: UnsafeMutablePointer<Int32>
    let codes: UnsafeMutablePointer<Int32>
    let groups: UnsafeMutablePointer<Int32>

    init(_ capacity: Int) {
      self.capacity = capacity
      marks = .allocate(capacity: capacity)
      rows = .allocate(capacity: capacity)
      codes = .allocate(capacity: capacity)
      groups = .allocate(capacity: capacity)
    }

    deinit {
      marks.deallocate()
      rows.deallocate()
      codes.deallocate()
      groups.deallocate()
    }
  }

  /// - Parameter most: the maximum number of groups in memory; SQL sorts more.
  package init(_ request: GroupRequest, atMost most: Int) {
    self.request = request
    self.most = most
    keys = request.keys.map { KeyTable($0) }
    pairs = request.keys.dropFirst().map { _ in CodeTable() }
    aggregates = request.aggregates.map(\.running)
    // Without a key, all records are one group, even if there are none.
    if keys.isEmpty { groupCount = 1 }
    for index in aggregates.indices { aggregates[index].reserve(groupCount) }
  }

  /// Adds the records of a batch.
  package mutating func add(_ batch: ColumnBatch) throws(ColumnRefusal) {
    if room.capacity < batch.capacity { room = Room(batch.capacity) }
    let count = try select(batch)
    if count == 0 { return }
    let rows = UnsafeBufferPointer(start: room.rows, count: count)
    if keys.isEmpty {
      room.groups.update(repeating: 0, count: count)
    } else {
      try keys[0].code(batch, rows, into: room.groups)
      for index in pairs.indices {
        try keys[index + 1].code(batch, rows, into: room.codes)
        pairs[index].join(room.codes, to: room.groups, count)
      }
      groupCount = pairs.last?.keys.count ?? keys[0].count
      guard groupCount <= most else { throw ColumnRefusal("there are more than \(most) groups") }
    }
    for index in aggregates.indices {
      aggregates[index].reserve(groupCount)
      try aggregates[index].add(batch, rows, room.groups)
    }
  }

  /// Stores the indexes of the records that satisfy the condition, and returns their number.
  private func select(_ batch: ColumnBatch) throws(ColumnRefusal) -> Int {
    guard let condition = request.condition else {
      for row in 0..<batch.count { room.rows[row] = Int32(truncatingIfNeeded: row) }
      return batch.count
    }
    try condition.mark(batch, into: room.marks)
    var count = 0
    for row in 0..<batch.count {
      room.rows[count] = Int32(truncatingIfNeeded: row)
      count += Int(room.marks[row])
    }
    return count
  }

  /// The keys and then the aggregates of each group.
  package func rows() throws(ColumnRefusal) -> [[ColumnValue]] {
    var rows: [[ColumnValue]] = []
    rows.reserveCapacity(groupCount)
    for group in 0..<groupCount {
      var row = try keyValues(of: group)
      for aggregate in aggregates { row.append(try aggregate.value(of: group)) }
      rows.append(row)
    }
    return rows
  }

  private func keyValues(of group: Int) throws(ColumnRefusal) -> [ColumnValue] {
    if keys.isEmpty { return [] }
    var values: [ColumnValue] = []
    var code = group
    for index in pairs.indices.reversed() {
      let pair = pairs[index].keys[code]
      values.append(try keys[index + 1].value(Int(pair & 0xFFFF_FFFF)))
      code = Int(pair >> 32)
    }
    values.append(try keys[0].value(code))
    return values.reversed()
  }
}

extension CodeTable {
  /// Combines the group of each record with another code to a new group.
  fileprivate mutating func join(
    _ codes: UnsafeMutablePointer<Int32>, to groups: UnsafeMutablePointer<Int32>, _ count: Int
  ) {
    for index in 0..<count {
      let pair = UInt64(UInt32(bitPattern: groups[index])) << 32
      groups[index] = code(of: pair | UInt64(UInt32(bitPattern: codes[index])))
    }
  }
}

/// The codes of a key's values, in which NULL has a code too.
private struct KeyTable {
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
        if Int(code) == codes.count { add(code) }
        result[index] = codes[Int(code)]
      } else if column.kinds[row] == ColumnBatch.Kind.null {
        result[index] = null ?? addNull()
      } else {
        throw .otherKind
      }
    }
  }

  private mutating func add(_ code: Int32) {
    codes.append(Int32(truncatingIfNeeded: origins.count))
    origins.append(code)
  }

  private mutating func addNull() -> Int32 {
    let code = Int32(truncatingIfNeeded: origins.count)
    null = code
    origins.append(nil)
    return code
  }

  func value(_ code: Int) throws(ColumnRefusal) -> ColumnValue {
    guard let origin = origins[code] else { return .null }
    switch key {
    case .integer, .dateNumber: return .integer(Int64(bitPattern: integers.keys[Int(origin)]))
    case .text, .datePrefix: return .text(texts.texts[Int(origin)])
    }
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
