internal import CInterrupt

/// Requests of the user or the system to stop the work.
package enum Interruption {
  /// From now on SIGINT, SIGTERM and SIGHUP stop a running statement, whose transaction is undone,
  /// and end the program where none runs. For tools; an app has handlers of its own.
  package static func catchSignals() {
    flagdb_catch_signals()
  }

  /// The signal that came, if one did.
  package static var signal: Int32? {
    let signal = flagdb_caught_signal()
    return signal == 0 ? nil : signal
  }

  /// From now on a signal that comes while no statement runs does not end the program either. For a
  /// session, which looks at `signal` after each command and before it waits for the next.
  package static func stay() {
    flagdb_stay()
  }

  /// Lets a signal that came while a change was made lasting, or since, be one that comes now: what
  /// has become of the change has been told.
  package static func honourSignals() {
    flagdb_honour_signals()
  }

  /// Begins the last step of a change, after which it is kept: a signal that comes from now on does
  /// not stop it. Throws where one came before.
  package static func beginKeeping() throws(EngineError) {
    if flagdb_begin_keeping() == 0 { return }
    flagdb_end_keeping(0)
    throw .interrupted
  }

  /// Ends the time in which signals wait. If the change is kept, a signal waits on until that has
  /// been told.
  package static func endKeeping(isKept: Bool) {
    flagdb_end_keeping(isKept ? 1 : 0)
  }

  /// True if a signal came in the last step, while the change may still be given up.
  package static var isAskedToGiveUp: Bool { flagdb_has_held_signal() != 0 }

  /// Takes the signal that came as dealt with.
  package static func forgetSignal() {
    flagdb_forget_signal()
  }
}
