import Addresses
internal import CPostgreSQL
internal import Platform

/// The connection that was released last, for the next connection to the same address. A new one
/// would cost the server a process.
///
/// It has no open transaction. Before reuse, its settings, prepared statements and temporary
/// objects are discarded.
package final class SpareConnection: @unchecked Sendable {
  // Only the owner of a wire uses it, and nobody while it is here.
  private let kept = Guarded<(address: DatabaseAddress, wire: Wire)?>(nil)

  package init() {}

  /// The spare connection to an address, if there is one and the server still responds.
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
    guard PQtransactionStatus(handle) == PQTRANS_IDLE, !wasStopped else { return false }
    unguard()
    return true
  }

  /// Resets the connection to its initial state; returns false if the server does not respond.
  fileprivate func takeUp() -> Bool {
    begin(isUndoing: false)
    guardWork()
    guard PQsendQuery(handle, "DISCARD ALL") == 1 else { return false }
    var isFresh = false
    while let result = nextResult() {
      isFresh = PQresultStatus(result) == PGRES_COMMAND_OK
      PQclear(result)
    }
    return isFresh
  }
}
