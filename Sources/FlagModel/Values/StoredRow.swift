/// A record on its way into or out of a database. All texts and blobs are in one buffer, which is
/// reused for the next record, so no cell allocates memory. Only the ranges of the cells are valid.
/// See Documentation/Decisions/records-travel-as-bytes.md.
package struct StoredRow: Sendable {
  /// A value with its bytes in `bytes`.
  package enum Cell: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    /// UTF-8.
    case text(Range<Int>)
    case blob(Range<Int>)
  }

  package var bytes: [UInt8] = []
  package var cells: [Cell] = []

  package init() {}

  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    cells.removeAll(keepingCapacity: true)
  }
}
