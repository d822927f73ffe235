/// Work on the records of a table that several threads can share. Each thread works on a part of it, and
/// the parts are merged at the end. The result is the same as that of one thread.
package protocol BatchWork: SendableMetatype {
  /// True if a part of the result depends on the order of the records.
  var needsOrder: Bool { get }
  /// The same work without records, for one of several threads.
  func part() -> Self
  /// Adds the records of a batch. A part leaves out what depends on their order.
  mutating func add(_ batch: ColumnBatch) throws(ColumnRefusal)
  /// Adds to the whole what a part left out of its last batch. The parts do this one at a time, in the
  /// order of the batches.
  mutating func addInOrder(_ batch: ColumnBatch, to whole: inout Self) throws(ColumnRefusal)
  /// Adds the result of a part.
  mutating func merge(_ part: Self) throws(ColumnRefusal)
}

extension BatchWork {
  package var needsOrder: Bool { false }

  package mutating func addInOrder(
    _ batch: ColumnBatch, to whole: inout Self
  ) throws(ColumnRefusal) {}
}

/// The number of threads that share a scan, and the sizes of their shares.
package struct ScanSharing: Hashable, Sendable {
  /// The maximum number of threads.
  package var threads: Int
  /// The number of bytes that a thread reads at once.
  package var pieceSize = 1 << 18
  /// The number of bytes for which another thread is worth its start.
  package var leastShare = 1 << 20

  package init(threads: Int) { self.threads = threads }
}
