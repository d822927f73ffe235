/// An error, warning or note about a user's text: the message, the position, and the correction.
/// `rendered()` formats it.
///
/// A class, because most functions that read a text may throw one: see
/// Documentation/Decisions/large-values-are-shared.md.
package final class Diagnostic: Error, Sendable {
  package enum Severity: String, Sendable {
    case error
    case warning
    case note
  }

  /// Another position that explains the first, such as an earlier declaration of a name.
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
  /// The correction, if there is one.
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

  /// The same text, for a reader who need not correct anything.
  package var asNote: Diagnostic {
    Diagnostic(message, at: place, severity: .note, notes: notes, hint: hint)
  }
}

extension Diagnostic: Hashable {
  package static func == (one: Diagnostic, other: Diagnostic) -> Bool {
    one.severity == other.severity && one.message == other.message && one.place == other.place
      && one.notes == other.notes && one.hint == other.hint
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(message)
    hasher.combine(place)
  }
}

/// All diagnostics about a text, collected before they are thrown.
package struct Diagnostics: Error, Hashable, Sendable {
  package let all: [Diagnostic]

  package init(_ all: [Diagnostic]) { self.all = all }
}
