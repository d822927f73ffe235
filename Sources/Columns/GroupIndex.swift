/// The groups of records by the values of some keys. Without a key, all records are one group, even if
/// there are none.
struct GroupIndex {
  private var keys: [KeyTable]
  /// The groups by the first two keys, by these and the third, and so on: each is a pair of codes.
  private var pairs: [CodeTable]

  init(_ keys: [GroupRequest.Key]) {
    self.keys = keys.map { KeyTable($0) }
    pairs = keys.dropFirst().map { _ in CodeTable() }
  }

  var count: Int { keys.isEmpty ? 1 : pairs.last?.keys.count ?? keys[0].count }

  /// The size of all texts in bytes.
  var textSize: Int { keys.reduce(0) { $0 + $1.textSize } }

  /// Finds the group of each of the records.
  /// - Parameter codes: memory for intermediate results.
  mutating func find(
    _ batch: ColumnBatch, _ rows: UnsafeBufferPointer<Int32>,
    _ codes: UnsafeMutablePointer<Int32>, into groups: UnsafeMutablePointer<Int32>
  ) throws(ColumnRefusal) {
    if keys.isEmpty { return groups.update(repeating: 0, count: rows.count) }
    try keys[0].code(batch, rows, into: groups)
    for index in pairs.indices {
      try keys[index + 1].code(batch, rows, into: codes)
      pairs[index].join(codes, to: groups, rows.count)
    }
  }

  /// The group with the same values as a group of another index by the same keys.
  mutating func group(of other: Int, in index: GroupIndex) throws(ColumnRefusal) -> Int32 {
    if keys.isEmpty { return 0 }
    var codes: [Int32] = []
    for (place, code) in index.codes(of: other).enumerated() {
      codes.append(try keys[place].code(of: code, in: index.keys[place]))
    }
    var group = codes[0]
    for place in pairs.indices { group = pairs[place].join(codes[place + 1], to: group) }
    return group
  }

  func values(of group: Int) throws(ColumnRefusal) -> [ColumnValue] {
    var values: [ColumnValue] = []
    for (place, code) in codes(of: group).enumerated() {
      values.append(try keys[place].value(code))
    }
    return values
  }

  /// The code of each key.
  private func codes(of group: Int) -> [Int] {
    if keys.isEmpty { return [] }
    var codes: [Int] = []
    var code = group
    for pairs in pairs.reversed() {
      let pair = pairs.keys[code]
      codes.append(Int(pair & 0xFFFF_FFFF))
      code = Int(pair >> 32)
    }
    codes.append(code)
    return codes.reversed()
  }
}

extension CodeTable {
  /// Combines a group with another code to a new group.
  @inline(__always)
  fileprivate mutating func join(_ code: Int32, to group: Int32) -> Int32 {
    let pair = UInt64(UInt32(bitPattern: group)) << 32
    return self.code(of: pair | UInt64(UInt32(bitPattern: code)))
  }

  /// Does this for each record.
  fileprivate mutating func join(
    _ codes: UnsafeMutablePointer<Int32>, to groups: UnsafeMutablePointer<Int32>, _ count: Int
  ) {
    for index in 0..<count { groups[index] = join(codes[index], to: groups[index]) }
  }
}
