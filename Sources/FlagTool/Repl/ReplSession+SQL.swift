import Completing
import FlagFormats
import FlagModel
import Platform
import Terminal
import UserSQL

// SQL lines, and repeated queries.

extension ReplSession {
  /// Runs SQL that reads, as `sql` does. With `\G` at the end, each value has a line.
  func runSQL(_ text: String) throws {
    var text = text
    var settings = settings
    if text.hasSuffix("\\G") {
      text.removeLast(2)
      settings.format = OutputFormat.line.rawValue
    }
    let options = settings.outputOptions + (settings.isRaw ? ["--raw"] : [])
    let names = PlainSQL.parameters(in: text)
    let arguments = settings.arguments.filter { names.contains($0.name) }
    try run(
      ["sql", database.path] + options + arguments.map { "--param=\($0.text)" } + ["--", text])
  }

  /// The error for SQL that changes data, which a session never runs without an explicit command.
  func refusal(ofChange text: String) -> CommandError {
    let word = text.prefix { !$0.isWhitespace }.uppercased()
    return CommandError(
      "\(word) changes the database, which needs 'sql --write'",
      hint: .words("write sql --write \(CommandWords.typed(text, in: nil))"))
  }

  // MARK: Again and again

  /// Repeats the last query at an interval, until Ctrl-C or for a number of times.
  func watch(_ text: String) throws {
    let rhythm = try WatchRhythm(text)
    guard let question = lastQuestion else {
      throw CommandError(".watch: there is no query to repeat yet", exit: .failed)
    }
    if database.isInTransaction {
      throw CommandError(
        ".watch: a transaction sees no changes of other programs",
        hint: "end it with .commit or .rollback", exit: .failed)
    }
    guard rhythm.times != nil || outer.canAsk else {
      throw CommandError(
        ".watch: a script needs the number of times", hint: "as in .watch 2 10", exit: .failed)
    }
    var left = rhythm.times ?? .max
    while true {
      beginCommand(isPaged: false)
      if outer.canAsk { say("\(session.now.text)\n") }
      try answer(kind(of: question))
      database.endCommand(succeeded: true)
      endAnswer()
      left -= 1
      if left == 0 { return }
      if waitForInput(on: -1, within: rhythm.milliseconds) == .stopped {
        throw LineError.interrupted
      }
    }
  }
}

/// `2`, or `2 10` for ten times.
struct WatchRhythm {
  let milliseconds: Int32
  let times: Int?

  init(_ text: String) throws {
    let words = text.split(whereSeparator: \.isWhitespace)
    var seconds = 2.0
    var times: Int?
    if !words.isEmpty { seconds = Double(words[0]) ?? -1 }
    if words.count > 1 { times = Int(words[1]) ?? 0 }
    guard 0...86_400 ~= seconds, (times ?? 1) > 0, words.count < 3 else {
      throw CommandError(
        ".watch: expected seconds, and perhaps how many times, found '\(text)'",
        hint: "as in .watch 2, or .watch 2 10")
    }
    guard times != nil || seconds >= 0.1 else {
      throw CommandError(
        ".watch: expected at least 0.1 seconds, found '\(text)'", hint: "as in .watch 2")
    }
    milliseconds = Int32(seconds * 1000)
    self.times = times
  }
}
