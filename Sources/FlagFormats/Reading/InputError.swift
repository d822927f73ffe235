package import FlagModel
private import PlainText

/// A mistake in an input, and its place.
package struct InputError: Error, Hashable, Sendable {
  package let file: String?
  /// From 1.
  package let line: Int?
  /// In characters, from 1.
  package let column: Int?
  package let problem: InputProblem
  /// True if nothing can be read after it; otherwise the next record can.
  package let endsReading: Bool

  package init(
    _ problem: InputProblem, file: String?, line: Int? = nil, column: Int? = nil,
    endsReading: Bool = false
  ) {
    self.problem = problem
    self.file = file
    self.line = line
    self.column = column
    self.endsReading = endsReading
  }

  package var message: String { problem.message }
  package var hint: Hint? { problem.hint }

  /// In the layout of every diagnostic, each line with a newline:
  ///
  ///     data.csv:3:7: error: score: expected a number, found 'abc'
  package func rendered() -> String {
    let place = [file ?? "", line.map { "\($0)" } ?? "", column.map { "\($0)" } ?? ""]
      .filter { !$0.isEmpty }.joined(separator: ":")
    let head = "error: \(shownInPart(message))"
    return (place.isEmpty ? head : "\(visible(place)): \(head)") + "\n"
      + Hint.line(hint)
  }
}

/// All that is wrong with the head of an input.
package struct InputErrors: Error, Hashable, Sendable {
  package let all: [InputError]

  package init(_ all: [InputError]) {
    self.all = all
  }
}
