internal import CInterrupt

/// The caught signal with which the user or system asked the process to stop; nil if there is none.
/// Blocking calls then fail and are not repeated.
package func caughtSignal() -> Int32? {
  let signal = flagdb_caught_signal()
  if signal == 0 { return nil }
  return signal
}

/// Handles a signal that arrived while a file was being replaced, because the outcome is now
/// reported.
package func honourSignals() { flagdb_honour_signals() }

/// While another program reads a pipe, leaves Ctrl-C to that program; nil ends this.
package func leaveInterrupts(toReaderOf pipe: Int32?) { flagdb_leave_interrupts_to(pipe ?? -1) }

/// True if the process was suspended and continued since the last call. This is recorded only in a
/// session.
package func wasContinued() -> Bool { flagdb_was_continued() != 0 }

/// The reason why a wait for input ended.
package enum InputWait: Hashable, Sendable {
  /// Input is available, or the end of input.
  case ready
  /// A signal arrived before or during the wait.
  case stopped
  case timedOut
}

/// Waits for input, for some milliseconds or without a limit.
package func waitForInput(on descriptor: Int32, within limit: Int32 = -1) -> InputWait {
  wait(for: .input, on: descriptor, within: limit)
}

/// The directions in which a descriptor can become ready.
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

/// Waits until a descriptor is ready, for some milliseconds or without a limit. With `endsAtSignal`
/// false, a signal that was already caught does not end the wait.
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
