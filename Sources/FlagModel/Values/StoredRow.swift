/// A record on its way into a database or out of it: texts and blobs lie in one buffer, which the
/// next record uses again, so that no cell allocates. Only the ranges of the cells say which bytes
/// belong to a record.
/// See Documentation/Decisions/records-travel-as-bytes.md.
package struct StoredRow: Sendable {
  /// A value as a database holds it; the ranges are of `bytes`.
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
