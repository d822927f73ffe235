package import FlagModel
internal import PlainText

/// Why a database could not be opened, read or changed, in words for the one who asked.
public struct DatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure, for code that must tell them apart.
  package enum Kind: Hashable, Sendable {
    case noSuchFile
    case notADatabase
    case exists
    case unusableFile
    case newerLayout
    case blocked
    case damaged
    case interrupted
    case outOfMemory
    case refused
    /// Another program has changed the model since the file was opened; nothing was done yet.
    case modelChanged
    /// Another program has written the file while it was read without locks: what was read is no whole.
    case fileChanged
    case failed
  }

  package let kind: Kind
  /// Why it failed, in lower case and without a full stop.
  public let message: String
  /// The line of the text that is wrong, with a mark under the place; nil if no text is.
  public let place: String?
  package let repair: Hint?
  /// The outcome of the change that was asked for; nil if there was none, or if the failure leaves
  /// no doubt that nothing was changed.
  package let outcome: WriteOutcome?
  /// The attributes that were given what is refused.
  package let attributes: [String]
  /// The error of SQLite, with the statement that failed.
  package let cause: SQLiteError?

  package init(
    _ kind: Kind, _ message: String, at place: String? = nil, hint: Hint? = nil,
    outcome: WriteOutcome? = nil, attributes: [String] = [], cause: SQLiteError? = nil
  ) {
    (self.kind, self.message, self.place) = (kind, message, place)
    repair = hint
    (self.outcome, self.attributes, self.cause) = (outcome, attributes, cause)
  }

  /// The repair in words, if one is known.
  public var hint: String? { repair?.text }

  /// The names that were probably meant by one that is wrong, the likeliest first.
  public var suggestions: [String] { repair?.suggestions ?? [] }

  /// True if the change may be in the database all the same, so that it must not simply be repeated.
  public var mayBeKept: Bool { outcome == .kept || outcome == .unknown }

  /// The message, the place and the hint, each on lines of its own.
  public var description: String {
    let lines = [visible(message), place, hint.map { "hint: \(visible($0))" }]
    return lines.compactMap(\.self).joined(separator: "\n")
  }
}

extension DatabaseError {
  /// The same failure in the words of the library; nil if the error is not one of ours.
  init?(_ error: any Error) {
    switch error {
    case let error as DatabaseError: self = error
    case let error as Diagnostic: self.init([error])
    case let errors as Diagnostics: self.init(errors.all.filter { $0.severity == .error })
    case let error as ValueError: self.init(.refused, error.message, hint: error.hint)
    default: return nil
    }
  }

  /// All that is wrong with a text.
  private init(_ problems: [Diagnostic]) {
    let places = problems.flatMap { $0.place?.lines ?? [] }
    self.init(
      .refused, problems.map(\.message).joined(separator: "; "),
      at: places.isEmpty ? nil : places.joined(separator: "\n"),
      hint: Hint(problems.map(\.hint)))
  }

  /// The same failure with the place of the value that is refused.
  func with(_ place: SourcePlace?) -> DatabaseError {
    DatabaseError(
      kind, message, at: place?.lines.joined(separator: "\n"), hint: repair, outcome: outcome,
      attributes: attributes, cause: cause)
  }
}
