import Engines
package import FlagModel

/// An error message for the user. All errors of commands are formatted and printed here only. Each
/// error states its own message, as a `ReportedError`.
package struct Failure {
  let status: Int32
  /// The lines for standard error, each with a newline.
  package let text: String

  /// - Parameter repair: a hint with the corrected command line, which replaces the hint of the
  ///   error.
  package init(_ error: any Error, isVerbose: Bool, repair: Hint? = nil) {
    guard let error = error as? any ReportedError else {
      self.init(.failed, "\(error)")
      return
    }
    self = error.failure(
      in: FailureContext(isVerbose: isVerbose, outcome: error.outcomeOfChange, repair: repair))
  }

  init(status: Int32, text: String) {
    self.status = status
    self.text = text
  }

  /// - Parameter details: more lines, after the hint.
  init(
    _ exit: Exit, _ message: String, outcome: WriteOutcome? = nil, hint: Hint? = nil,
    details: String? = nil
  ) {
    let end = outcome.map { "; \($0.words)" } ?? ""
    var text = "error: \(shownInPart(message))\(end)\n" + Hint.line(hint)
    if let details { text += "\(details)\n" }
    self.init(status: exit.rawValue, text: text)
  }

  /// The exit status for the signal, as shells define it.
  init(interrupted message: String, _ outcome: WriteOutcome?) {
    let status = Interruption.signal.map { 128 + $0 } ?? Exit.failed.rawValue
    let end = outcome.map { "; \($0.words)" } ?? ""
    self.init(status: status, text: "error: \(visible(message))\(end)\n")
  }
}

/// An error that words itself for the user. Each type of error conforms where it is declared, or in
/// `Failure+Modules` if it comes from another module.
protocol ReportedError: Error {
  /// The outcome of the change, if the error contains it. After invalid arguments or records nothing
  /// has changed.
  var outcomeOfChange: WriteOutcome? { get }
  /// True if a different command line could avoid the error.
  var mayBeRepaired: Bool { get }

  func failure(in context: FailureContext) -> Failure
}

extension ReportedError {
  var outcomeOfChange: WriteOutcome? { nil }
  var mayBeRepaired: Bool { false }
}

/// The circumstances in which an error is worded.
struct FailureContext {
  var isVerbose = false
  /// The outcome of the change to report.
  var outcome: WriteOutcome?
  /// The corrected command line, if one is known.
  var repair: Hint?

  /// The details of an error, if the user wants to see them.
  func ifVerbose(_ details: String?) -> String? { isVerbose ? details : nil }
}

extension WriteOutcome {
  var words: String {
    switch self {
    case .unchanged: "nothing was changed"
    case .kept: "the change is saved"
    case .unknown: "it is not known if the change was saved"
    }
  }
}
