import CommandTable

/// What a run of the tool ends with.
enum Exit: Int32 {
  case done = 0
  case failed = 1
  /// The line was not understood.
  case misunderstood = 2
  /// The answer to a yes-or-no question.
  case no = 3
}

/// A command of the tool: its words in the table, its line, and what it does.
protocol Command: Sendable {
  static var description: CommandDescription { get }

  /// Takes from the line what it says; nothing is opened yet.
  init(_ line: Invocation) throws

  func run(in session: Session) throws -> Exit
}

/// Something that was typed and cannot be meant, or that the tool refuses to do.
struct CommandError: Error {
  let exit: Exit
  let message: String
  let hint: String?

  init(_ message: String, hint: String? = nil, exit: Exit = .misunderstood) {
    self.exit = exit
    self.message = message
    self.hint = hint
  }
}

extension Invocation {
  /// The value of an argument that the table says is there.
  func required(_ argument: String) throws -> String {
    guard let value = value(of: argument) else { throw CommandError("expected \(argument)") }
    return value
  }

  /// A whole number that is not negative.
  func count(ofOption option: String) throws -> Int64? {
    guard let text = value(ofOption: option) else { return nil }
    guard let number = Int64(text), number >= 0 else {
      throw CommandError("--\(option): expected a number from 0 on, found '\(text)'")
    }
    return number
  }
}
