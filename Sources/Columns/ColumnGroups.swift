/// Groups records, batch by batch.
package struct ColumnGroups: BatchWork {
  /// The maximum number of groups in memory, and the maximum size of their texts; SQL sorts more.
  package struct Limit: Hashable, Sendable {
    let groups: Int
    let bytes: Int

    package init(groups: Int, bytes: Int = 1 << 22) {
      self.groups = groups
      self.bytes = bytes
    }
  }

  private let request: GroupRequest
  private let limit: Limit
  private var index: GroupIndex
  /// The aggregates that do not depend on the order of the records.
  private var aggregates: [any RunningAggregate]
  /// The other aggregates; none in a part.
  private var sums: [any GroupAggregate]
  /// For each group of a part, the same group of the whole.
  private var places: [Int32] = []
  /// The number of records of the last batch that satisfy the condition.
  private var selected = 0
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

  package init(_ request: GroupRequest, atMost limit: Limit) {
    self.init(request, atMost: limit, isPart: false)
  }

  private init(_ request: GroupRequest, atMost limit: Limit, isPart: Bool) {
    self.request = request
    self.limit = limit
    index = GroupIndex(request.keys)
    aggregates = request.aggregates.compactMap(\.running)
    sums = isPart ? [] : request.aggregates.compactMap(\.ordered)
    for place in aggregates.indices { aggregates[place].reserve(index.count) }
    for place in sums.indices { sums[place].reserve(index.count) }
  }

  package var needsOrder: Bool { request.needsOrder }

  package func part() -> ColumnGroups { ColumnGroups(request, atMost: limit, isPart: true) }

  package mutating func add(_ batch: ColumnBatch) throws(ColumnRefusal) {
    if room.capacity < batch.capacity { room = Room(batch.capacity) }
    selected = try select(batch)
    if selected == 0 { return }
    let rows = UnsafeBufferPointer(start: room.rows, count: selected)
    try index.find(batch, rows, room.codes, into: room.groups)
    let records = GroupedRecords(batch: batch, rows: rows, groups: room.groups)
    for place in aggregates.indices {
      aggregates[place].reserve(index.count)
      try aggregates[place].add(records)
    }
    for place in sums.indices {
      sums[place].reserve(index.count)
      try sums[place].add(records)
    }
    try requireRoom()
  }

  package mutating func addInOrder(
    _ batch: ColumnBatch, to whole: inout ColumnGroups
  ) throws(ColumnRefusal) {
    if selected == 0 { return }
    try place(in: &whole)
    try whole.requireRoom()
    for row in 0..<selected { room.groups[row] = places[Int(room.groups[row])] }
    let rows = UnsafeBufferPointer(start: room.rows, count: selected)
    let records = GroupedRecords(batch: batch, rows: rows, groups: room.groups)
    for place in whole.sums.indices {
      whole.sums[place].reserve(whole.index.count)
      try whole.sums[place].add(records)
    }
  }

  package mutating func merge(_ part: ColumnGroups) throws(ColumnRefusal) {
    var part = part
    try part.place(in: &self)
    try requireRoom()
    for place in aggregates.indices {
      aggregates[place].reserve(index.count)
      try aggregates[place].merge(part.aggregates[place], into: part.places)
    }
    for place in sums.indices { sums[place].reserve(index.count) }
  }

  /// Finds the new groups of this part in the whole.
  private mutating func place(in whole: inout ColumnGroups) throws(ColumnRefusal) {
    for group in places.count..<max(places.count, index.count) {
      places.append(try whole.index.group(of: group, in: index))
    }
  }

  private func requireRoom() throws(ColumnRefusal) {
    guard index.count <= limit.groups else {
      throw ColumnRefusal("there are more than \(limit.groups) groups")
    }
    let size = aggregates.reduce(index.textSize) { $0 + $1.textSize }
    guard size <= limit.bytes else { throw ColumnRefusal("the texts of the groups are long") }
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
    rows.reserveCapacity(index.count)
    for group in 0..<index.count {
      var row = try index.values(of: group)
      var nextAggregate = aggregates.makeIterator()
      var nextSum = sums.makeIterator()
      for aggregate in request.aggregates {
        let value =
          try aggregate.needsOrder
          ? nextSum.next()?.value(of: group) : nextAggregate.next()?.value(of: group)
        row.append(value ?? .null)
      }
      rows.append(row)
    }
    return rows
  }
}
