/// A block of a manual's text. Running text can contain `code` in backquotes and *emphasis* in
/// asterisks. A backslash before such a mark makes it a plain character.
package enum ProseBlock: Hashable, Sendable {
  case heading(String)
  case subheading(String)
  case paragraph(String)
  /// Literal lines.
  case code(String)
  /// A command and its output, which tests run.
  case example(Example)
  case list([String])
  case definitions([Definition])
  case table(header: [String], rows: [[String]])
}

/// A term and its description: an environment variable, a file, an entry of a definition list.
package struct Definition: Hashable, Sendable {
  /// Shown literally.
  package var term: String
  package var text: String

  package init(_ term: String, _ text: String) {
    self.term = term
    self.text = text
  }
}

/// A command line with its output, so that tests can run it.
package struct Example: Hashable, Sendable {
  /// The purpose of the example, as a sentence.
  package var shows: String
  package var command: String
  /// Empty if the command prints nothing.
  package var output = ""
}

/// An exit status and its meaning.
struct ExitStatus: Hashable, Sendable {
  let code: Int
  let meaning: String

  init(code: Int, meaning: String) {
    self.code = code
    self.meaning = meaning
  }

  /// Returns nil if the term is not a number.
  init?(_ definition: Definition) {
    guard let code = Int(definition.term) else { return nil }
    self.init(code: code, meaning: definition.text)
  }
}

/// A manual page by name and section, as `sqlite3(1)`.
package struct PageReference: Hashable, Sendable, ExpressibleByStringLiteral {
  package let name: String
  package let section: Int

  init(_ name: String, _ section: Int) {
    self.name = name
    self.section = section
  }

  package init(stringLiteral text: String) {
    let parts = text.split(separator: "(")
    var section = 0
    if parts.count > 1 { section = Int(parts[1].dropLast()) ?? 0 }
    self.init(String(parts[0]), section)
  }
}
