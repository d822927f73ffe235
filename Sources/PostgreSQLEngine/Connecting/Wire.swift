internal import CInterrupt
internal import CPostgreSQL
import Engines
internal import Platform

/// The connection to a server. A signal or a cancellation can end each wait.
final class Wire {
  let handle: OpaquePointer
  let canceller: Canceller
  /// True after the running statement was cancelled, so that the server must respond soon.
  private var isStopping = false
  /// The time of the last cancel request. PostgreSQL ignores a request while it compiles an
  /// expression, so the request is repeated.
  private var askedAt: ContinuousClock.Instant?
  /// The seconds without a response since the first cancel request.
  private var silentSeconds: Int32 = 0
  /// True after any cancel request, which may still reach the server.
  private var hasStopped = false
  /// True during a commit, when signals are postponed.
  var isKeeping = false
  /// True while the lines of a COPY … TO STDOUT arrive.
  var isCopying = false
  /// True while results of a pipeline arrive, and the number of messages after the current one.
  private var isPipeline = false
  private var laterMessages = 0
  /// Called after the connection was closed.
  var closed: (() -> Void)?
  /// True if ROLLBACK was sent and its response is still to be read.
  private var isEnding = false

  /// Uses an open connection.
  init(_ handle: OpaquePointer) throws(EngineError) {
    guard let canceller = Canceller(of: handle) else {
      PQfinish(handle)
      throw .noMemory
    }
    self.handle = handle
    self.canceller = canceller
    PQsetnonblocking(handle, 1)
    guardWork()
  }

  deinit {
    unguard()
    PQfinish(handle)
    closed?()
  }

  /// Registers work for signals. The waiting code itself checks for signals and cancels the
  /// statement.
  func guardWork() { flagdb_guard(UnsafeMutableRawPointer(handle)) { _ in } }

  func unguard() { flagdb_unguard(UnsafeMutableRawPointer(handle)) }

  var isLost: Bool { PQstatus(handle) == CONNECTION_BAD }

  /// True if the connection is lost, if a transaction is open, or if the server has sent a message without a request,
  /// as it does before it closes a connection.
  func hasEnded() -> Bool {
    settle()
    if isLost || isInTransaction { return true }
    return waitForInput(on: PQsocket(handle), within: 0) == .ready
  }

  /// True if a transaction is open on the server.
  var isInTransaction: Bool {
    !isEnding
      && [PQTRANS_INTRANS, PQTRANS_INERROR, PQTRANS_ACTIVE].contains(PQtransactionStatus(handle))
  }

  /// Notes that ROLLBACK was sent. Its response is read before the next message is sent.
  func endsTransaction() { isEnding = true }

  /// Reads the response to ROLLBACK, if that was the last message.
  func settle() {
    guard isEnding else { return }
    isEnding = false
    while let result = nextResult() { PQclear(result) }
  }

  /// True if any cancel request was sent, which may affect a later statement.
  var wasStopped: Bool { hasStopped || canceller.isUsed }

  /// Prepares for a request. The signal that causes a rollback does not cancel it.
  func begin(isUndoing: Bool) {
    isStopping = isUndoing
    askedAt = nil
    silentSeconds = 0
  }

  /// The next result of the statement, which the caller must clear; nil after the last.
  func nextResult() -> OpaquePointer? {
    let result = receive()
    if result == nil, laterMessages == 0 { endPipeline() }
    return result
  }

  private func receive() -> OpaquePointer? {
    // If the connection is lost, libpq creates a result with the error.
    while PQisBusy(handle) != 0, exchange(waitingFor: .input) {}
    return PQgetResult(handle)
  }

  // MARK: Several messages at once

  /// Sends messages in one pipeline, which takes one round trip; returns false if libpq refuses one.
  func send(together messages: [() -> Int32]) -> Bool {
    guard PQenterPipelineMode(handle) == 1 else { return false }
    isPipeline = true
    laterMessages = messages.count - 1
    return messages.allSatisfy { $0() == 1 } && PQpipelineSync(handle) == 1
  }

  /// Continues with the results of the next message.
  func nextMessage() { laterMessages -= 1 }

  /// Skips the results of the current message and of all later ones.
  func skipMessages() {
    while true {
      while let result = nextResult() { PQclear(result) }
      if laterMessages == 0 { return }
      nextMessage()
    }
  }

  /// Reads the end of a pipeline.
  private func endPipeline() {
    guard isPipeline else { return }
    isPipeline = false
    while let result = receive() {
      let isEnd = PQresultStatus(result) == PGRES_PIPELINE_SYNC
      PQclear(result)
      if isEnd { break }
    }
    PQexitPipelineMode(handle)
  }

  /// A part of a response.
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

  /// True if the rest of a response has already arrived, which is then discarded.
  func hasWholeAnswer() -> Bool {
    while !isCopying, PQisBusy(handle) == 0 {
      guard let result = PQgetResult(handle) else {
        endPipeline()
        return true
      }
      PQclear(result)
    }
    return false
  }

