internal import CInterrupt

/// Requests of the user or the system to stop.
package enum Interruption {
  /// Installs handlers for SIGINT, SIGTERM and SIGHUP. A signal interrupts a running statement,
  /// whose transaction is rolled back; without a statement, it ends the program. For tools only,
  /// because an app has its own handlers.
  package static func catchSignals() { flagdb_catch_signals() }

  /// The signal that arrived; nil if there is none.
  package static var signal: Int32? {
    let signal = flagdb_caught_signal()
    if signal == 0 { return nil }
    return signal
  }

  /// From now on, a signal between statements does not end the program either. For a session, which
  /// checks `signal` after each command and before the next prompt.
  package static func stay() { flagdb_stay() }

  /// Delivers a signal that arrived during or after a commit. The caller has already reported the
  /// outcome of the change.
  package static func honourSignals() { flagdb_honour_signals() }

  /// Begins a commit, which signals do not interrupt. Throws if a signal arrived before.
  package static func beginKeeping() throws(EngineError) {
    if flagdb_begin_keeping() == 0 { return }
    flagdb_end_keeping(0)
    throw .interrupted
  }

  /// Ends the time in which signals are postponed. After a successful commit, a signal stays
  /// postponed until the outcome is reported.
  package static func endKeeping(isKept: Bool) { flagdb_end_keeping(isKept ? 1 : 0) }

  /// True if a signal arrived during a commit that can still be abandoned.
  package static var isAskedToGiveUp: Bool { flagdb_has_held_signal() != 0 }

  /// Clears the signal that arrived.
  package static func forgetSignal() { flagdb_forget_signal() }
}
