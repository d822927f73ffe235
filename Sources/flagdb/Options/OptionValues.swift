package import CommandTable
import FlagFormats
import FlagModel
import Terminal

// The values that the words of options spell.

extension OutputFormat: CommandChoice {
  /// Made once, since most commands have it.
  package static let completion = Completion.choices(allCases.map { Choice($0.rawValue) })
}

extension InputFormat: CommandChoice {}

extension Terminal.ColourChoice: CommandChoice {}

extension Name: CommandWord {
  package init(word: String) { self.init(word) }
}

extension SourceText: CommandWord {
  package init(word: String) { self.init(word) }
}

extension Int64: CommandWord {
  /// A whole number that is not negative.
  package init(word: String) throws(UnreadableWord) {
    guard let number = Int64(word), number >= 0 else {
      throw UnreadableWord(expected: "a number from 0 on")
    }
    self = number
  }
}
