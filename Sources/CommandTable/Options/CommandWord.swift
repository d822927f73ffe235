/// A value that is parsed from one argument.
package protocol CommandWord {
  /// The completion for the value.
  static var completion: Completion { get }
  /// The switches for an option with one of the values.
  static var shorthands: [Shorthand] { get }

  init(word: String) throws(UnreadableWord)
}

/// An error for an unparsable argument. It contains the expectation, as in "a number from 0 on".
package struct UnreadableWord: Error {
  let expected: String
  let hint: String?

  package init(expected: String, hint: String? = nil) {
    self.expected = expected
    self.hint = hint
  }
}

extension CommandWord {
  package static var completion: Completion { .none }
  package static var shorthands: [Shorthand] { [] }
}

extension String: CommandWord {
  package init(word: String) { self = word }
}

/// A value with a few named cases. The parser refuses other words.
package protocol CommandChoice: CommandWord, CaseIterable, RawRepresentable<String> {
  /// The description of the case, if its name is not sufficient.
  var help: String? { get }
  /// Other names of the case.
  var aliases: [String] { get }
}

extension CommandChoice {
  package var help: String? { nil }
  package var aliases: [String] { [] }

  package static var choices: [Choice] {
    allCases.map { Choice($0.rawValue, aliases: $0.aliases, help: $0.help) }
  }

  package static var completion: Completion { .choices(choices) }

  /// The names of all cases, followed by their other names.
  package static var words: [String] { allCases.map(\.rawValue) + allCases.flatMap(\.aliases) }

  /// The case with this name.
  package static func meant(by word: String) -> Self? {
    allCases.first { $0.rawValue == word || $0.aliases.contains(word) }
  }

  /// `one of table, csv`
  package static var expectation: String {
    "one of \(allCases.map(\.rawValue).joined(separator: ", "))"
  }

  package init(word: String) throws(UnreadableWord) {
    guard let choice = Self.meant(by: word) else {
      throw UnreadableWord(expected: Self.expectation)
    }
    self = choice
  }
}
