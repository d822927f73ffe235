/// Something wrong in text that a user wrote: what, where, and how to mend it. Diagnostics are
/// data; `rendered()` is the one place that lays them out.
package struct Diagnostic: Error, Hashable, Sendable {
  package enum Severity: String, Sendable {
    case error
    case warning
    case note
  }

  /// A second place that explains the first, as where a name was declared before.
  package struct Note: Hashable, Sendable {
    package let message: String
    package let place: SourcePlace?

    package init(_ message: String, at place: SourcePlace? = nil) {
      self.message = message
      self.place = place
    }
  }

  package let severity: Severity
  /// Lower case, without a full stop, names in single quotes.
  package let message: String
  package let place: SourcePlace?
  package let notes: [Note]
  /// The repair, where there is one.
  package let hint: Hint?

  package init(
    _ message: String, at place: SourcePlace? = nil, severity: Severity = .error,
    notes: [Note] = [], hint: Hint? = nil
  ) {
    self.severity = severity
    self.message = message
    self.place = place
    self.notes = notes
    self.hint = hint
  }
}

/// All that is wrong with a text, collected rather than thrown one at a time.
package struct Diagnostics: Error, Hashable, Sendable {
  package let all: [Diagnostic]

  package init(_ all: [Diagnostic]) {
    self.all = all
  }
}
