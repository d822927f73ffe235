/// A value that one word of a line spells.
package protocol CommandWord {
  /// The values that a shell can offer.
  static var completion: Completion { get }
  /// Switches that mean an option with one of the values.
  static var shorthands: [Shorthand] { get }

  init(word: String) throws(UnreadableWord)
}

/// A word that does not spell a value: what was expected in its place, as in "a number from 0 on".
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

/// One of a few words, each of which is a case. The parser refuses any other.
package protocol CommandChoice: CommandWord, CaseIterable, RawRepresentable<String> {
  /// The meaning of the case, where its name does not tell it.
  var help: String? { get }
  /// Other words for the case.
  var aliases: [String] { get }
}

extension CommandChoice {
  package var help: String? { nil }
  package var aliases: [String] { [] }

  package static var choices: [Choice] {
    allCases.map { Choice($0.rawValue, aliases: $0.aliases, help: $0.help) }
  }

  package static var completion: Completion { .choices(choices) }

  /// Every word for a case, the names first.
  package static var words: [String] { allCases.map(\.rawValue) + allCases.flatMap(\.aliases) }

  /// The case that a word means by its name or by another word for it.
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
