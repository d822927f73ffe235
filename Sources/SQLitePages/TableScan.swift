package import Columns

/// The location of a column's values in records.
package enum StoredColumn: Hashable, Sendable {
  /// The rowid, which is outside of the record.
  case rowNumber
  /// The index of the value in a record. A record that is older than the column is shorter.
  case value(place: Int, isReal: Bool, missing: ColumnValue?)
}

/// A scan of some columns of all records of a table, in the order of their rowids. A table without rowids is
/// in the order of its primary key: its tree is that of an index, which has records in interior pages
/// too.
package struct TableScan: Sendable {
  let file: PageFile
  private let root: UInt32
  let columns: [StoredColumn]
  let kind: TreeKind

  package init(
    _ file: PageFile, root: UInt32, columns: [StoredColumn], hasRowNumbers: Bool = true
  ) {
    self.file = file
    self.root = root
    self.columns = columns
    kind = hasRowNumbers ? .table : .index
  }

  /// The number of leaves, which is read from the interior pages.
  package func leafCount() throws(ColumnRefusal) -> Int {
    var leaves = LeafWalk(file, root, kind)
    var count = 0
    while true {
      let items = try leaves.next(atMost: 1_000)
      if items.isEmpty { return count }
      count += items.count { $0.cell == nil }
    }
  }

  /// The number of threads that share the scan. A small table is read by one.
  package func threadCount(_ sharing: ScanSharing) throws(ColumnRefusal) -> Int {
    if sharing.threads <= 1 || file.size < 2 * Int64(sharing.leastShare) { return 1 }
    let size = try leafCount() * file.pageSize
    return max(1, min(sharing.threads, size / max(1, sharing.leastShare)))
  }

  /// The pieces of the table in their order.
  /// - Parameter size: the number of bytes of a piece.
  package func pieces(of size: Int) -> TablePieces {
    TablePieces(leaves: LeafWalk(file, root, kind), most: max(1, size / file.pageSize))
  }

  package func reader() -> PieceReader { PieceReader(self) }

  /// Passes the records to the body in batches, all in the same memory.
  package func pass(to body: (ColumnBatch) throws -> Void) throws {
    var pieces = pieces(of: ScanSharing(threads: 1).pieceSize)
    var reader = reader()
    while let piece = try pieces.next() { try reader.read(piece, body) }
  }
}

/// Some leaves of a table, and entries of interior pages between them.
package struct TablePiece: Sendable {
  fileprivate let items: [TreeItem]
}

/// Walks through the pieces of a table.
package struct TablePieces {
  private var leaves: LeafWalk
  private let most: Int

  init(leaves: LeafWalk, most: Int) {
    self.leaves = leaves
    self.most = most
  }

  /// Nil at the end.
  package mutating func next() throws(ColumnRefusal) -> TablePiece? {
    let items = try leaves.next(atMost: most)
    if items.isEmpty { return nil }
    return TablePiece(items: items)
  }
}

/// Reads pieces of a table, all into the same memory. Each thread has its own reader.
package struct PieceReader {
  private let file: PageFile
  private let buffer: PageBuffer
  private var decoder: LeafDecoder
  private let batch: ColumnBatch

  init(_ scan: TableScan) {
    file = scan.file
    buffer = PageBuffer(0)
    decoder = LeafDecoder(scan, buffer)
    batch = ColumnBatch(columns: scan.columns.count)
  }

  /// The number of values from which a batch is full.
  private static let fullBatch = 1 << 18

  /// Passes the records to the body in batches: in a single one, unless they need much memory.
  package mutating func read(_ piece: TablePiece, _ body: (ColumnBatch) throws -> Void) throws {
    let places = Self.places(of: piece)
    try fill(with: places.pages)
    decoder.begin(pages: places.pages.count)
    for (item, place) in zip(piece.items, places.ofItems) {
      let offset = place * file.pageSize
      var next = try decoder.decode(item, at: offset, from: 0, into: batch)
      while let first = next {
        try pass(to: body)
        decoder.begin(pages: places.pages.count)
        next = try decoder.decode(item, at: offset, from: first, into: batch)
      }
      if batch.count * batch.columns.count > Self.fullBatch { try pass(to: body) }
    }
    try pass(to: body)
  }

  /// The pages to read, each once, and the place of each item among them.
  private static func places(of piece: TablePiece) -> (pages: [UInt32], ofItems: [Int]) {
    var pages: [UInt32] = []
    var interior: [UInt32: Int] = [:]
    let places = piece.items.map { item in
      if item.cell != nil, let index = interior[item.page] { return index }
      if item.cell != nil { interior[item.page] = pages.count }
      pages.append(item.page)
      return pages.count - 1
    }
    return (pages, places)
  }

  private func pass(to body: (ColumnBatch) throws -> Void) throws {
    batch.bytes = buffer.all
    if batch.count > 0 { try body(batch) }
    batch.count = 0
  }

  /// Reads pages into the buffer, consecutive pages at once.
  private func fill(with numbers: [UInt32]) throws(ColumnRefusal) {
    buffer.reserve(numbers.count * file.pageSize)
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

/// A page of a tree, or one entry of an interior page.
struct TreeItem {
  let page: UInt32
  /// Nil for a page.
  let cell: Int?
}

/// Walks through the leaves of a table from left to right, and through the entries of interior pages of
/// an index. Only the interior pages on the path are in memory.
struct LeafWalk {
  private let file: PageFile
  private let kind: TreeKind
  private let buffer: PageBuffer
  /// The remaining children and entries of each level.
  private var levels: [[TreeItem]]
  /// The level of the leaves, after the first leaf was found.
  private var depth: Int?
  private var visited = 0

  init(_ file: PageFile, _ root: UInt32, _ kind: TreeKind) {
    self.file = file
    self.kind = kind
    buffer = PageBuffer(file.pageSize)
    levels = [[TreeItem(page: root, cell: nil)]]
  }

  /// The next leaves and entries; none at the end.
  mutating func next(atMost most: Int) throws(ColumnRefusal) -> [TreeItem] {
    var items: [TreeItem] = []
    while items.count < most, let level = levels.indices.last {
      guard let item = levels[level].popLast() else {
        levels.removeLast()
        continue
      }
      if item.cell != nil {
        items.append(item)
        continue
      }
      try visit(item.page)
      if level == depth {
        items.append(item)
      } else if try open(item.page) {
        items.append(item)
        depth = level
      }
    }
    return items
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
    let page = try TreePage(buffer.base, number: number, of: kind, in: file)
    // All leaves of a tree are on the same level.
    if page.isLeaf, depth == nil { return true }
    guard !page.isLeaf, levels.count < deepestTree else {
      throw .damaged("the branches of a tree are not equally long")
    }
    var items: [TreeItem] = []
    for index in (0...page.cellCount).reversed() {
      if kind == .index, index < page.cellCount {
        items.append(TreeItem(page: number, cell: index))
      }
      items.append(TreeItem(page: try page.child(index), cell: nil))
    }
    levels.append(items)
    return false
  }
}
