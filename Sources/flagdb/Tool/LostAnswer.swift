import Databases
import Engines
import Platform
import Terminal

/// An answer that cannot be told, or could not, and what has become of the change that it tells of.
struct LostAnswer: Error {
  let cause: OutputError
  let outcome: WriteOutcome
}

extension Output {
  /// Throws where it is known that the answer cannot be told, while the change can be undone.
  func requireTakerOfAnswer() throws(LostAnswer) {
    do {
      try requireTaker()
    } catch {
      throw LostAnswer(cause: error, outcome: .unchanged)
    }
  }

  /// Tells the answer to a change that is kept.
  func deliverAnswer() throws(LostAnswer) {
    // A reader that has gone is found out by the write.
    let restore = ignoringSignal(SIGPIPE)
    defer { restore() }
    do {
      try finish()
    } catch {
      throw LostAnswer(cause: error, outcome: .kept)
    }
  }
}
