package import Columns

/// The pages of one b-tree, and the rowids on each leaf. Only interior pages are read.
package struct TreePages: Sendable {
  let kind: TreeKind
  private(set) var interior: Set<UInt32> = []
  /// The leaves with the range of their rowids; any rowid in an index.
  private(set) var leaves: [UInt32: ClosedRange<Int64>] = [:]

  private static let anyNumber = Int64.min...Int64.max

  package init(_ root: UInt32, in file: PageFile) throws(ColumnRefusal) {
    let buffer = PageBuffer(file.pageSize)
    try file.require(root)
    try file.read(root, count: 1, into: buffer.rest(from: 0))
    kind = try TreePage.kind(buffer.base, number: root)
    try walk(root, Self.anyNumber, in: file, depth: 0)
  }

  /// Adds a page and the pages below it.
  private mutating func walk(
    _ number: UInt32, _ rows: ClosedRange<Int64>, in file: PageFile, depth: Int
  ) throws(ColumnRefusal) {
    guard depth < deepestTree else { throw .damaged("a tree is too deep") }
    try file.require(number)
    let buffer = PageBuffer(file.pageSize)
    try file.read(number, count: 1, into: buffer.rest(from: 0))
    let page = try TreePage(buffer.base, number: number, of: kind, in: file)
    if page.isLeaf {
      leaves[number] = rows
      return
    }
    guard interior.insert(number).inserted else {
      throw .damaged("a tree leads back to itself")
    }
    let children = try children(of: page, rows)
    // All leaves of a tree are on the same level, so that one of them tells about the others.
    guard let first = children.first else { return }
    try walk(first.page, first.rows, in: file, depth: depth + 1)
    let areLeaves = leaves[first.page] != nil
    for child in children.dropFirst() {
      if areLeaves {
        leaves[child.page] = child.rows
      } else {
        try walk(child.page, child.rows, in: file, depth: depth + 1)
      }
    }
  }

  private struct Child {
    let page: UInt32
    let rows: ClosedRange<Int64>
  }

  /// An entry of an interior page of a table is the greatest rowid that the page left of it may have.
  private func children(
    of page: TreePage, _ rows: ClosedRange<Int64>
  ) throws(ColumnRefusal) -> [Child] {
    var children: [Child] = []
    var lower = rows.lowerBound
    for index in 0...page.cellCount {
      var upper = rows.upperBound
      if kind == .table, index < page.cellCount { upper = try page.rowNumber(ofInterior: index) }
      guard lower <= upper, upper <= rows.upperBound else {
        throw .damaged("the rowids of a table are not in order")
      }
      children.append(Child(page: try page.child(index), rows: lower...upper))
      if kind == .table, upper < .max { lower = upper + 1 }
    }
    return children
  }

  /// True if the tree has the page.
  func contains(_ page: UInt32) -> Bool { leaves[page] != nil || interior.contains(page) }
}

extension TreePage {
  /// The kind of the tree whose page has these bytes.
  fileprivate static func kind(
    _ base: UnsafeRawPointer, number: UInt32
  ) throws(ColumnRefusal) -> TreeKind {
    let start = number == 1 ? PageFileHeader.length : 0
    let type = base.load(fromByteOffset: start, as: UInt8.self)
    for kind in [TreeKind.table, .index] where type == kind.leaf || type == kind.interior {
      return kind
    }
    throw .damaged("a page is not of its tree")
  }

  fileprivate func rowNumber(ofInterior index: Int) throws(ColumnRefusal) -> Int64 {
    guard let cell = cell(index) else { throw .damaged("a cell lies outside its page") }
    var place = cell + 4
    return Int64(bitPattern: base.number(&place))
  }
}
