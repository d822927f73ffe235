package import Columns

/// The location of a column's values in records.
package enum StoredColumn: Hashable, Sendable {
  /// The rowid, which is outside of the record.
  case rowNumber
  /// The index of the value in a record. A record that is older than the column is shorter.
  case value(place: Int, isReal: Bool, missing: ColumnValue?)
}

/// Reads columns of all records of a table, in the order of their rowids.
package struct TableScan {
  private let file: PageFile
  private let root: UInt32
  private let columns: [StoredColumn]

  package init(_ file: PageFile, root: UInt32, columns: [StoredColumn]) {
    self.file = file
    self.root = root
    self.columns = columns
  }

  /// The number of bytes in one read of consecutive pages.
  private static let chunk = 1 << 18

  /// Passes the records to the body in batches, all in the same memory.
  package func pass(to body: (ColumnBatch) throws -> Void) throws {
    let pages = max(1, Self.chunk / file.pageSize)
    let buffer = PageBuffer(pages * file.pageSize)
    var decoder = LeafDecoder(file, columns, buffer)
    var leaves = LeafWalk(file, root)
    let batch = ColumnBatch(columns: columns.count)
    while true {
      let numbers = try leaves.next(atMost: pages)
      if numbers.isEmpty { return }
      try fill(buffer, with: numbers)
      batch.count = 0
      decoder.begin(pages: numbers.count)
      for (place, number) in numbers.enumerated() {
        try decoder.decode(page: number, at: place * file.pageSize, into: batch)
      }
      batch.bytes = buffer.all
      try body(batch)
    }
  }

  /// Reads pages into the buffer, consecutive pages at once.
  private func fill(_ buffer: PageBuffer, with numbers: [UInt32]) throws(ColumnRefusal) {
    var start = 0
    while start < numbers.count {
      var end = start + 1
      while end < numbers.count, numbers[end] == numbers[end - 1] &+ 1 { end += 1 }
      try file.read(
        numbers[start], count: end - start, into: buffer.rest(from: start * file.pageSize))
      start = end
    }
  }
}

/// Walks through the leaves of a table from left to right. Only the interior pages on the path are
/// in memory.
struct LeafWalk {
  private let file: PageFile
  private let buffer: PageBuffer
  /// The remaining children of each level.
  private var levels: [[UInt32]]
  /// The level of the leaves, after the first leaf was found.
  private var depth: Int?
  private var visited = 0

  init(_ file: PageFile, _ root: UInt32) {
    self.file = file
    buffer = PageBuffer(file.pageSize)
    levels = [[root]]
  }

  /// The next leaves; none at the end.
  mutating func next(atMost most: Int) throws(ColumnRefusal) -> [UInt32] {
    var leaves: [UInt32] = []
    while leaves.count < most, let level = levels.indices.last {
      guard let page = levels[level].popLast() else {
        levels.removeLast()
        continue
      }
      try visit(page)
      if level == depth {
        leaves.append(page)
      } else if try open(page) {
        leaves.append(page)
        depth = level
      }
    }
    return leaves
  }

  /// Counts the visited pages, so that a cyclic tree ends: no tree has more pages than the file.
  private mutating func visit(_ page: UInt32) throws(ColumnRefusal) {
    try file.require(page)
    visited += 1
    guard visited <= Int(file.pageCount) else { throw .damaged("a tree leads back to itself") }
  }

  /// Reads an interior page and adds its children; returns true for a leaf.
  private mutating func open(_ number: UInt32) throws(ColumnRefusal) -> Bool {
    try file.read(number, count: 1, into: buffer.rest(from: 0))
    let page = try TreePage(buffer.base, number: number, of: .table, in: file)
    // All leaves of a tree are on the same level.
    if page.isLeaf, depth == nil { return true }
    guard !page.isLeaf, levels.count < deepestTree else {
      throw .damaged("the branches of a tree are not equally long")
    }
    var children: [UInt32] = []
    for index in (0...page.cellCount).reversed() { children.append(try page.child(index)) }
    levels.append(children)
    return false
  }
}
