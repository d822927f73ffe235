internal import CInterrupt

/// The signal by which the user or the system has asked the process to stop, if one was caught.
/// Calls that wait then give up instead of beginning again.
package func caughtSignal() -> Int32? {
  let signal = flagdb_caught_signal()
  return signal == 0 ? nil : signal
}

/// Lets a signal that came while a file took its place, or since, be one that comes now: nobody has to be
/// told of the file.
package func honourSignals() { flagdb_honour_signals() }

/// Leaves Ctrl-C, where it is caught, to the program that reads a pipe, until that has gone; nil
/// takes it back.
package func leaveInterrupts(toReaderOf pipe: Int32?) {
  flagdb_leave_interrupts_to(pipe ?? -1)
}

/// True if the process was suspended and continued since the last call. Only a session is told.
package func wasContinued() -> Bool {
  flagdb_was_continued() != 0
}

/// The event that ended the wait for input.
package enum InputWait: Hashable, Sendable {
  /// There is something to read, or there never will be, which reading tells.
  case ready
  /// A signal has asked the process to stop, before the waiting or in it.
  case stopped
  case timedOut
}

/// Waits for input, for some milliseconds or as long as it takes.
package func waitForInput(on descriptor: Int32, within limit: Int32 = -1) -> InputWait {
  wait(for: .input, on: descriptor, within: limit)
}

/// The directions in which a descriptor is waited for.
package enum Readiness: Hashable, Sendable {
  case input
  case output
  case both

  fileprivate var events: Int16 {
    switch self {
    case .input: Int16(POLLIN)
    case .output: Int16(POLLOUT)
    case .both: Int16(POLLIN | POLLOUT)
    }
  }
}

/// Waits until a descriptor is ready, for some milliseconds or as long as it takes. Where a signal that
/// came is known already, it need not end the waiting.
package func wait(
  for readiness: Readiness, on descriptor: Int32, within limit: Int32 = -1,
  endsAtSignal: Bool = true
) -> InputWait {
  while !endsAtSignal || caughtSignal() == nil {
    var waited = [pollfd(fd: descriptor, events: readiness.events, revents: 0)]
    if endsAtSignal {
      waited.append(pollfd(fd: flagdb_wake_descriptor(), events: Int16(POLLIN), revents: 0))
    }
    let count = poll(&waited, nfds_t(waited.count), limit)
    let wasInterrupted = count == -1 && errno == EINTR
    if endsAtSignal, caughtSignal() != nil { break }
    if !wasInterrupted { return count == 0 ? .timedOut : .ready }
  }
  return .stopped
}
