import FlagModel
import Platform
import Terminal

extension Session {
  /// Repeats a command with a fresh view of the database, until a signal arrives or the reader of
  /// the output is gone.
  func watch(
    _ path: String, every interval: WatchInterval, _ run: (Session) throws -> Exit
  ) throws -> Exit {
    if RecordFile.isReadOnce(path) {
      let input = path == "-" ? "standard input" : "the pipe '\(path)'"
      throw CommandError(
        "--watch reads the records again each time, and \(input) can be read only once",
        hint: "write the records to a file, and watch that")
    }
    while true {
      let session = again()
      if canAsk { session.say("\(session.now.text)\n") }
      _ = try run(session)
      if waitForInput(on: -1, within: interval.milliseconds) == .stopped {
        throw LineError.interrupted
      }
    }
  }
}