  /// The next line of a COPY or the next result, which the caller must free; nil after the last.
  func nextPiece() -> Piece? {
    if isCopying {
      if let line = nextLine() { return .line(line) }
      isCopying = false
    }
    return nextResult().map { .result($0) }
  }

  /// The next line; nil after the last. The result that follows shows if the COPY succeeded.
  private func nextLine() -> CopyLine? {
    while true {
      var start: UnsafeMutablePointer<CChar>?
      let count = PQgetCopyData(handle, &start, 1)
      if count > 0, let start { return CopyLine(start, count: Int(count)) }
      if count < 0 { return nil }
      // libpq must notice that the connection is lost.
      if !exchange(waitingFor: .input), isLost { return nil }
    }
  }

  /// Waits until the server sends or accepts data, and transfers it; returns false if the
  /// connection is lost.
  func exchange(waitingFor readiness: Readiness) -> Bool {
    let unsent = PQflush(handle)
    guard unsent >= 0 else { return false }
    let wanted = unsent == 1 ? Readiness.both : readiness
    switch wait(for: wanted, on: PQsocket(handle), within: patience, endsAtSignal: !isStopping)
    {
    case .ready:
      silentSeconds = 0
      if let askedAt, askedAt.duration(to: .now) >= .seconds(1) { stop() }
      return PQconsumeInput(handle) == 1
    case .stopped: stop()
    case .timedOut where askedAt != nil && silentSeconds < Self.patienceWithServer:
      silentSeconds += 1
      // Without a network, each cancel request waits for a connection, so only one more is sent.
      if silentSeconds == 1 { stop() }
    case .timedOut where isStopping:
      // libpq itself would wait forever.
      shutdown(PQsocket(handle), Int32(SHUT_RDWR))
      return false
    case .timedOut: if isKeeping, flagdb_has_held_signal() != 0 { stop() }
    }
    return true
  }

  /// Asks the server to cancel the statement, whose result is then an error.
  func stop() {
    isStopping = true
    hasStopped = true
    askedAt = .now
    canceller.ask()
  }

  /// The milliseconds until the next check for signals and requests; -1 for no limit.
  private var patience: Int32 {
    if askedAt != nil { return 1000 }
    if isStopping { return Self.patienceWithServer * 1000 }
    if isKeeping { return Self.keepingBreath }
    return -1
  }

  /// The seconds that a server may take to cancel a statement.
  private static let patienceWithServer: Int32 = 10
  /// The milliseconds between checks for a signal during a long COMMIT.
  private static let keepingBreath: Int32 = 200

  /// The error of a result, or of the connection if there is no result. The server's last message
  /// before a lost connection takes precedence.
  /// - Parameter before: the number of characters that were sent before the statement.
  func error(of result: OpaquePointer?, sql: String?, after before: Int = 0) -> EngineError {
    if let error = leaveCopy(PQresultStatus(result), sql) { return error }
    var report = ServerReport(of: result)
    if report.state.isEmpty, isLost || result == nil {
      var message = ServerReport.firstLine(of: PQerrorMessage(handle))
      if message.isEmpty { message = "the connection to the server was lost" }
      return EngineError(ServerReport(state: SQLState.connectionFailure, message), sql: sql)
    }
    if let position = report.position { report.position = max(1, position - before) }
    return EngineError(report, sql: sql, isForeign: !isStopping && !canceller.isUsed)
  }

  /// Ends a COPY that was sent as an ordinary statement, which libpq would not end.
  private func leaveCopy(_ status: ExecStatusType, _ sql: String?) -> EngineError? {
    switch status {
    case PGRES_COPY_IN: PQputCopyEnd(handle, "COPY is not supported here")
    case PGRES_COPY_OUT:
      stop()
      var line: UnsafeMutablePointer<CChar>?
      while PQgetCopyData(handle, &line, 0) > 0 { PQfreemem(line) }
    default: return nil
    }
    return EngineError(
      ServerReport(state: SQLState.unsupported, "COPY is not supported here"), sql: sql)
  }
}

/// Cancels the running statement of a connection, from any thread, even after the connection has
/// ended.
package final class Canceller: @unchecked Sendable {
  /// libpq neither locks nor changes this object.
  private let key: OpaquePointer
  private let asked = Guarded(false)

  /// True if any code except the connection itself has cancelled a statement.
  var isUsed: Bool { asked.withLock { $0 } }

  fileprivate init?(of handle: OpaquePointer) {
    guard let key = PQgetCancel(handle) else { return nil }
    self.key = key
  }

  deinit {
    PQfreeCancel(key)
  }

  /// Sends a cancel request over a separate connection. If that fails, the statement continues.
  package func cancel() {
    asked.withLock { $0 = true }
    ask()
  }

  fileprivate func ask() {
    var words = [CChar](repeating: 0, count: 256)
    PQcancel(key, &words, Int32(words.count))
  }
}
