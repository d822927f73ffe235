package import Columns

/// All b-trees of a database file, and its unused pages.
package struct TreeMap: Sendable {
  let file: PageFile
  package let trees: [UInt32: TreePages]

  /// - Parameters:
  ///   - roots: the root pages of all tables and indexes, with that of the catalog.
  ///   - earlier: the trees of an earlier or later state of the file. A tree is taken from there if
  ///     none of its interior pages is among the changed pages.
  package init(
    _ file: PageFile, roots: Set<UInt32>, from earlier: TreeMap? = nil, changed: Set<UInt32> = []
  ) throws(ColumnRefusal) {
    self.file = file
    var trees: [UInt32: TreePages] = [:]
    for root in roots {
      if let tree = earlier?.trees[root], !changed.contains(root),
        tree.interior.isDisjoint(with: changed)
      {
        trees[root] = tree
      } else {
        trees[root] = try TreePages(root, in: file)
      }
    }
    self.trees = trees
  }

  /// The pages of the list of unused pages.
  func unusedPages() throws(ColumnRefusal) -> Set<UInt32> {
    var pages: Set<UInt32> = []
    let buffer = PageBuffer(file.pageSize)
    var trunk = file.firstFreePage
    while trunk != 0 {
      try file.require(trunk)
      guard pages.insert(trunk).inserted else {
        throw .damaged("the list of unused pages leads back to itself")
      }
      try file.read(trunk, count: 1, into: buffer.rest(from: 0))
      let count = Int(buffer.base.page(4))
      guard 8 + 4 * count <= file.usable else {
        throw .damaged("a list of unused pages is too long")
      }
      for index in 0..<count { pages.insert(buffer.base.page(8 + 4 * index)) }
      trunk = buffer.base.page(0)
    }
    return pages
  }

  /// The pages with the rest of the long entries on some pages.
  func overflowPages(of pages: Set<UInt32>) throws(ColumnRefusal) -> Set<UInt32> {
    var overflow: Set<UInt32> = []
    let buffer = PageBuffer(file.pageSize)
    for tree in trees.values {
      let cellPages = pages.filter {
        tree.contains($0) && (tree.kind == .index || tree.leaves[$0] != nil)
      }
      for number in cellPages {
        try file.read(number, count: 1, into: buffer.rest(from: 0))
        let page = try TreePage(buffer.base, number: number, of: tree.kind, in: file)
        for index in 0..<page.cellCount {
          if let first = try page.overflow(of: index, tree.kind, file.usable) {
            try follow(first, into: &overflow)
          }
        }
      }
    }
    return overflow
  }

  /// Adds a chain of overflow pages.
  private func follow(_ first: UInt32, into pages: inout Set<UInt32>) throws(ColumnRefusal) {
    let buffer = PageBuffer(8)
    var next = first
    while next != 0 {
      try file.require(next)
      guard pages.insert(next).inserted else { throw .damaged("an entry leads back to itself") }
      try file.readBeginning(
        of: next, into: UnsafeMutableRawBufferPointer(rebasing: buffer.rest(from: 0)[..<4]))
      next = buffer.base.page(0)
    }
  }
}

extension PageFile {
  /// True for a page that contains the parents of other pages.
  func isPointerMap(_ page: UInt32) -> Bool {
    guard hasPointerMap, page > 1 else { return false }
    let distance = UInt32(usable / 5 + 1)
    var place = (page - 2) / distance * distance + 2
    if place == lockPage { place += 1 }
    return place == page
  }
}

extension TreePage {
  /// The first overflow page of an entry; nil if the whole entry is on the page.
  fileprivate func overflow(
    of index: Int, _ kind: TreeKind, _ usable: Int
  ) throws(ColumnRefusal) -> UInt32? {
    guard var place = cell(index) else { throw .damaged("a cell lies outside its page") }
    if !isLeaf { place += 4 }
    let length = base.number(&place)
    guard length <= 1 << 31 else { throw .damaged("an entry has no end") }
    if kind == .table { _ = base.number(&place) }
    let local = kind.local(Int(length), usable)
    if Int(length) <= local { return nil }
    guard place + local + 4 <= usable else { throw .damaged("an entry is not within its page") }
    return base.page(place + local)
  }
}
