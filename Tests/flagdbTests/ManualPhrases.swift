import CommandTable
import Foundation
import Testing

@testable import FlagTool

/// The page of the manual about a topic.
func topic(_ name: String) throws -> ProsePage {
  try #require(handbook.topics.first { $0.name == "flagdb-\(name)" })
}

/// Lines of flagdb-predicates(7) between backquotes, which are run on the example database.
struct Phrases {
  /// The first word after the backquotes, which says what makes the lines true.
  enum Kind: String {
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
  /// The word after the kind.
  let entity: String
  /// The lines, and after two blanks or more their meanings.
  let text: String

  static let all = manualText.matches(of: #/(?ms)^```(\w+)(?: (\w+))?\n(.*?)\n```$/#).map { match in
    Phrases(
      kind: Kind(rawValue: String(match.1))!, entity: String(match.2 ?? "Sample"),
      text: String(match.3))
  }

  /// The text before two blanks, and the text after them.
  var lines: [(left: String, right: String)] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard let blanks = line.firstRange(of: #/  +/#) else { return (String(line), "") }
      return (String(line[..<blanks.lowerBound]), String(line[blanks.upperBound...]))
    }
  }
}
