internal import CInterrupt

/// The signal by which the user or the system has asked the process to stop, if one was caught.
/// Calls that wait then give up instead of beginning again.
public func caughtSignal() -> Int32? {
  let signal = flagdb_caught_signal()
  return signal == 0 ? nil : signal
}
