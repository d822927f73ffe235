internal import CReadline
import Platform

// Keys as readline asks for them. While it edits, the terminal makes no signals of keys: Ctrl-C comes
// as a key in its place, so that what is typed after it belongs to the next line, however soon it is
// typed. A signal would come at some time before or after the keys around it.

/// The next byte that is typed. What readline takes for an error where a signal asks the process to
/// stop; what was typed after it is left in the terminal.
func nextKey() -> Int32 {
  while waitForKey() {
    var key: UInt8 = 0
    let count = read(STDIN_FILENO, &key, 1)
    if count == 1 {
      let signal = flagdb_readline_signal(key)
      if signal == 0 { return Int32(key) }
      // To the same programs as from the terminal.
      kill(0, signal)
    } else if count == 0 || errno != EINTR {
      return flagdb_readline_end
    }
  }
  return flagdb_readline_failure()
}

/// Waits until something is typed; false where a signal asks the process to stop.
///
/// While it edits, readline catches signals itself and passes them on when it is asked to. One that
/// comes between the asking and the waiting would be noticed at the next key only, so it is asked
/// again and again.
private func waitForKey() -> Bool {
  while true {
    rl_check_signals()
    if caughtSignal() != nil { return false }
    // Readline puts the terminal in order, but what others wrote meanwhile hides the line.
    if wasContinued() { rl_forced_update_display() }
    switch waitForInput(on: STDIN_FILENO, within: 50, endsAtAnySignal: true) {
    case .ready: return true
    case .stopped: return false
    case .timedOut: continue
    }
  }
}
