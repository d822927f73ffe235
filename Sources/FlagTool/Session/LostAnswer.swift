import Engines
import Platform
import Terminal

/// An answer that cannot be written, and the outcome of the change.
struct LostAnswer: Error {
  let cause: OutputError
  let outcome: WriteOutcome
}

extension LostAnswer: ReportedError {
  /// A closed pipe after a committed change, or in a command that only reads, is no error.
  func failure(in context: FailureContext) -> Failure {
    switch cause {
    case .closedPipe where outcome == .kept: Failure(status: Exit.done.rawValue, text: "")
    case .interrupted: Failure(interrupted: "interrupted", outcome)
    default: Failure(.failed, cause.message, outcome: outcome)
    }
  }
}

extension Output {
  /// Throws if the output is known to be closed, while the change can still be rolled back.
  func requireTakerOfAnswer() throws(LostAnswer) {
    do {
      try requireTaker()
    } catch {
      throw LostAnswer(cause: error, outcome: .unchanged)
    }
  }

  /// Writes the answer to a committed change.
  func deliverAnswer() throws(LostAnswer) {
    // The write detects a closed pipe.
    let restore = ignoringSignal(SIGPIPE)
    defer { restore() }
    do {
      try finish()
    } catch {
      throw LostAnswer(cause: error, outcome: .kept)
    }
  }
}
