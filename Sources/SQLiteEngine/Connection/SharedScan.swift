import Columns
internal import Platform
import SQLitePages

/// A scan that several threads share. Each takes the next piece of the table and adds it to its own part
/// of the work. What depends on the order of the records is added in the order of the pieces: a
/// thread waits with it until the pieces before its own are added.
/// See Documentation/Decisions/pages-are-read-where-sql-is-slow.md.
final class SharedScan<Work: BatchWork>: @unchecked Sendable {
  private struct Progress {
    var pieces: TablePieces
    /// The number of pieces that threads have taken.
    var taken = 0
    /// The number of pieces that are added to the whole, if the work depends on their order.
    var added = 0
    /// The first error of a thread; the others then end too.
    var failure: (any Error)?
    /// The parts of the threads that have ended.
    var parts: [Work] = []
  }

  /// Thrown by a thread that ends because of an error in another one.
  private struct OtherFailure: Error {}

  private let scan: TableScan
  private let progress: Monitor<Progress>
  /// Until the threads have ended, only the thread uses it whose piece is the next to add.
  private var whole: Work
  /// The work of each thread before its first record.
  private let empty: Work

  init(_ scan: TableScan, _ sharing: ScanSharing, _ work: Work) {
    self.scan = scan
    empty = work.part()
    progress = Monitor(Progress(pieces: scan.pieces(of: sharing.pieceSize)))
    whole = work
  }

  /// Reads the table and returns the work with all its records.
  /// - Parameter requireUsable: called regularly by the calling thread; throws if the work must end.
  func run(on threads: Int, _ requireUsable: @escaping () throws -> Void) throws -> Work {
    let caller = Caller(requireUsable)
    runOnThreads(threads) { [self] in read(caller) }
    let (failure, parts) = progress.withLock { ($0.failure, $0.parts) }
    if let failure { throw failure }
    try requireUsable()
    for part in parts { try whole.merge(part) }
    return whole
  }

  /// The check of the calling thread.
  private final class Caller: @unchecked Sendable {
    private let thread = currentThread()
    private let check: () throws -> Void

    init(_ check: @escaping () throws -> Void) { self.check = check }

    func requireUsable() throws { if currentThread() == thread { try check() } }
  }

  private func read(_ caller: Caller) {
    var part = empty.part()
    var reader = scan.reader()
    do {
      while let (piece, number) = try takePiece() {
        try caller.requireUsable()
        try reader.read(piece) { batch in
          try part.add(batch)
          guard part.needsOrder else { return }
          try waitForTurn(number)
          try part.addInOrder(batch, to: &whole)
        }
        if part.needsOrder { try endTurn(number) }
      }
      progress.withLock { $0.parts.append(part) }
    } catch {
      progress.change { if $0.failure == nil, !(error is OtherFailure) { $0.failure = error } }
    }
  }

  /// Nil at the end of the table.
  private func takePiece() throws -> (TablePiece, number: Int)? {
    try progress.withLock { progress in
      if progress.failure != nil { throw OtherFailure() }
      guard let piece = try progress.pieces.next() else { return nil }
      progress.taken += 1
      return (piece, progress.taken - 1)
    }
  }

  /// Waits until all earlier pieces are added.
  private func waitForTurn(_ number: Int) throws {
    progress.wait { $0.added == number || $0.failure != nil }
    try progress.withLock { if $0.failure != nil { throw OtherFailure() } }
  }

  private func endTurn(_ number: Int) throws {
    try waitForTurn(number)
    progress.change { $0.added += 1 }
  }
}
