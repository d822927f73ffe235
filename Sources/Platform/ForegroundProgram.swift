/// Runs a line of the shell with words after it, as `$1` and so on, on the same terminal, and waits until
/// it is done; answers with its status. Nothing of ours is open in it: it is started anew instead of
/// being forked, and our files close when it is.
/// - Parameter hasInput: true if it reads what is typed; otherwise its input is empty.
package func runInForeground(
  _ line: String, _ words: [String] = [], hasInput: Bool
) throws(SystemError) -> Int32 {
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var usual = sigset_t()
  sigemptyset(&usual)
  for signal in [SIGINT, SIGQUIT, SIGXFSZ] { sigaddset(&usual, signal) }
  posix_spawnattr_setsigdefault(&attributes, &usual)
  posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
  // Ctrl-C is meant for it alone.
  let restore = ignoringSignal(SIGINT)
  defer { restore() }
  var files = posix_spawn_file_actions_t()
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
  // A status as the shell tells it: of the signal that ended the program, or the program's own.
  return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
}
