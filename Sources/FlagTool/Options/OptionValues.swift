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

  /// The format that has this name in sqlite3, psql, mysql or duckdb; nil for other names.
  static func meant(elsewhere name: String) -> OutputFormat? {
    switch name.lowercased() {
    case "column", "columns", "box", "qbox", "duckbox", "grid", "aligned", "ascii", "pretty": .table
    case "list", "unaligned", "plain": .names
    case "lines", "vertical", "expanded": .line
    case "tabs", "tab": .tsv
    case "jsonlines": .ndjson
    default: nil
    }
  }

  /// The hint for a name that is no format.
  static func hint(for name: String) -> Hint? {
    if let format = meant(elsewhere: name) { return .meant([format.rawValue]) }
    return .name(for: name, in: words)
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
