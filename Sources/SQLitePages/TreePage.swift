import Columns

/// The kinds of b-trees.
enum TreeKind {
  case table
  case index

  var leaf: UInt8 { self == .table ? 13 : 10 }
  var interior: UInt8 { self == .table ? 5 : 2 }

  /// The maximum size of a payload without overflow pages.
  func mostLocal(_ usable: Int) -> Int {
    if self == .table { return usable - 35 }
    return (usable - 12) * 64 / 255 - 23
  }

  /// The number of bytes of a longer payload that are on the page itself.
  func local(_ payload: Int, _ usable: Int) -> Int {
    let most = mostLocal(usable)
    if payload <= most { return payload }
    let least = (usable - 12) * 32 / 255 - 23
    let rest = least + (payload - least) % (usable - 4)
    if rest <= most { return rest }
    return least
  }
}

/// A page of a b-tree with a checked header.
struct TreePage {
  let base: UnsafeRawPointer
  let isLeaf: Bool
  let cellCount: Int
  /// The offset of the first cell pointer.
  private let pointers: Int
  private let headerStart: Int
  private let usable: Int

  /// - Parameter base: a page with a few readable bytes behind it.
  init(
    _ base: UnsafeRawPointer, number: UInt32, of kind: TreeKind, in file: PageFile
  ) throws(ColumnRefusal) {
    self.base = base
    usable = file.usable
    headerStart = number == 1 ? PageFileHeader.length : 0
    let type = base.load(fromByteOffset: headerStart, as: UInt8.self)
    guard type == kind.leaf || type == kind.interior else {
      throw .damaged("a page is not of its tree")
    }
    isLeaf = type == kind.leaf
    cellCount = base.short(headerStart + 3)
    pointers = headerStart + (isLeaf ? 8 : 12)
    guard pointers + 2 * cellCount <= usable else {
      throw .damaged("a page has too many cells")
    }
  }

  /// The offset of a cell; nil if it is not behind the pointers.
  @inline(__always)
  func cell(_ index: Int) -> Int? {
    let place = base.short(pointers + 2 * index)
    if place >= pointers + 2 * cellCount && place < usable { return place }
    return nil
  }

  /// The child page of an interior page: left of a cell, or right of all cells.
  func child(_ index: Int) throws(ColumnRefusal) -> UInt32 {
    if index == cellCount { return base.page(headerStart + 8) }
    guard let cell = cell(index), cell + 4 <= usable else {
      throw .damaged("a cell lies outside its page")
    }
    return base.page(cell)
  }
}

/// The maximum depth of a tree, as in SQLite.
let deepestTree = 20
