import Addresses
internal import CPostgreSQL
internal import Platform

/// The connection that was released last, for the next connection to the same address. A new one
/// would cost the server a process.
///
/// It has no open transaction. Its first round trip after reuse discards its settings, prepared
/// statements and temporary objects.
package final class SpareConnection: @unchecked Sendable {
  // Only the owner of a wire uses it, and nobody while it is here.
  private let kept = Guarded<(address: DatabaseAddress, wire: Wire)?>(nil)

  package init() {}

  /// The spare connection to an address, if there is one. The server may have closed it.
  func take(to address: DatabaseAddress) -> Wire? {
    let spare = kept.withLock { kept in
      defer { kept = nil }
      return kept
    }
    guard let spare, spare.address == address, spare.wire.takeUp() else { return nil }
    return spare.wire
  }

  /// Closes the spare connection, which could block other work.
  package func close() {
    let last = kept.withLock { kept in
      defer { kept = nil }
      return kept
    }
    _ = consume last
  }

  /// Stores a connection, unless a cancel request may still be on its way.
  func keep(_ wire: Wire, to address: DatabaseAddress) {
    guard wire.layDown() else { return }
    let last = kept.withLock { kept in
      defer { kept = (address, wire) }
      return kept
    }
    // The earlier connection is closed outside of the lock.
    _ = consume last
  }
}

extension Wire {
  /// Prepares the connection for storage; returns false if its state could affect the next user.
  fileprivate func layDown() -> Bool {
    guard !isInTransaction, !isLost, !wasStopped else { return false }
    unguard()
    return true
  }

  /// Prepares the connection for reuse; returns false if it is in use.
  fileprivate func takeUp() -> Bool {
    guardWork()
    settle()
    return PQtransactionStatus(handle) == PQTRANS_IDLE
  }

  /// The statements that reset a connection to its initial state. `DISCARD ALL` does the same, but must be
  /// alone in its message.
  static let cleaning = [
    "BEGIN", "CLOSE ALL", "SET SESSION AUTHORIZATION DEFAULT", "RESET ALL", "DEALLOCATE ALL",
    "UNLISTEN *", "SELECT pg_advisory_unlock_all()", "DISCARD PLANS", "DISCARD TEMP",
    "DISCARD SEQUENCES", "COMMIT",
  ]
}
