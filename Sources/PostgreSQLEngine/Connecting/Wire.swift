internal import CInterrupt
internal import CPostgreSQL
internal import Platform

/// The way to a server and back, on which a signal or a cancellation can end the waiting.
final class Wire {
  let handle: OpaquePointer
  let canceller: Canceller
  /// True once the statement that runs was asked to stop, so that the server has to answer soon.
  private var isStopping = false
  /// When the server was last asked to stop the statement that runs. PostgreSQL forgets a request that comes
  /// while it compiles an expression, so it is asked again.
  private var askedAt: ContinuousClock.Instant?
  /// The seconds without a word from the server since it was first asked.
  private var silentSeconds: Int32 = 0
  /// True once the server was asked to stop anything, which may still reach it.
  private var hasStopped = false
  /// True while a transaction is being kept, and signals wait.
  var isKeeping = false
  /// True while the lines of a COPY … TO STDOUT come.
  var isCopying = false

  /// Takes over a connection that is open.
  init(_ handle: OpaquePointer) throws(PostgreSQLError) {
    guard let canceller = Canceller(of: handle) else {
      PQfinish(handle)
      throw .outOfMemory
    }
    self.handle = handle
    self.canceller = canceller
    PQsetnonblocking(handle, 1)
    guardWork()
  }

  deinit {
    unguard()
    PQfinish(handle)
  }

  /// Signals look for work to stop. This one is stopped by whoever waits for it.
  func guardWork() {
    flagdb_guard(UnsafeMutableRawPointer(handle)) { _ in }
  }

  func unguard() {
    flagdb_unguard(UnsafeMutableRawPointer(handle))
  }

  var isLost: Bool { PQstatus(handle) == CONNECTION_BAD }

  /// True if anybody has asked the server to stop a statement, whichever it meets.
  var wasStopped: Bool { hasStopped || canceller.isUsed }

  /// Gets ready for a statement that libpq is about to send. One that undoes a transaction is not
  /// stopped by the signal for which it runs.
  func begin(isUndoing: Bool) {
    isStopping = isUndoing
    askedAt = nil
    silentSeconds = 0
  }

  /// The next result of the statement, to be cleared by the caller; nil after its last.
  func nextResult() -> OpaquePointer? {
    // Where the connection is lost, libpq makes a result that says so.
    while PQisBusy(handle) != 0, exchange(waitingFor: .input) {}
    return PQgetResult(handle)
  }

  /// A part of an answer.
  enum Piece {
    case result(OpaquePointer)
    /// A record of a COPY … TO STDOUT.
    case line(CopyLine)

    func free() {
      switch self {
      case .result(let result): PQclear(result)
      case .line(let line): line.free()
      }
    }
  }

  /// True if the rest of an answer has come already; what has come is let go.
  func hasWholeAnswer() -> Bool {
    while !isCopying, PQisBusy(handle) == 0 {
      guard let result = PQgetResult(handle) else { return true }
      PQclear(result)
    }
    return false
  }

  /// The next line of a COPY that has begun, or the next result, to be freed by the caller; nil after the last.
  func nextPiece() -> Piece? {
    if isCopying {
      if let line = nextLine() { return .line(line) }
      isCopying = false
    }
    return nextResult().map { .result($0) }
  }

  /// Nil behind the last line; the result that comes then tells whether it was the end.
  private func nextLine() -> CopyLine? {
    while true {
      var start: UnsafeMutablePointer<CChar>?
      let count = PQgetCopyData(handle, &start, 1)
      if count > 0, let start { return CopyLine(start, count: Int(count)) }
      if count < 0 { return nil }
      // libpq has to see that the connection is lost.
      if !exchange(waitingFor: .input), isLost { return nil }
    }
  }

