package import FlagModel

/// Why a database could not be opened, read or changed, in words for the one who asked.
package struct DatabaseError: Error, Hashable, Sendable {
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
  package let message: String
  /// The repair, if one is known.
  package let hint: Hint?
  /// The outcome of the change that was asked for; nil if there was none, or if the failure leaves
  /// no doubt that nothing was changed.
  package let outcome: WriteOutcome?
  /// The attributes that were given what is refused.
  package let attributes: [String]
  /// The error of the engine, with the statement that failed.
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

  /// True if the same change may succeed, since another one of the same records was in its way.
  package var isConflict: Bool { cause?.kind == .conflict && outcome == .unchanged }

  /// The same failure with what has become of the change.
  package func with(_ outcome: WriteOutcome, hint: Hint? = nil) -> DatabaseError {
    DatabaseError(
      kind, message, hint: hint ?? self.hint, outcome: outcome, attributes: attributes,
      cause: cause
    )
  }
}
