import CommandTable
import Databases
import Engines
import FlagCodegen
import FlagFormats
package import FlagModel
import ManagedModels
import PlainText
import Platform
import Terminal

/// An error message for the user. All errors of commands are formatted and printed here only.
package struct Failure {
  let status: Int32
  /// The lines for standard error, each with a newline.
  package let text: String

  /// - Parameter repair: a hint with the corrected command line, which replaces the hint of the
  ///   error.
  package init(_ error: any Error, isVerbose: Bool, repair: Hint? = nil) {
    self.init(error, isVerbose: isVerbose, outcome: Self.outcome(of: error), repair: repair)
  }

  private init(
    _ error: any Error, isVerbose: Bool, outcome: WriteOutcome?, repair: Hint? = nil
  ) {
    switch error {
    case let error as UsageError:
      self.init(
        .misunderstood, error.message, hint: repair ?? error.hint.map(Hint.words), error.reference)
    case let error as CommandError:
      self.init(error.exit, error.message, hint: repair ?? error.hint)
    case let error as CodeProblem:
      self.init(.failed, error.message, hint: error.hint)
    case let error as ManagedModelError:
      self.init(.failed, error.message)
    case let error as ValueError:
      self.init(.misunderstood, error.message, hint: repair ?? error.hint)
    case let error as Diagnostic:
      self.init(Diagnostics([error]), repair: repair)
    case let error as Diagnostics:
      self.init(error, repair: repair)
    case let error as MigrationRefusal:
      self.init(Diagnostics(error.reasons), .failed)
    case let error as DatabaseError:
      self.init(error, isVerbose: isVerbose, outcome: outcome, repair: repair)
    case let error as EngineError:
      self.init(stray: error, isVerbose: isVerbose)
    case let error as RefusedValue:
      self.init(error, isVerbose: isVerbose)
    case let error as FileError where error.problem == .interrupted:
      self.init(interrupted: error.message, outcome)
    case let error as FileError:
      let isMissing = error.problem == .missing
      let near = isMissing && error.action == .read ? nearFile(to: error.path) : nil
      self.init(.failed, error.message, hint: isMissing ? repair ?? near : nil)
    case LineError.interrupted:
      self.init(interrupted: LineError.interrupted.message, outcome)
    case let error as LineError:
      self.init(.failed, error.message)
    case is SessionEnd:
      self.init(interrupted: "interrupted; the session has ended", nil)
    case is ScopeOptions.Declined:
      self.init(status: Exit.failed.rawValue, text: "\(WriteOutcome.unchanged.words)\n")
    case let error as LostAnswer:
      self.init(error)
    case OutputError.closedPipe:
      self.init(status: Exit.done.rawValue, text: "")
    case OutputError.interrupted:
      self.init(interrupted: OutputError.interrupted.message, nil)
    case let error as ImportStopped:
      self.init(error, isVerbose: isVerbose)
    case let error as InputError:
      self.init(status: Exit.failed.rawValue, text: error.rendered())
    case let error as InputErrors:
      self.init(
        status: Exit.failed.rawValue, text: shownInPart(error.all) { $0.rendered() })
    case let error as OutputError:
      self.init(.failed, error.message)
    default:
      self.init(.failed, "\(error)")
    }
  }

  /// True if a different command line could avoid the error.
  static func mayBeRepaired(_ error: any Error) -> Bool {
    switch error {
    case is UsageError: true
    case let error as CommandError: error.exit == .misunderstood
    case is Diagnostic, is Diagnostics, is ValueError: true
    case let error as DatabaseError: [.noSuchFile, .notADatabase].contains(error.kind)
    case let error as FileError: error.problem == .missing
    default: false
    }
  }

  private init(status: Int32, text: String) {
    self.status = status
    self.text = text
  }

  /// The outcome of the change, if the error contains it. After invalid arguments or records
  /// nothing has changed.
  private static func outcome(of error: any Error) -> WriteOutcome? {
    switch error {
    case let error as DatabaseError: error.outcome
    case let error as FileError where error.problem == .interrupted && error.action == .read:
      .unchanged
    case LineError.interrupted: .unchanged
    default: nil
    }
  }

  /// The cause, and the state of the import. The state follows on the same line if the cause
  /// contains it too, otherwise on its own line.
  private init(_ error: ImportStopped, isVerbose: Bool) {
    if let outcome = Self.outcome(of: error.cause), error.outcome == .whole(outcome) {
      self.init(error.cause, isVerbose: isVerbose, outcome: outcome)
      return
    }
    let cause = Failure(error.cause, isVerbose: isVerbose, outcome: nil)
    let isTold = (error.cause as? DatabaseError)?.kind == .outOfMemory
    let words = isTold && error.outcome == .whole(.unchanged) ? "" : "\(error.outcome.words)\n"
    self.init(status: cause.status, text: cause.text + words)
  }

  /// A closed pipe after a committed change, or in a command that only reads, is no error.
  private init(_ error: LostAnswer) {
    switch error.cause {
    case .closedPipe where error.outcome == .kept: self.init(status: Exit.done.rawValue, text: "")
    case .interrupted: self.init(interrupted: "interrupted", error.outcome)
    default: self.init(.failed, error.cause.message, outcome: error.outcome)
    }
  }

  /// The exit status for the signal, as shells define it.
  private init(interrupted message: String, _ outcome: WriteOutcome?) {
    let status = Interruption.signal.map { 128 + $0 } ?? Exit.failed.rawValue
    let words = outcome.map { "; \($0.words)" } ?? ""
    self.init(status: status, text: "error: \(visible(message))\(words)\n")
  }

  private init(
    _ exit: Exit, _ message: String, outcome: WriteOutcome? = nil, hint: Hint? = nil,
    _ more: String? = nil
  ) {
    let words = outcome.map { "; \($0.words)" } ?? ""
    self.init(
      status: exit.rawValue,
      text: "error: \(shownInPart(message))\(words)\n" + Hint.line(hint)
        + (more.map { "\($0)\n" } ?? ""))
  }

  /// Formats diagnostics. Invalid arguments are usage errors; invalid files are failures.
  private init(_ diagnostics: Diagnostics, _ exit: Exit? = nil, repair: Hint? = nil) {
    let isTyped = diagnostics.all.allSatisfy { $0.place?.source.name == nil }
    var all = diagnostics.all
    if isTyped, let repair, let first = all.first {
      // One corrected command line is shown for all errors.
      all = [Diagnostic(first.message, at: first.place, severity: first.severity, hint: repair)]
    }
    self.init(
      status: (exit ?? (isTyped ? .misunderstood : .failed)).rawValue,
      text: shownInPart(all) { $0.rendered() })
  }

  private init(
    _ error: DatabaseError, isVerbose: Bool, outcome: WriteOutcome?, repair: Hint? = nil
  ) {
    if error.kind == .interrupted {
      self.init(interrupted: error.message, outcome)
      return
    }
    self.init(
      .failed, error.message, outcome: outcome,
      hint: [.noSuchFile, .notADatabase].contains(error.kind) ? repair ?? error.hint : error.hint,
      isVerbose ? Self.words(of: error.cause) : nil)
  }

  /// An engine error that Databases has not converted.
  private init(stray error: EngineError, isVerbose: Bool) {
    if error.isInterrupt {
      self.init(interrupted: "interrupted", error.outcome)
      return
    }
    self.init(
      .failed, error.words, outcome: error.outcome, isVerbose ? Self.words(of: error) : nil)
  }

  private init(_ error: RefusedValue, isVerbose: Bool) {
    let diagnostic = Diagnostic(error.cause.message, at: error.place, hint: error.cause.hint)
    let cause = isVerbose ? Self.words(of: error.cause.cause) : nil
    self.init(
      status: Exit.failed.rawValue, text: diagnostic.rendered() + (cause.map { "\($0)\n" } ?? ""))
  }

  private static func words(of cause: EngineError?) -> String? {
    cause.map { cause in
      (cause.code.map { "\($0.engine): \(visible(cause.message)) (code \($0.text))" }
        ?? visible(cause.message))
        + (cause.sql.map { "\nsql: \(visible($0))" } ?? "")
    }
  }
}

extension WriteOutcome {
  fileprivate var words: String {
    switch self {
    case .unchanged: "nothing was changed"
    case .kept: "the change is saved"
    case .unknown: "it is not known if the change was saved"
    }
  }
}

private func committed(_ count: Int64) -> String {
  let records = count == 1 ? "record is" : "\(groupedDigits(count)) records are"
  return "the first \(records) committed"
}

extension ImportOutcome {
  fileprivate var words: String {
    switch self {
    case .whole(let outcome): outcome.words
    case .batches(0, .unchanged, let entity?): "'\(entity)' is created, and has no records yet"
    case .batches(0, let next, _): next.words
    case .batches(let count, .unknown, _):
      "\(committed(count)); it is not known if the next batch is"
    case .batches(let count, _, _): "\(committed(count)); continue with --skip-records \(count)"
    }
  }
}
