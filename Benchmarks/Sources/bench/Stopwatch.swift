#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What one run of a program took, as the system accounts for it.
struct Run {
  let seconds: Double
  /// The most memory that it held, in bytes.
  let memory: Int
  let status: Int32
  let output: [UInt8]
}

/// Runs a program from its start to its end, with nothing to read. What it prints is read as it
/// comes; the first part is kept, so that answers can be compared.
func run(_ words: [String], in folder: String) throws(BenchError) -> Run {
  var ends: [Int32] = [0, 0]
  guard chdir(folder) == 0, pipe(&ends) == 0 else { throw BenchError("cannot enter \(folder)") }
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
  posix_spawn_file_actions_addclose(&actions, ends[0])
  posix_spawn_file_actions_addclose(&actions, ends[1])
  var arguments = words.map { strdup($0) } + [nil]
  defer {
    for argument in arguments { free(argument) }
    posix_spawn_file_actions_destroy(&actions)
    close(ends[0])
  }
  var id = pid_t()
  let start = now()
  guard posix_spawnp(&id, words[0], &actions, nil, &arguments, environ) == 0 else {
    close(ends[1])
    throw BenchError("cannot run \(words[0])")
  }
  close(ends[1])
  let output = drain(ends[0])
  var status: Int32 = 0
  var usage = rusage()
  wait4(id, &status, 0, &usage)
  return Run(
    seconds: Double(now() - start) / 1e9, memory: usage.ru_maxrss * 1024, status: status,
    output: output)
}

private func drain(_ descriptor: Int32) -> [UInt8] {
  let most = 1 << 16
  var kept: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: most)
  while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
    // How much one call reads depends on the load.
    kept += buffer[..<min(count, most - kept.count)]
  }
  return kept
}

private func now() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// What stops a benchmark.
struct BenchError: Error {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}

/// Says something that is no result.
func say(_ text: String) {
  let line = Array("bench: \(text)\n".utf8)
  _ = line.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
}