  /// Waits until the server says something or takes more, and exchanges that; false if the
  /// connection is lost.
  func exchange(waitingFor readiness: Readiness) -> Bool {
    let unsent = PQflush(handle)
    guard unsent >= 0 else { return false }
    let wanted = unsent == 1 ? Readiness.both : readiness
    switch wait(
      for: wanted, on: PQsocket(handle), within: patience, endsAtSignal: !isStopping)
    {
    case .ready:
      silentSeconds = 0
      if let askedAt, askedAt.duration(to: .now) >= .seconds(1) { stop() }
      return PQconsumeInput(handle) == 1
    case .stopped: stop()
    case .timedOut where askedAt != nil && silentSeconds < Self.patienceWithServer:
      silentSeconds += 1
      // Where the network is gone, each request waits for a connection: one more is enough.
      if silentSeconds == 1 { stop() }
    case .timedOut where isStopping:
      // libpq itself would wait without end.
      shutdown(PQsocket(handle), Int32(SHUT_RDWR))
      return false
    case .timedOut: if isKeeping, flagdb_has_held_signal() != 0 { stop() }
    }
    return true
  }

  /// Asks the server to end the statement, whose error comes as its result.
  func stop() {
    isStopping = true
    hasStopped = true
    askedAt = .now
    canceller.ask()
  }

  /// The milliseconds to wait before the next look at signals, requests and the server; -1 for no end.
  private var patience: Int32 {
    if askedAt != nil { return 1000 }
    if isStopping { return Self.patienceWithServer * 1000 }
    return isKeeping ? Self.keepingBreath : -1
  }

  /// The seconds that a server may take to end a statement.
  private static let patienceWithServer: Int32 = 10
  /// The milliseconds after which a COMMIT that takes long looks for a signal.
  private static let keepingBreath: Int32 = 200

  /// The error of a result, or of the connection where there is none. The server's last words before
  /// it went are worth more than that it went.
  func error(of result: OpaquePointer?, sql: String?) -> PostgreSQLError {
    if let error = leaveCopy(PQresultStatus(result), sql) { return error }
    let report = ServerReport(of: result)
    if report.state.isEmpty, isLost || result == nil {
      let words = ServerReport.firstLine(of: PQerrorMessage(handle))
      return PostgreSQLError(
        ServerReport(
          state: SQLState.connectionFailure,
          words.isEmpty ? "the connection to the server was lost" : words), sql: sql)
    }
    var error = PostgreSQLError(report, sql: sql)
    error.isForeign = !isStopping && !canceller.isUsed
    return error
  }
}

extension Wire {
  /// Ends a COPY that was sent where statements have rows at most, and which libpq would go on with.
  private func leaveCopy(_ status: ExecStatusType, _ sql: String?) -> PostgreSQLError? {
    switch status {
    case PGRES_COPY_IN: PQputCopyEnd(handle, "no records come this way")
    case PGRES_COPY_OUT:
      stop()
      var line: UnsafeMutablePointer<CChar>?
      while PQgetCopyData(handle, &line, 0) > 0 { PQfreemem(line) }
    default: return nil
    }
    return PostgreSQLError(
      ServerReport(state: SQLState.unsupported, "records are copied by the command 'copy' alone"),
      sql: sql)
  }
}

/// Stops what a connection is doing, from any thread, even when the connection has gone.
package final class Canceller: @unchecked Sendable {
  /// libpq locks nothing here, and changes nothing either.
  private let key: OpaquePointer
  private let asked = Guarded(false)

  /// True if anybody but the connection itself has stopped a statement by it.
  var isUsed: Bool { asked.withLock { $0 } }

  fileprivate init?(of handle: OpaquePointer) {
    guard let key = PQgetCancel(handle) else { return nil }
    self.key = key
  }

  deinit {
    PQfreeCancel(key)
  }

  /// Asks the server over a connection of its own; where that fails, the statement goes on.
  package func cancel() {
    asked.withLock { $0 = true }
    ask()
  }

  fileprivate func ask() {
    var words = [CChar](repeating: 0, count: 256)
    PQcancel(key, &words, Int32(words.count))
  }
}
