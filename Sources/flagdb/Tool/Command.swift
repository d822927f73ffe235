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

/// A command of the tool: what its line says, as properties, and what it does.
protocol Command: CommandOptions {
  static var description: CommandDescription { get }
  static var manual: CommandManual { get }

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
