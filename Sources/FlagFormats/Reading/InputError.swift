package import FlagModel
private import PlainText

/// A mistake in an input with its place.
package struct InputError: Error, Hashable, Sendable {
  package let problem: InputProblem
  package let file: String?
  /// The line, from 1.
  package private(set) var line: Int?
  /// The column in characters, from 1.
  package private(set) var column: Int?
  /// True if nothing can be read after the mistake; otherwise, the next record can.
  package private(set) var endsReading: Bool = false

  package var message: String { problem.message }
  package var hint: Hint? { problem.hint }

  /// A mistake at a place that was stored before.
  package static func noted(
    _ message: String, hint: Hint?, file: String?, line: Int?, column: Int?
  ) -> InputError {
    InputError(problem: .other(message, hint: hint), file: file, line: line, column: column)
  }

  /// The layout of a diagnostic, each line with a line break:
  ///
  ///     data.csv:3:7: error: score: expected a number, found 'abc'
  package func rendered() -> String {
    var place: [String] = []
    if let file, !file.isEmpty { place.append(file) }
    if let line { place.append("\(line)") }
    if let column { place.append("\(column)") }
    var text = "error: \(shownInPart(message))\n"
    if !place.isEmpty { text = "\(visible(place.joined(separator: ":"))): \(text)" }
    return text + Hint.line(hint)
  }
}

/// All mistakes in the header of an input.
package struct InputErrors: Error, Hashable, Sendable {
  package let all: [InputError]
}
