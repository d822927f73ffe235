import Platform

extension Terminal {
  /// Shows an mdoc page with `man`; false if there is no terminal, or no suitable `man`.
  package func showManual(_ page: String) -> Bool {
    guard isTerminal(.output), !isDumb, Self.hasMan, let man = try? ShellPipe(running: Self.man)
    else { return false }
    // If the user leaves it early, this process must continue, and Ctrl-C is for the pager. Both
    // signals are ignored only now, so that `man` does not inherit this.
    let restorePipe = ignoringSignal(SIGPIPE)
    let restoreInterrupts = ignoringSignal(SIGINT)
    defer {
      restoreInterrupts()
      restorePipe()
    }
    try? writeAll(Array(page.utf8), to: man.descriptor)
    return !Self.couldNotRead(man.finish())
  }

  private static let man = "man -l - 2>/dev/null"

  private static var hasMan: Bool {
    (try? ShellPipe(running: "command -v man >/dev/null 2>&1").finish()) == 0
  }

  /// True if `man` does not support `-l`, found nothing, or does not exist. Other failures are
  /// those of its pager.
  private static func couldNotRead(_ status: Int32) -> Bool {
    let exit = status >> 8 & 0xFF
    return status & 0x7F == 0 && [1, 2, 16, 126, 127].contains(exit)
  }
}
