/// A test of a text.
package enum TextTest: String, Hashable, Sendable, CaseIterable {
  case contains
  case beginsWith = "beginswith"
  case endsWith = "endswith"
  /// A pattern in which `*` is any text and `?` is one character.
  case like
  /// A regular expression for the whole text.
  case matches
}

/// `[c]` and `[d]` after a comparison of texts: the differences to ignore.
package struct TextOptions: Hashable, Sendable {
  package var ignoresCase = false
  package var ignoresAccents = false

  package init(ignoresCase: Bool = false, ignoresAccents: Bool = false) {
    self.ignoresCase = ignoresCase
    self.ignoresAccents = ignoresAccents
  }

  package static let exact = TextOptions()

  /// `c`, `d` or `cd`; empty if every difference counts.
  package var letters: String { (ignoresCase ? "c" : "") + (ignoresAccents ? "d" : "") }
}
