/// Runs a shell command with arguments (`$1` and so on) on the same terminal, waits for it, and
/// returns its status. It inherits no open files, because it is spawned and not forked.
/// - Parameter hasInput: true if it reads the terminal; otherwise its input is empty.
package func runInForeground(
  _ line: String, _ words: [String] = [], hasInput: Bool
) throws(SystemError) -> Int32 {
  var attributes = unsetSpawnAttributes()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var usual = sigset_t()
  sigemptyset(&usual)
  for signal in [SIGINT, SIGQUIT, SIGXFSZ] { sigaddset(&usual, signal) }
  posix_spawnattr_setsigdefault(&attributes, &usual)
  posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
  // Ctrl-C must only reach the command.
  let restore = ignoringSignal(SIGINT)
  defer { restore() }
  var files = unsetSpawnActions()
  posix_spawn_file_actions_init(&files)
  defer { posix_spawn_file_actions_destroy(&files) }
  if !hasInput {
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
  }
  var words: [UnsafeMutablePointer<CChar>?] =
    (["/bin/sh", "-c", line, "sh"] + words).map { (word: String) in strdup(word) }
  words.append(nil)
  defer {
    for word in words { free(word) }
  }
  var process = pid_t()
  let code = posix_spawn(&process, "/bin/sh", &files, &attributes, &words, environ)
  if code != 0 { throw SystemError(code: code) }
  var status: Int32 = 0
  while waitpid(process, &status, 0) == -1 {
    if errno != EINTR { throw .last }
  }
  // The status as in a shell: the exit status, or 128 plus the signal.
  if status & 0x7F == 0 { return status >> 8 & 0xFF }
  return 128 + status & 0x7F
}
