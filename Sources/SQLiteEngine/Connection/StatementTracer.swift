internal import CSQLite
import Engines
internal import Platform

/// Reports each statement of a connection after it has run.
final class StatementTracer {
  private let report: (FinishedStatement) -> Void
  private struct Run {
    let start = monotonicMicroseconds()
    var rows = 0
  }

  /// The statements that run. SQLite measures time in milliseconds only.
  private var runs: [OpaquePointer: Run] = [:]

  init(_ report: @escaping (FinishedStatement) -> Void) { self.report = report }

  /// The caller must retain this object while the connection is open.
  func attach(to handle: OpaquePointer) {
    sqlite3_trace_v2(
      handle, UInt32(SQLITE_TRACE_STMT | SQLITE_TRACE_ROW | SQLITE_TRACE_PROFILE),
      { event, tracer, statement, _ in
        guard let tracer, let statement else { return 0 }
        Unmanaged<StatementTracer>.fromOpaque(tracer).takeUnretainedValue()
          .note(Int32(bitPattern: event), OpaquePointer(statement))
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func note(_ event: Int32, _ statement: OpaquePointer) {
    switch event {
    // The start of a trigger is reported too, as one of its statement.
    case SQLITE_TRACE_STMT: if runs[statement] == nil { runs[statement] = Run() }
    case SQLITE_TRACE_ROW: runs[statement]?.rows += 1
    default:
      guard let run = runs.removeValue(forKey: statement) else { return }
      report(
        FinishedStatement(
          sql: sqlite3_sql(statement).map { String(cString: $0) } ?? "",
          nanoseconds: (monotonicMicroseconds() - run.start) * 1_000, rows: run.rows))
    }
  }
}
