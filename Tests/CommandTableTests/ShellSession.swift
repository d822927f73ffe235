import Foundation
import Testing

/// An interactive shell on a terminal of its own, typed into as a person would.
final class ShellSession {
  private let terminal: Int32
  private var process: pid_t = 0
  private var unread: [UInt8] = []

  init(_ program: String, _ arguments: [String], in workshop: Workshop) throws {
    var (ours, theirs): (Int32, Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 128)
    try #require(openpty(&ours, &theirs, &name, nil, nil) == 0)
    close(theirs)
    _ = fcntl(ours, F_SETFD, FD_CLOEXEC)
    terminal = ours
    try spawn([program] + arguments, on: name, in: workshop)
  }

  deinit {
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
    close(terminal)
  }

  func type(_ keys: String) {
    let bytes = Array(keys.utf8)
    #expect(write(terminal, bytes, bytes.count) == bytes.count)
  }

  /// The output of the terminal up to a text, which must come.
  @discardableResult
  func read(to end: String) throws -> String {
    var seen: [UInt8] = []
    let deadline = Date.now.addingTimeInterval(120)
    while Date.now < deadline {
      seen += unread
      unread = []
      let text = String(decoding: seen, as: UTF8.self)
      if let range = text.range(of: end) {
        unread = Array(text[range.upperBound...].utf8)
        return String(text[..<range.lowerBound])
      }
      var request = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, 200) > 0 else { continue }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = Foundation.read(terminal, &buffer, buffer.count)
      if count <= 0 { break }
      unread = Array(buffer[..<count])
    }
    Issue.record("the terminal never showed \(end): \(String(decoding: seen, as: UTF8.self))")
    throw CancellationError()
  }

  /// A terminal that a process without one opens in a session of its own becomes its controlling
  /// terminal, which job control and line editors want.
  private func spawn(_ words: [String], on name: [CChar], in workshop: Workshop) throws {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    posix_spawn_file_actions_addclose(&actions, terminal)
    let newSession: Int16 = 0x80  // POSIX_SPAWN_SETSID, which only GNU's headers show
    posix_spawnattr_setflags(&attributes, newSession)
    let environment = workshop.environment.map { "\($0)=\($1)" }
    let arguments = words.map { strdup($0) } + [nil]
    let variables = environment.map { strdup($0) } + [nil]
    defer { for text in arguments + variables { free(text) } }
    try #require(posix_spawn(&process, words[0], &actions, &attributes, arguments, variables) == 0)
  }
}
