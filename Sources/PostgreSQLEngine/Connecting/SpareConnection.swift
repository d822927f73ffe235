import Addresses
internal import CPostgreSQL
internal import Platform

/// The connection that was let go of last, for the next one to the same address: a new one takes the
/// server a process.
///
/// No transaction is open on it, and nothing that was set, prepared or made for a while is left when it is
/// taken up again.
package final class SpareConnection: @unchecked Sendable {
  // A wire is used by whoever has taken it, and by nobody while it lies here.
  private let kept = Guarded<(address: DatabaseAddress, wire: Wire)?>(nil)

  package init() {}

  /// The connection to an address, if one lies here and the server still answers on it.
  func take(to address: DatabaseAddress) -> Wire? {
    let found = kept.withLock { kept in
      defer { kept = nil }
      return kept
    }
    guard let found, found.address == address, found.wire.takeUp() else { return nil }
    return found.wire
  }

  /// Closes the connection that lies here, which could be in somebody's way.
  package func close() {
    let last = kept.withLock { kept in
      defer { kept = nil }
      return kept
    }
    _ = consume last
  }

  /// Keeps a connection, unless somebody may still stop what runs on it.
  func keep(_ wire: Wire, to address: DatabaseAddress) {
    guard wire.layDown() else { return }
    let last = kept.withLock { kept in
      defer { kept = (address, wire) }
      return kept
    }
    // The earlier one is closed behind the lock.
    _ = consume last
  }
}

extension Wire {
  /// Gets ready to lie unused; false if the next user could meet what this one has left.
  fileprivate func layDown() -> Bool {
    guard PQtransactionStatus(handle) == PQTRANS_IDLE, !wasStopped else { return false }
    unguard()
    return true
  }

  /// Begins anew as a connection that was just opened; false if the server does not answer.
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
