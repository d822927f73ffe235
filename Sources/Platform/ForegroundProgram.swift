/// Runs a command of the shell with the file's path after it, on the same terminal, and waits until
/// it is done; answers whether it ended well. Nothing of ours is open in it: it is started anew
/// instead of being forked, and our files close when it is.
package func runInForeground(_ command: String, on path: String) throws(SystemError) -> Bool {
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
  var words: [UnsafeMutablePointer<CChar>?] =
    ["/bin/sh", "-c", "\(command) \"$1\"", "sh", path].map { (word: String) in strdup(word) }
  words.append(nil)
  defer {
    for word in words { free(word) }
  }
  var process = pid_t()
  let code = posix_spawn(&process, "/bin/sh", nil, &attributes, &words, environ)
  if code != 0 { throw SystemError(code: code) }
  var status: Int32 = 0
  while waitpid(process, &status, 0) == -1 {
    if errno != EINTR { throw .last }
  }
  return status == 0
}
