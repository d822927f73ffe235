import Foundation

/// A text that shows commands and what they print, so that it can be read as documentation and
/// run as a test. `Tests/Transcripts/README.md` describes the notation.
struct Transcript {
  /// The notation of the output.
  enum Style {
    /// Standard output, standard error and exit status told apart: the files of
    /// `Tests/Transcripts`.
    case apart
    /// As a terminal shows it: the `console` blocks of Markdown, and the examples of man pages.
    case merged
  }

  /// One command, and where it and its output stand.
  struct Step {
    var command: String
    /// The line of the `$`, counted from 0.
    var line: Int
    /// The lines of its output, without the empty lines that set the next command off.
    var output: Range<Int>
  }

  /// A pattern for what differs from run to run, and what is noted in its place.
  struct Replacement {
    var pattern: String
    var text: String
  }

  /// A text that cannot be understood, and the line where.
  struct Malformed: Error, Equatable, CustomStringConvertible {
    var name: String
    /// Counted from 1.
    var line: Int
    var message: String
    var description: String { "\(name):\(line): \(message)" }
  }

  /// Its name in messages: the path from the root of the repository, for a file.
  let name: String
  let style: Style
  let lines: [String]
  private(set) var steps: [Step] = []
  private(set) var replacements: [Replacement] = []
  /// True if the transcript is about the clock, and so wants one that stands still.
  let needsFixedNow: Bool

  /// Reads a file of the repository; the ending of its name tells the style.
  init(path: String) throws {
    let style: Style = path.hasSuffix(".md") ? .merged : .apart
    try self.init(name: path, style: style, text: Repository.text(of: path))
  }

  /// Puts together a transcript from commands and what they print.
  init(name: String, examples: [(command: String, output: String)]) throws {
    let blocks = examples.map { example in
      let command = example.command.split(separator: "\n", omittingEmptySubsequences: false)
      return "$ " + command.joined(separator: "\n> ") + "\n" + example.output
    }
    let text = "```console\n" + blocks.joined(separator: "\n\n") + "\n```\n"
    try self.init(name: name, style: .merged, text: text)
  }

  init(name: String, style: Style, text: String) throws {
    self.name = name
    self.style = style
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    needsFixedNow = lines.contains {
      $0.wholeMatch(of: #/(?:#|<!--) needs a fixed now(?: -->)?/#) != nil
    }
    try readReplacements()
    switch style {
    case .apart: try readSteps(in: lines.indices)
    case .merged: try readBlocks()
    }
  }

  /// True if a line begins a command.
  private func isCommand(_ line: Int) -> Bool {
    Notation.isMarked(lines[line], "$")
  }

  /// True if a line goes on with a command.
  private func isContinuation(_ line: Int) -> Bool {
    Notation.isMarked(lines[line], ">")
  }

  /// True if a line explains what follows; a line of output that looks so is escaped.
  private func isComment(_ line: Int) -> Bool {
    style == .apart && Notation.isMarked(lines[line], "#")
  }

  private mutating func readReplacements() throws {
    for (number, line) in lines.enumerated() {
      let directive = #/(?:#|<!--) *replace: (.*?)(?: *-->)?/#
      guard let body = line.wholeMatch(of: directive)?.output.1 else { continue }
      guard let parts = body.wholeMatch(of: #//(.+)/ → (.*)/#)?.output,
        (try? Regex(String(parts.1))) != nil
      else {
        throw malformed(number, "expected 'replace: /pattern/ → text', found '\(body)'")
      }
      replacements.append(Replacement(pattern: String(parts.1), text: String(parts.2)))
    }
  }

  /// Reads the fenced blocks of Markdown that are marked `console`.
  private mutating func readBlocks() throws {
    var line = 0
    while let start = lines[line...].firstIndex(of: "```console") {
      guard let end = lines[(start + 1)...].firstIndex(of: "```") else {
        throw malformed(start, "this block is not closed")
      }
      try readSteps(in: start + 1..<end)
      line = end + 1
    }
  }

  private mutating func readSteps(in range: Range<Int>) throws {
    var line = range.lowerBound
    while line < range.upperBound {
      if isCommand(line) {
        line = readStep(at: line, before: range.upperBound)
      } else if lines[line].isEmpty || isComment(line) {
        line += 1
      } else {
        throw malformed(line, "expected a command after '$ ', found '\(lines[line])'")
      }
    }
  }

  /// Reads one command with its output, and gives back the line after it.
  private mutating func readStep(at first: Int, before end: Int) -> Int {
    let rest = first + 1..<end
    let start = rest.first { !isContinuation($0) } ?? end
    let next = (start..<end).first { isCommand($0) || isComment($0) } ?? end
    let last = (start..<next).last { !lines[$0].isEmpty } ?? start - 1
    let command = lines[first..<start].map { $0.dropFirst(2) }.joined(separator: "\n")
    steps.append(Step(command: command, line: first, output: start..<last + 1))
    return next
  }

  private func malformed(_ line: Int, _ message: String) -> Malformed {
    Malformed(name: name, line: line + 1, message: message)
  }
}
