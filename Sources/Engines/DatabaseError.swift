package import FlagModel

/// The failure to open, read or change a database, with a message for the user.
package struct DatabaseError: Error, Hashable, Sendable {
  /// The kind of failure, for code that distinguishes them.
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
    /// Another program has changed the model since the file was opened. Nothing was changed yet.
    case modelChanged
    /// Another program has written to the file while it was read without locks, so the result is
    /// inconsistent.
    case fileChanged
    case failed
  }

  package let kind: Kind
  /// The reason, in lower case and without a full stop.
  package let message: String
  /// The repair, if one is known.
  package let hint: Hint?
  /// The outcome of the requested change; nil if there was none, or if it certainly had no effect.
  package let outcome: WriteOutcome?
  /// The attributes with the refused value.
  package let attributes: [String]
  /// The engine's error, with the statement that failed.
  package let cause: EngineError?

  package init(
    _ kind: Kind, _ message: String, hint: Hint? = nil, outcome: WriteOutcome? = nil,
    attributes: [String] = [], cause: EngineError? = nil
  ) {
    self.kind = kind
    self.message = message
    self.hint = hint
    self.outcome = outcome
    self.attributes = attributes
    self.cause = cause
  }

  /// True if the same change may succeed later, because it conflicted with another one.
  package var isConflict: Bool { cause?.kind == .conflict && outcome == .unchanged }

  /// The same failure with the outcome of the change.
  package func with(_ outcome: WriteOutcome, hint: Hint? = nil) -> DatabaseError {
    DatabaseError(
      kind, message, hint: hint ?? self.hint, outcome: outcome, attributes: attributes,
      cause: cause
    )
  }
}
