/// A piece of a manual's text. Running text knows two marks, `code` in backquotes and *emphasis*
/// in asterisks; a backslash before a mark makes it a plain character.
package enum ProseBlock: Codable, Hashable, Sendable, ExpressibleByStringLiteral {
  case heading(String)
  case subheading(String)
  case paragraph(String)
  /// Lines as they are, without marks.
  case code(String)
  /// A command and its output, which tests run.
  case example(Example)
  case list([String])
  case definitions([Definition])
  case table(header: [String], rows: [[String]])

  package init(stringLiteral text: String) {
    self = .paragraph(text)
  }
}

/// A term and what it means: an environment variable, a file, an entry of a definition list.
package struct Definition: Codable, Hashable, Sendable {
  /// Shown as it is, without marks.
  package var term: String
  package var text: String

  package init(_ term: String, _ text: String) {
    self.term = term
    self.text = text
  }
}

/// A command line that shows something, and what it prints, so that tests can run it.
package struct Example: Codable, Hashable, Sendable {
  /// The purpose of the example, as a sentence.
  package var shows: String
  package var command: String
  /// The output; nil if it is not told.
  package var output: String?

  package init(_ shows: String, _ command: String, output: String? = nil) {
    self.shows = shows
    self.command = command
    self.output = output
  }
}

/// A number that the tool exits with, and what it says.
package struct ExitStatus: Codable, Hashable, Sendable {
  package var code: Int
  package var meaning: String

  package init(_ code: Int, _ meaning: String) {
    self.code = code
    self.meaning = meaning
  }
}

/// A manual page by name and section, as `sqlite3(1)`.
package struct PageReference: Codable, Hashable, Sendable {
  package var name: String
  package var section: Int

  package init(_ name: String, _ section: Int) {
    self.name = name
    self.section = section
  }
}
