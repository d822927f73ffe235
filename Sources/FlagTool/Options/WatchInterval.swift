import CommandTable
import FlagModel
import Platform
import Terminal

/// The interval of `--watch`: `2`, `2s`, `500ms` or `1m`.
struct WatchInterval: CommandWord {
  let milliseconds: Int32

  init(word: String) throws(UnreadableWord) {
    let units: [(String, Double)] = [("ms", 1), ("s", 1_000), ("m", 60_000), ("", 1_000)]
    let unit = units.first { word.hasSuffix($0.0) } ?? ("", 1_000)
    let number = Double(word.dropLast(unit.0.count)) ?? -1
    let milliseconds = number * unit.1
    // Shorter intervals would keep a processor busy.
    guard (100...86_400_000).contains(milliseconds) else {
      throw UnreadableWord(
        expected: "a time from 100ms to a day", hint: "as in 2s, 500ms or 1m")
    }
    self.milliseconds = Int32(milliseconds)
  }
}

extension OptionTable {
  mutating func watch(_ property: inout WatchInterval?) {
    value(
      "watch", &property, "TIME", help: "repeat every TIME, such as 2s, until Ctrl-C")
  }
}

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
