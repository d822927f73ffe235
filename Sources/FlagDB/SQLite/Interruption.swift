internal import CInterrupt

/// What the user and the system may ask while something runs: to stop.
public enum Interruption {
  /// From now on SIGINT, SIGTERM and SIGHUP stop a running statement, whose transaction is undone,
  /// and end the program where none runs. For tools; an app has handlers of its own.
  public static func catchSignals() {
    flagdb_catch_signals()
  }

  /// The signal that came, if one did.
  public static var signal: Int32? {
    let signal = flagdb_caught_signal()
    return signal == 0 ? nil : signal
  }

  /// From now on a signal that comes while no statement runs does not end the program either. For a
  /// session, which looks at `signal` after each command and before it waits for the next.
  public static func stay() {
    flagdb_stay()
  }

  /// Takes the signal that came as dealt with.
  public static func forgetSignal() {
    flagdb_forget_signal()
  }
}
