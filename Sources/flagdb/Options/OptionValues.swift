package import CommandTable
import FlagFormats
import FlagModel
import Terminal

// Option values that are parsed from arguments.

extension OutputFormat: CommandChoice {
  // Created once, because most commands use them.
  package static let completion = Completion.choices(choices)
  package static let shorthands = choices.flatMap(\.shorthands) + [Shorthand("-t", table.rawValue)]

  package var aliases: [String] {
    switch self {
    case .markdown: ["md"]
    case .ndjson: InputFormat.ndjson.aliases
    case .table, .csv, .tsv, .json, .line, .names: []
    }
  }
}

extension InputFormat: CommandChoice {
  package static let shorthands = choices.flatMap(\.shorthands)

  package var aliases: [String] { self == .ndjson ? ["jsonl"] : [] }
}

extension Choice {
  /// A switch for each of its names.
  var shorthands: [Shorthand] { ([name] + aliases).map { Shorthand("--" + $0, name) } }
}

extension Terminal.ColourChoice: CommandChoice {}

extension Name: CommandWord {
  package init(word: String) { self.init(word) }
}

extension SourceText: CommandWord {
  package init(word: String) { self.init(word) }
}

extension Int64: CommandWord {
  /// A non-negative integer.
  package init(word: String) throws(UnreadableWord) {
    guard let number = Int64(word), number >= 0 else {
      throw UnreadableWord(expected: "a number from 0 on")
    }
    self = number
  }
}
