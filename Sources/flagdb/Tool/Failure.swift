import CommandTable
import FlagDB
import FlagFormats
import FlagModel
import PlainText
import Platform
import Terminal

/// An error as the user sees it. Every error that a command throws is put into words here, and
/// nowhere else is one printed.
struct Failure {
  let status: Int32
  /// The lines for standard error, each with its newline.
  let text: String

  init(_ error: any Error, isVerbose: Bool) {
    switch error {
    case let error as UsageError:
      self.init(
        .misunderstood, error.message, hint: error.hint, error.reference)
    case let error as CommandError:
      self.init(error.exit, error.message, hint: error.hint)
    case let error as ValueError:
      self.init(.misunderstood, error.message, hint: error.hint)
    case let error as Diagnostic:
      self.init(Diagnostics([error]))
    case let error as Diagnostics:
      self.init(error)
    case let error as MigrationRefusal:
      self.init(Diagnostics(error.reasons), .failed)
    case let error as DatabaseError:
      self.init(error, isVerbose: isVerbose)
    case let error as FileError where error.problem == .interrupted:
      self.init(interrupted: error.message)
    case let error as FileError:
      self.init(.failed, error.message)
    case LineError.interrupted:
      self.init(interrupted: LineError.interrupted.message)
    case let error as LineError:
      self.init(.failed, error.message)
    case is SessionEnd:
      self.init(interrupted: "interrupted; the session has ended")
    case is ScopeOptions.Declined:
      self.init(status: Exit.failed.rawValue, text: "nothing was changed\n")
    case OutputError.closedPipe:
      self.init(status: Exit.done.rawValue, text: "")
    case OutputError.interrupted:
      self.init(interrupted: OutputError.interrupted.message)
    case let error as ImportStopped:
      self.init(error, isVerbose: isVerbose)
    case let error as InputError:
      self.init(status: Exit.failed.rawValue, text: error.rendered())
    case let error as InputErrors:
      self.init(
        status: Exit.failed.rawValue, text: error.all.map { $0.rendered() }.joined())
    case let error as OutputError:
      self.init(.failed, error.message)
    default:
      self.init(.failed, "\(error)")
    }
  }

  private init(status: Int32, text: String) {
    self.status = status
    self.text = text
  }

  /// The cause in its own words, and then what has come of the import, which they cannot know.
  private init(_ error: ImportStopped, isVerbose: Bool) {
    let cause = Failure(error.cause, isVerbose: isVerbose)
    let parts = cause.text.split(
      separator: "; nothing was changed", omittingEmptySubsequences: false)
    let isTold = error.committed == 0 && (parts.count > 1 || cause.text.contains(outOfMemory))
    self.init(
      status: cause.status, text: isTold ? cause.text : parts.joined() + error.consequence)
  }

  /// The shell's way to say which signal it was.
  private init(interrupted message: String) {
    let status = Interruption.signal.map { 128 + $0 } ?? Exit.failed.rawValue
    self.init(status: status, text: "error: \(visible(message))\n")
  }

  private init(_ exit: Exit, _ message: String, hint: String? = nil, _ more: String? = nil) {
    let lines =
      ["error: \(shownInPart(message))"]
      + [hint].compactMap { $0.map { "hint: \(shownInPart($0))" } }
      + [more].compactMap { $0 }
    self.init(status: exit.rawValue, text: lines.map { "\($0)\n" }.joined())
  }

  /// Nobody reads more of them before mending the first.
  private static let mostProblems = 20

  /// What is wrong on the line was not understood; what is wrong in a file failed.
  private init(_ diagnostics: Diagnostics, _ exit: Exit? = nil) {
    let isTyped = diagnostics.all.allSatisfy { $0.place?.source.name == nil }
    let shown = diagnostics.all.prefix(Self.mostProblems).map { $0.rendered() }.joined()
    let left = diagnostics.all.count - Self.mostProblems
    self.init(
      status: (exit ?? (isTyped ? .misunderstood : .failed)).rawValue,
      text: left > 0 ? "\(shown)and \(left) more\n" : shown)
  }

  private init(_ error: DatabaseError, isVerbose: Bool) {
    if error.kind == .interrupted {
      self.init(interrupted: error.message)
      return
    }
    let cause = error.cause.flatMap { cause in
      isVerbose
        ? "sqlite: \(visible(cause.message)) (code \(cause.code))"
          + (cause.sql.map { "\nsql: \(visible($0))" } ?? "") : nil
    }
    self.init(.failed, error.message, hint: error.hint, cause)
  }
}
