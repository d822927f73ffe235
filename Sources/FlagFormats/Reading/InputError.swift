private import PlainText

/// What is wrong with an input, and where.
public struct InputError: Error, Hashable, Sendable {
  public let file: String?
  /// From 1.
  public let line: Int?
  /// In characters, from 1.
  public let column: Int?
  public let problem: InputProblem
  /// Whether nothing can be read after it; otherwise the next record can.
  public let endsReading: Bool

  public init(
    _ problem: InputProblem, file: String?, line: Int? = nil, column: Int? = nil,
    endsReading: Bool = false
  ) {
    self.problem = problem
    self.file = file
    self.line = line
    self.column = column
    self.endsReading = endsReading
  }

  public var message: String { problem.message }
  public var hint: String? { problem.hint }

  /// In the layout of every diagnostic, each line with a newline:
  ///
  ///     data.csv:3:7: error: score: expected a number, found 'abc'
  public func rendered() -> String {
    let place = [file ?? "", line.map { "\($0)" } ?? "", column.map { "\($0)" } ?? ""]
      .filter { !$0.isEmpty }.joined(separator: ":")
    let head = "error: \(shownInPart(message))"
    return (place.isEmpty ? head : "\(visible(place)): \(head)") + "\n"
      + (hint.map { "hint: \(shownInPart($0))\n" } ?? "")
  }
}

/// All that is wrong with the head of an input.
public struct InputErrors: Error, Hashable, Sendable {
  public let all: [InputError]

  public init(_ all: [InputError]) {
    self.all = all
  }
}
