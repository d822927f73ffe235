import CommandTable

/// Lines in the language of predicates, each beside its meaning. The manual shows the lines, and a
/// test runs every one of them on the example database.
struct Phrases {
  /// The kind of the lines, which says what makes them true.
  enum Kind {
    /// Each selects some of the records, and not all.
    case selecting
    /// Each is true of every record.
    case holding
    /// Each is refused, with the message beside it.
    case refused
    /// The lines between two empty ones mean the same, each in the language that stands before it.
    case equivalent
    /// Each is a column.
    case columns
    /// Each is what `--group-by` takes.
    case keys
  }

  let kind: Kind
  let entity: String
  /// The lines, and after two blanks or more their meanings.
  let text: String

  init(_ kind: Kind, of entity: String = "Sample", _ text: String) {
    self.kind = kind
    self.entity = entity
    self.text = text
  }
}

extension Prose.StringInterpolation {
  mutating func appendInterpolation(_ phrases: Phrases) {
    appendInterpolation(.code(phrases.text))
  }
}
