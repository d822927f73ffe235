/// A piece of a manual's text. Running text knows two marks, `code` in backquotes and *emphasis*
/// in asterisks; a backslash before a mark makes it a plain character.
public enum ProseBlock: Codable, Hashable, Sendable, ExpressibleByStringLiteral {
  case heading(String)
  case subheading(String)
  case paragraph(String)
  /// Lines as they are, without marks.
  case code(String)
  /// What is typed and what it prints, which tests run.
  case example(Example)
  case list([String])
  case definitions([Definition])
  case table(header: [String], rows: [[String]])

  public init(stringLiteral text: String) {
    self = .paragraph(text)
  }
}

/// A term and what it means: an environment variable, a file, an entry of a definition list.
public struct Definition: Codable, Hashable, Sendable {
  /// Shown as it is, without marks.
  public var term: String
  public var text: String

  public init(_ term: String, _ text: String) {
    self.term = term
    self.text = text
  }
}

/// A command line that shows something, and what it prints, so that tests can run it.
public struct Example: Codable, Hashable, Sendable {
  /// What it shows, as a sentence.
  public var shows: String
  public var command: String
  /// What it prints; nil when that is not told.
  public var output: String?

  public init(_ shows: String, _ command: String, output: String? = nil) {
    self.shows = shows
    self.command = command
    self.output = output
  }
}

/// A number that the tool exits with, and what it says.
public struct ExitStatus: Codable, Hashable, Sendable {
  public var code: Int
  public var meaning: String

  public init(_ code: Int, _ meaning: String) {
    self.code = code
    self.meaning = meaning
  }
}

/// A manual page by name and section, as `sqlite3(1)`.
public struct PageReference: Codable, Hashable, Sendable {
  public var name: String
  public var section: Int

  public init(_ name: String, _ section: Int) {
    self.name = name
    self.section = section
  }
}
