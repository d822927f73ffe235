import Addresses
internal import CPostgreSQL
import Engines
internal import Platform

/// Opens a connection to a server. A signal can end the wait.
struct Opening {
  private let address: DatabaseAddress
  /// The time limit if the user has set none.
  private let timeout: Duration?
  /// Asks the user for a password.
  private let askPassword: ((_ user: String) -> String?)?

  init(
    _ address: DatabaseAddress, timeout: Duration?, askPassword: ((_ user: String) -> String?)?
  ) {
    self.address = address
    self.timeout = timeout
    self.askPassword = askPassword
  }

  /// An open connection. It asks for the password if the server requires one and libpq has none.
  func connect() throws(EngineError) -> OpaquePointer {
    let first = try attempt(password: nil)
    guard PQstatus(first) == CONNECTION_BAD else { return first }
    let wantsPassword = PQconnectionNeedsPassword(first) == 1
    let user = PQuser(first).map { String(cString: $0) } ?? ""
    let failure = failure(of: first)
    PQfinish(first)
    guard wantsPassword, let password = askPassword?(user) else { throw failure }
    let second = try attempt(password: password)
    guard PQstatus(second) == CONNECTION_BAD else { return second }
    defer { PQfinish(second) }
    throw self.failure(of: second)
  }

  private func failure(of handle: OpaquePointer) -> EngineError {
    if caughtSignal() != nil { return .stopped }
    let words = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
    var error = EngineError(ConnectionFailure(words).report)
    error.database = PQdb(handle).map { String(cString: $0) }
    return error
  }

  private func attempt(password: String?) throws(EngineError) -> OpaquePointer {
    let settings = settings(password: password)
    let started = withCStrings(settings.map(\.keyword)) { keywords in
      withCStrings(settings.map(\.value)) { values in
        PQconnectStartParams(keywords, values, 0)
      }
    }
    guard let handle = started else { throw .noMemory }
    PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
    finish(handle)
    PQsetErrorVerbosity(handle, PQERRORS_DEFAULT)
    return handle
  }

  /// The connection settings. libpq completes them from the service file, the environment and
  /// ~/.pgpass.
  private func settings(password: String?) -> [DatabaseAddress.Setting] {
    address.settings + [
      .init("fallback_application_name", "flagdb"), .init("client_encoding", "UTF8"),
    ] + (password.map { [.init("password", $0)] } ?? [])
  }

  /// Waits until the connection is open or has failed.
  private func finish(_ handle: OpaquePointer) {
    let limit = timeLimit(of: handle)
    let deadline = monotonicMicroseconds() + Int64(limit) * 1000
    var state = PGRES_POLLING_WRITING
    while PQstatus(handle) != CONNECTION_BAD, state != PGRES_POLLING_OK {
      let left = limit < 0 ? -1 : max(0, (deadline - monotonicMicroseconds()) / 1000)
      let readiness: Readiness = state == PGRES_POLLING_READING ? .input : .output
      let waited = wait(for: readiness, on: PQsocket(handle), within: Int32(clamping: left))
      // An abandoned connection has failed; the caller finds the reason.
      guard waited == .ready else { return abandon(handle) }
      state = PQconnectPoll(handle)
      if state == PGRES_POLLING_FAILED { return }
    }
  }

  /// Makes a connection that takes too long fail immediately.
  private func abandon(_ handle: OpaquePointer) {
    shutdown(PQsocket(handle), Int32(SHUT_RDWR))
    while PQstatus(handle) != CONNECTION_BAD, PQconnectPoll(handle) != PGRES_POLLING_FAILED {}
  }

  /// The `connect_timeout` from any source or the usual one, in milliseconds; -1 for no limit.
  private func timeLimit(of handle: OpaquePointer) -> Int32 {
    let usual = timeout.map { Int32(clamping: Int64($0 / .milliseconds(1))) } ?? -1
    guard let options = PQconninfo(handle) else { return usual }
    defer { PQconninfoFree(options) }
    var option = options
    while let keyword = option.pointee.keyword {
      if strcmp(keyword, "connect_timeout") == 0, let value = option.pointee.val,
        let seconds = Int32(String(cString: value)), seconds > 0
      {
        return Int32(clamping: Int64(seconds) * 1000)
      }
      option += 1
    }
    return usual
  }
}

/// Calls the body with C strings, and a null pointer after the last.
private func withCStrings<Result>(
  _ texts: [String], _ body: ([UnsafePointer<CChar>?]) -> Result
) -> Result {
  let copies = texts.map { strdup($0) }
  defer {
    for copy in copies {
      // A text may be a password, so its memory is cleared.
      if let copy { memset(copy, 0, strlen(copy)) }
      free(copy)
    }
  }
  return body(copies.map { $0.map { UnsafePointer($0) } } + [nil])
}
