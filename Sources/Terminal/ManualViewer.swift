import Platform

extension Terminal {
  /// Lets `man` show a page in mdoc; false where there is no terminal, or no `man` that takes it.
  package func showManual(_ page: String) -> Bool {
    guard isTerminal(.output), !isDumb, Self.hasMan, let man = try? ShellPipe(running: Self.man)
    else { return false }
    // Leaving it early must not kill this process, and Ctrl-C is for its pager. Both are ignored
    // only now, so that neither is inherited.
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

  /// True if `man` answered that it knows no `-l`, that it found nothing, or that it is not there.
  /// A strange end of its pager is not such an answer.
  private static func couldNotRead(_ status: Int32) -> Bool {
    let exit = status >> 8 & 0xFF
    return status & 0x7F == 0 && [1, 2, 16, 126, 127].contains(exit)
  }
}
