import Engines
import FlagModel
import Foundation
import PostgreSQLEngine
import SQLText
import TestServer
import Testing

/// Statements that another thread runs while this one waits.
final class WaitingThread: @unchecked Sendable {
  private let connection: LibpqConnection
  private let end = DispatchSemaphore(value: 0)
  private var error: EngineError?

  init(_ connection: LibpqConnection) { self.connection = connection }

  func start(_ body: @escaping @Sendable (LibpqConnection) throws -> Void) {
    Thread {
      do {
        try body(self.connection)
      } catch {
        self.error = error as? EngineError
      }
      self.end.signal()
    }.start()
  }

  /// The error in which they have ended; nil if there was none, or if they do not end.
  func failure() -> EngineError? {
    end.wait(timeout: .now() + .seconds(300)) == .success ? error : nil
  }
}

extension TestSchema {
  /// Waits until the server says of the process of a connection that it waits for something.
  func wait(for event: String, of process: Int32) throws {
    let waits = SQLStatement(
      text: """
        SELECT count(*) FROM pg_stat_activity WHERE pid = $1 AND $2 IN (wait_event, wait_event_type)
        """, bindings: [.integer(Int64(process)), .text(event)])
    let other = try connect()
    for _ in 0..<30_000 {
      if try other.value(waits) == .integer(1) { return }
      usleep(10_000)
    }
    Issue.record("the connection does not wait for \(event)")
  }
}
