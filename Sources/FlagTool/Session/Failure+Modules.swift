import CommandTable
import Engines
import FlagCodegen
import FlagFormats
import FlagModel
import ManagedModels
import Migrations
import Platform
import Terminal

// The errors of other modules, in words.

extension UsageError: ReportedError {
  var mayBeRepaired: Bool { true }

  func failure(in context: FailureContext) -> Failure {
    Failure(
      .misunderstood, message, hint: context.repair ?? hint.map(Hint.words), details: reference)
  }
}

extension CodeProblem: ReportedError {
  func failure(in context: FailureContext) -> Failure { Failure(.failed, message, hint: hint) }
}

extension ManagedModelError: ReportedError {
  func failure(in context: FailureContext) -> Failure { Failure(.failed, message) }
}

extension ValueError: ReportedError {
  var mayBeRepaired: Bool { true }

  func failure(in context: FailureContext) -> Failure {
    Failure(.misunderstood, message, hint: context.repair ?? hint)
  }
}

// MARK: - Diagnostics

extension Diagnostic: ReportedError {
  var mayBeRepaired: Bool { true }

  func failure(in context: FailureContext) -> Failure { Diagnostics([self]).failure(in: context) }
}

extension Diagnostics: ReportedError {
  var mayBeRepaired: Bool { true }

  /// Invalid arguments are usage errors; invalid files are failures.
  func failure(in context: FailureContext) -> Failure {
    let isTyped = all.allSatisfy { $0.place?.source.name == nil }
    var shown = all
    if isTyped, let repair = context.repair, let first = all.first {
      // One corrected command line is shown for all errors.
      shown = [Diagnostic(first.message, at: first.place, severity: first.severity, hint: repair)]
    }
    let exit = isTyped ? Exit.misunderstood : .failed
    return Failure(status: exit.rawValue, text: shownInPart(shown) { $0.rendered() })
  }
}

extension MigrationRefusal: ReportedError {
  func failure(in context: FailureContext) -> Failure {
    Failure(status: Exit.failed.rawValue, text: shownInPart(reasons) { $0.rendered() })
  }
}

extension InputError: ReportedError {
  func failure(in context: FailureContext) -> Failure {
    Failure(status: Exit.failed.rawValue, text: rendered())
  }
}

extension InputErrors: ReportedError {
  func failure(in context: FailureContext) -> Failure {
    Failure(status: Exit.failed.rawValue, text: shownInPart(all) { $0.rendered() })
  }
}

// MARK: - Databases

extension DatabaseError: ReportedError {
  var outcomeOfChange: WriteOutcome? { outcome }
  var mayBeRepaired: Bool { isOfPath }

  /// True if the path in the command line is wrong.
  private var isOfPath: Bool { [.noSuchFile, .notADatabase].contains(kind) }

  func failure(in context: FailureContext) -> Failure {
    if kind == .interrupted { return Failure(interrupted: message, context.outcome) }
    return Failure(
      .failed, message, outcome: context.outcome,
      hint: isOfPath ? context.repair ?? hint : hint,
      details: context.ifVerbose(cause?.details))
  }
}

/// An engine error that Databases has not converted.
extension EngineError: ReportedError {
  func failure(in context: FailureContext) -> Failure {
    if isInterrupt { return Failure(interrupted: "interrupted", outcome) }
    return Failure(.failed, words, outcome: outcome, details: context.ifVerbose(details))
  }

  /// The engine's message and its code, and the statement.
  var details: String {
    var text = visible(message)
    if let code { text = "\(code.engine): \(text) (code \(code.text))" }
    if let sql { text += "\nsql: \(visible(sql))" }
    return text
  }
}

// MARK: - Files and terminals

extension FileError: ReportedError {
  var outcomeOfChange: WriteOutcome? {
    if problem == .interrupted && action == .read { return .unchanged }
    return nil
  }
  var mayBeRepaired: Bool { problem == .missing }

  func failure(in context: FailureContext) -> Failure {
    switch problem {
    case .interrupted: return Failure(interrupted: message, context.outcome)
    case .missing:
      var hint = context.repair
      if hint == nil, action == .read { hint = nearFile(to: path) }
      return Failure(.failed, message, hint: hint)
    default: return Failure(.failed, message)
    }
  }
}

extension LineError: ReportedError {
  var outcomeOfChange: WriteOutcome? { self == .interrupted ? .unchanged : nil }

  func failure(in context: FailureContext) -> Failure {
    if self == .interrupted { return Failure(interrupted: message, context.outcome) }
    return Failure(.failed, message)
  }
}

extension OutputError: ReportedError {
  func failure(in context: FailureContext) -> Failure {
    switch self {
    case .closedPipe: Failure(status: Exit.done.rawValue, text: "")
    case .interrupted: Failure(interrupted: message, nil)
    default: Failure(.failed, message)
    }
  }
}
