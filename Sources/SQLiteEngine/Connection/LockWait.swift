internal import CInterrupt
internal import CSQLite
internal import Platform

/// Waits while another program holds a lock, until the time limit or a signal. SQLite's own wait
/// would not notice Ctrl-C.
final class LockWait {
  private var patience: Int64
  private var began: Int64 = 0

  init(patience: Duration) { self.patience = Int64(min(max(patience / .microseconds(1), 0), 1e12)) }

  /// Reduces the time limit.
  func limit(to most: Duration) { patience = min(patience, LockWait(patience: most).patience) }

  /// The caller must retain this object while the connection is open.
  func attach(to handle: OpaquePointer) {
    sqlite3_busy_handler(
      handle,
      { wait, tries in
        guard let wait else { return 0 }
        if Unmanaged<LockWait>.fromOpaque(wait).takeUnretainedValue().continues(after: tries) {
          return 1
        }
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Sleeps briefly; returns true to try again.
  private func continues(after tries: Int32) -> Bool {
    let now = monotonicMicroseconds()
    if tries == 0 { began = now }
    let left = patience - (now - began)
    guard left > 0, flagdb_has_held_signal() == 0 else { return false }
    let rest = min(Int32(1) << min(tries, 6), 50, Int32(clamping: left / 1_000 + 1))
    return waitForInput(on: -1, within: rest) == .timedOut
  }
}
