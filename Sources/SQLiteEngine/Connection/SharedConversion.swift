import Columns
internal import Platform
import SQLitePages

/// A conversion of a table into bytes that several threads share. Each takes the next piece of the table and
/// converts it. The calling thread alone passes the pieces on, in their order, because output must end
/// with a signal, which only that thread receives.
/// See Documentation/Decisions/pages-are-read-where-sql-is-slow.md.
final class SharedConversion<Conversion: BatchConversion>: Sendable {
  private struct Progress {
    var pieces: TablePieces
    /// The number of pieces that threads have taken.
    var taken = 0
    /// The number of pieces that the calling thread has passed on.
    var passed = 0
    /// The pieces that are converted and not passed on yet, by their numbers.
    var converted: [Int: ConvertedRecords] = [:]
    /// True if there are no more pieces to take.
    var isAtEnd = false
    /// The first error of a thread; the others then end too.
    var failure: (any Error)?
  }

  private let scan: TableScan
  private let threads: Int
  private let makeConversion: @Sendable () -> Conversion
  private let progress: Monitor<Progress>

  init(
    _ scan: TableScan, _ sharing: ScanSharing, threads: Int,
    by makeConversion: @escaping @Sendable () -> Conversion
  ) {
    self.scan = scan
    self.threads = threads
    self.makeConversion = makeConversion
    progress = Monitor(Progress(pieces: scan.pieces(of: sharing.pieceSize)))
  }

  /// Converts the table, and passes its records to the body in their order.
  func run(_ body: (ConvertedRecords) throws -> Void) throws {
    runBeside(threads, other: convert) { threads in
      do {
        guard threads > 0 else { throw ColumnRefusal("the system allows no more threads") }
        while let records = try takeConverted() { try body(records) }
      } catch {
        end(error)
      }
    }
    if let failure = progress.withLock({ $0.failure }) { throw failure }
  }

  private func end(_ error: any Error) {
    progress.change { if $0.failure == nil { $0.failure = error } }
  }

  // MARK: The calling thread

  /// Waits for the records of the next piece. Nil at the end of the table.
  private func takeConverted() throws -> ConvertedRecords? {
    progress.wait { progress in
      progress.converted[progress.passed] != nil || progress.failure != nil
        || progress.isAtEnd && progress.passed == progress.taken
    }
    var records: ConvertedRecords?
    progress.change { progress in
      // Converted pieces before an error are passed on first, so that SQL can continue from there.
      records = progress.converted.removeValue(forKey: progress.passed)
      if records != nil { progress.passed += 1 }
    }
    if records == nil { try progress.withLock { if let failure = $0.failure { throw failure } } }
    return records
  }

  // MARK: The other threads

  private func convert() {
    var reader = scan.reader()
    var conversion = makeConversion()
    do {
      while let (piece, number) = try takePiece() {
        var records = ConvertedRecords()
        try reader.read(piece) { try conversion.convert($0, into: &records) }
        progress.change { $0.converted[number] = records }
      }
    } catch {
      end(error)
    }
  }

  /// Nil at the end of the table, and after an error. Waits while many converted pieces are in memory.
  private func takePiece() throws -> (TablePiece, number: Int)? {
    let most = 2 * threads
    progress.wait { $0.taken - $0.passed < most || $0.failure != nil || $0.isAtEnd }
    var next: (TablePiece, number: Int)?
    var refusal: ColumnRefusal?
    progress.change { progress in
      if progress.failure != nil || progress.isAtEnd { return }
      do throws(ColumnRefusal) {
        guard let piece = try progress.pieces.next() else {
          progress.isAtEnd = true
          return
        }
        next = (piece, progress.taken)
        progress.taken += 1
      } catch {
        refusal = error
      }
    }
    if let refusal { throw refusal }
    return next
  }
}
