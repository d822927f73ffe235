internal import Databases
import Engines
internal import FlagFormats
import FlagModel
internal import PlainText

/// The failure to open, read or change a database, with a message for the user.
public struct DatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason, in lower case and without a full stop.
  public let message: String
  /// The line with the mistake, with a mark under its place; nil if no text has a mistake.
  public let place: String?
  /// The repair, if one is known.
  public let hint: String?
  /// Names similar to an unknown name, the likeliest first.
  public let suggestions: [String]
  /// True if the change may have been committed, so that repeating it may be wrong.
  public let mayBeKept: Bool

  /// The message, the place and the hint, on separate lines.
  public var description: String {
    let lines = [visible(message), place, hint.map { "hint: \(visible($0))" }]
    return lines.compactMap(\.self).joined(separator: "\n")
  }

  init(_ message: String, places: [SourcePlace] = [], hint: Hint? = nil, mayBeKept: Bool = false) {
    let lines = places.flatMap(\.lines)
    self.message = message
    self.mayBeKept = mayBeKept
    place = lines.isEmpty ? nil : lines.joined(separator: "\n")
    self.hint = hint?.text
    suggestions = hint?.suggestions ?? []
  }
}

extension DatabaseError {
  /// Converts an error of flagdb's modules; nil for any other error.
  init?(_ error: any Error) {
    switch error {
    case let error as DatabaseError: self = error
    case let error as Engines.DatabaseError: self.init(of: error)
    case let error as Diagnostic: self.init([error])
    case let errors as Diagnostics: self.init(errors.all.filter { $0.severity == .error })
    // The hints name options of the tool, so they are left out.
    case let error as MigrationRefusal:
      self.init(error.reasons.map(\.message).joined(separator: "; "))
    case let error as InputError: self.init(error)
    case let errors as InputErrors: self.init(errors.all)
    case let failure as ImportFailure:
      self.init("record \(failure.number): \(failure.message)", hint: failure.hint)
    case let error as ValueError: self.init(error.message, hint: error.hint)
    case let error as UntranslatableExpression: self.init(error.message)
    default: return nil
    }
  }

  /// Converts an error of an engine.
  /// - Parameter place: the place of the refused value in a text.
  init(of error: Engines.DatabaseError, at place: SourcePlace? = nil) {
    self.init(
      error.message, places: place.map { [$0] } ?? [], hint: error.hint,
      mayBeKept: error.outcome == .kept || error.outcome == .unknown)
  }

  /// Converts a mistake in a file, with the line that has it.
  private init(_ error: InputError) {
    let line = error.line.map { "line \($0): " } ?? ""
    self.init(line + error.message, hint: error.hint)
  }

  /// Converts all mistakes in the header of a file. The hints name options of the tool, so they are
  /// left out.
  private init(_ errors: [InputError]) {
    self.init(errors.map(\.message).joined(separator: "; "))
  }

  /// Converts all mistakes in a text.
  private init(_ problems: [Diagnostic]) {
    self.init(
      problems.map(\.message).joined(separator: "; "), places: problems.compactMap(\.place),
      hint: Hint(problems.map(\.hint)))
  }
}

/// Runs the body and converts each error that it throws.
func telling<Result>(_ body: () throws -> Result) throws(DatabaseError) -> Result {
  do {
    return try body()
  } catch {
    throw DatabaseError(error) ?? DatabaseError("\(error)")
  }
}
