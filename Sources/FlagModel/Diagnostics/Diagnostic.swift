/// Something wrong in text that a user wrote: what, where, and how to mend it. Diagnostics are
/// data; `rendered()` is the one place that lays them out.
public struct Diagnostic: Error, Hashable, Sendable {
  public enum Severity: String, Sendable {
    case error
    case warning
    case note
  }

  /// A second place that explains the first, as where a name was declared before.
  public struct Note: Hashable, Sendable {
    public let message: String
    public let place: SourcePlace?

    public init(_ message: String, at place: SourcePlace? = nil) {
      self.message = message
      self.place = place
    }
  }

  public let severity: Severity
  /// Lower case, without a full stop, names in single quotes.
  public let message: String
  public let place: SourcePlace?
  public let notes: [Note]
  /// The repair, where there is one.
  public let hint: String?

  public init(
    _ message: String, at place: SourcePlace? = nil, severity: Severity = .error,
    notes: [Note] = [], hint: String? = nil
  ) {
    self.severity = severity
    self.message = message
    self.place = place
    self.notes = notes
    self.hint = hint
  }
}

/// All that is wrong with a text, collected rather than thrown one at a time.
public struct Diagnostics: Error, Hashable, Sendable {
  public let all: [Diagnostic]

  public init(_ all: [Diagnostic]) {
    self.all = all
  }
}
