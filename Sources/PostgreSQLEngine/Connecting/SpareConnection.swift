import Addresses
internal import CPostgreSQL
internal import Platform

/// The connection that was released last, for the next connection to the same address. A new one
/// would cost the server a process.
///
/// No transaction is open on it. The first exchange of the next one takes away all that was set, prepared or made
/// for a while.
package final class SpareConnection: @unchecked Sendable {
  // Only the owner of a wire uses it, and nobody while it is here.
  private let kept = Guarded<(address: DatabaseAddress, wire: Wire)?>(nil)

  package init() {}

  /// The connection to an address, if one lies here. The server may have ended it meanwhile.
  func take(to address: DatabaseAddress) -> Wire? {
    let found = kept.withLock { kept in
      defer { kept = nil }
      return kept
    }
    guard let found, found.address == address, found.wire.takeUp() else { return nil }
    return found.wire
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

  /// Gets ready to be used again; false if it cannot be. The first exchange takes away all that was set.
  fileprivate func takeUp() -> Bool {
    guardWork()
    settle()
    return PQtransactionStatus(handle) == PQTRANS_IDLE
  }

  /// The statements that leave a connection as one that was just opened. DISCARD ALL does the same, but only alone
  /// in its message.
  static let cleaning = [
    "BEGIN", "CLOSE ALL", "SET SESSION AUTHORIZATION DEFAULT", "RESET ALL", "DEALLOCATE ALL",
    "UNLISTEN *", "SELECT pg_advisory_unlock_all()", "DISCARD PLANS", "DISCARD TEMP",
    "DISCARD SEQUENCES", "COMMIT",
  ]
}
