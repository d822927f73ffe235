package import Columns

/// Counts the entries of an index by its first column. A leaf between two equal entries contains
/// only equal ones, so its header alone gives their number.
package struct IndexCount {
  /// The first column of an entry.
  private struct Key: Equatable {
    let kind: ColumnBatch.Kind
    /// The integer, or the bits of the real number. Texts and blobs are only counted.
    var word: Int64 = 0

    /// The integer; nil for another value.
    var integer: Int64? { kind == ColumnBatch.Kind.integer ? word : nil }

    /// True if all entries between two equal ones are equal. An integer can equal a real number
    /// only at the end of the integer range, because an INTEGER column converts all other such
    /// numbers to integers.
    var isAlone: Bool {
      kind == ColumnBatch.Kind.null || kind == ColumnBatch.Kind.integer && word != .min
        || kind.hasBytes
    }
  }

  private let file: PageFile
  private let wants: ((Int64?, Int64?) -> Bool)?
  private let requireUsable: () throws -> Void
  private var visited = 0
  private var counts: ColumnCounts

  /// Adds the counts of an index whose first column has INTEGER affinity.
  /// - Parameters:
  ///   - wants: false if integers between two bounds need not be counted.
  ///   - requireUsable: called regularly; throws if the work must end.
  package static func count(
    _ root: UInt32, in file: PageFile, where wants: ((Int64?, Int64?) -> Bool)?,
    into counts: inout ColumnCounts, requireUsable: @escaping () throws -> Void
  ) throws {
    var count = IndexCount(file: file, wants: wants, requireUsable: requireUsable, counts: counts)
    counts = ColumnCounts()
    try count.walk(root, from: nil, to: nil, depth: 0)
    counts = count.counts
  }

  private init(
    file: PageFile, wants: ((Int64?, Int64?) -> Bool)?, requireUsable: @escaping () throws -> Void,
    counts: ColumnCounts
  ) {
    self.file = file
    self.wants = wants
    self.requireUsable = requireUsable
    self.counts = counts
  }

  /// Counts the entries below a page, which are between two given entries.
  private mutating func walk(_ number: UInt32, from: Key?, to: Key?, depth: Int) throws {
    guard depth < deepestTree else { throw ColumnRefusal.damaged("a tree is too deep") }
    try file.require(number)
    visited += 1
    guard visited <= Int(file.pageCount) else {
      throw ColumnRefusal.damaged("a tree leads back to itself")
    }
    if visited % 1_000 == 0 { try requireUsable() }
    if let wants, !wants(from?.integer, to?.integer) { return }
    if let from, from == to, from.isAlone, let count = try leafCount(number) {
      return counts.add(from.word, kind: from.kind, count)
    }
    let buffer = PageBuffer(file.pageSize)
    try file.read(number, count: 1, into: buffer.rest(from: 0))
    let page = try TreePage(buffer.base, number: number, of: .index, in: file)
    if page.isLeaf { return try count(page) }
    var left = from
    for index in 0...page.cellCount {
      let right = index < page.cellCount ? try key(page, index) : to
      try walk(page.child(index), from: left, to: right, depth: depth + 1)
      if index < page.cellCount, let right { counts.add(right.word, kind: right.kind, 1) }
      left = right
    }
  }

  /// The number of entries in the header of a leaf; nil for an interior page.
  private func leafCount(_ number: UInt32) throws -> Int64? {
    try withUnsafeTemporaryAllocation(byteCount: 8, alignment: 8) { header in
      try file.readBeginning(of: number, into: header)
      guard header[0] == TreeKind.index.leaf else { return nil }
      let count = Int64(header[3]) << 8 | Int64(header[4])
      guard 8 + 2 * count <= file.usable else {
        throw ColumnRefusal.damaged("a page has too many cells")
      }
      return count
    }
  }

  /// Counts the entries of a leaf. It finds the end of a run of equal entries by binary search.
  private mutating func count(_ page: TreePage) throws {
    var start = 0
    while start < page.cellCount {
      let first = try key(page, start)
      var same = start
      var other = page.cellCount
      if !first.isAlone { other = start + 1 }
      if other == page.cellCount, try key(page, page.cellCount - 1) == first {
        same = page.cellCount - 1
      }
      while other - same > 1 {
        let middle = (same + other) / 2
        if try key(page, middle) == first { same = middle } else { other = middle }
      }
      counts.add(first.word, kind: first.kind, Int64(same + 1 - start))
      start = same + 1
    }
  }

  /// The first column of an entry.
  private func key(_ page: TreePage, _ index: Int) throws(ColumnRefusal) -> Key {
    guard var place = page.cell(index) else { throw .damaged("a cell lies outside its page") }
    if !page.isLeaf { place += 4 }
    let length = page.base.number(&place)
    guard length <= 1 << 31 else { throw .damaged("an entry has no end") }
    let local = TreeKind.index.local(Int(length), file.usable)
    guard place + local <= file.usable else { throw .damaged("an entry is not within its page") }
    let record = page.base + place
    var header = 0
    let headerLength = Int(truncatingIfNeeded: record.number(&header))
    let type = record.number(&header)
    guard header <= headerLength, headerLength <= local, let size = SerialType.size(type) else {
      throw .damaged("an entry is no record")
    }
    switch type {
    case 0: return Key(kind: ColumnBatch.Kind.null)
    case 1...6, 8, 9:
      guard headerLength + size <= local else { throw .damaged("an entry is no record") }
      return Key(kind: ColumnBatch.Kind.integer, word: record.integer(type, headerLength))
    case 7:
      guard headerLength + size <= local else { throw .damaged("an entry is no record") }
      return Key(kind: ColumnBatch.Kind.real, word: record.word(headerLength))
    default:
      return Key(kind: type & 1 == 1 ? ColumnBatch.Kind.text : ColumnBatch.Kind.blob)
    }
  }
}
