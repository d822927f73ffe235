import Engines
import FlagModel

extension DatabaseError {
  /// Converts an error of a server to a message for the user of the address.
  init(ofServer error: EngineError, _ name: String) {
    if error.outcome == .unknown {
      self.init(
        .failed, "'\(name)': \(error.words)",
        hint: "look at the records before you run the command again", outcome: .unknown,
        cause: error)
      return
    }
    let (kind, message, ownHint) = Self.words(for: error, name)
    let hint = ownHint ?? error.advice.map { .words($0) }
    // Everything that is not certainly committed is rolled back with its transaction. Without a
    // statement, no transaction began.
    let isUndone =
      [.interrupted, .conflict, .full, .busy].contains(error.kind) || error.code?.text == "57014"
      || error.kind == .unreachable && error.sql != nil
    self.init(
      kind, message, hint: hint, outcome: isUndone ? .unchanged : error.outcome, cause: error)
  }

  private static func words(for error: EngineError, _ name: String) -> (Kind, String, Hint?) {
    switch error.kind {
    case .interrupted: (.interrupted, "interrupted", nil)
    case .busy: (.blocked, "'\(name)' is locked by another program", "try again")
    case .conflict:
      (
        .blocked, "another program changed the same records at the same time",
        "run the command again"
      )
    case .unreachable where error.code?.text == "3D000":
      (.failed, "'\(name)': \(error.words)", "'flagdb new --create-database' creates it")
    case .unreachable: (.failed, "'\(name)': \(error.words)", nil)
    case .forbidden:
      (
        .refused, "the server does not allow it: \(error.words)",
        "the owner of the schema can GRANT the right"
      )
    case .readOnly where error.message == setReadOnly:
      (
        .refused, "the server is read-only: \(error.words)",
        "PGOPTIONS='-c default_transaction_read_only=off' before the command allows it to write"
      )
    case .readOnly: (.refused, "the server is read-only: \(error.words)", nil)
    case .outOfMemory, .full: (.failed, "the server failed: \(error.words)", nil)
    case .corrupt: (.damaged, "the server found damage: \(error.words)", nil)
    case .statement(.unknownName) where error.message.contains("\"und-x-icu\""):
      (
        .refused,
        "the server of '\(name)' was built without ICU, by which flagdb compares texts", nil
      )
    case .statement(.unknownName):
      (.damaged, "the tables of '\(name)' do not match its model: \(error.words)", nil)
    case .statement(.overflow):
      (.failed, "the result of sum() or abs() does not fit in 64 bits", nil)
    case .statement(.tooDeep): (.failed, "the predicate is nested too deeply for the server", nil)
    case _ where error.code?.text == "2BP01":
      (
        .refused, "objects of another program depend on this: \(error.words)",
        "drop them first, and create them again afterwards"
      )
    default: (.failed, error.words, nil)
    }
  }
}
