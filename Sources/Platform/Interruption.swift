internal import CInterrupt

/// The signal by which the user or the system has asked the process to stop, if one was caught.
/// Calls that wait then give up instead of beginning again.
public func caughtSignal() -> Int32? {
  let signal = flagdb_caught_signal()
  return signal == 0 ? nil : signal
}

/// Leaves Ctrl-C, where it is caught, to the program that reads a pipe, until that has gone; nil
/// takes it back.
public func leaveInterrupts(toReaderOf pipe: Int32?) {
  flagdb_leave_interrupts_to(pipe ?? -1)
}
