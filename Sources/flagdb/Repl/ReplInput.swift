import CommandTable
package import FlagModel
import Predicates

/// The kinds of lines in a session, told apart by how they begin.
package enum ReplInput: Equatable {
  case nothing
  /// `.sort -score`: a command of the session, by its name without the point, and the rest.
  case dot(name: String, rest: String)
  /// A command of the tool, without `flagdb` and the database.
  case command(String)
  case predicate(String)

  package init(_ line: String, of entity: Entity?) {
    let text = line.trimmed
    let bytes = Array(text.utf8.prefix(2))
    if text.isEmpty || Self.isComment(bytes) {
      self = .nothing
    } else if bytes[0] == UInt8(ascii: "."), text.dropFirst().first?.isLetter ?? false {
      let name = text.dropFirst().prefix { !$0.isWhitespace }
      self = .dot(name: String(name), rest: String(text.dropFirst(name.count + 1)).trimmed)
    } else if Self.isCommand(text, of: entity) {
      self = .command(text)
    } else {
      self = .predicate(text)
    }
  }

  /// `# …` and `-- …`; `#count` is a name.
  private static func isComment(_ bytes: [UInt8]) -> Bool {
    if bytes == Array("--".utf8) { return true }
    return bytes[0] == UInt8(ascii: "#")
      && (bytes.count == 1 || !(bytes[1] == 0x5F || bytes[1] | 0x20 >= 0x61 && bytes[1] < 0x7B))
  }

  /// An attribute may bear the name of a command: then what reads as a predicate is one.
  private static func isCommand(_ text: String, of entity: Entity?) -> Bool {
    let first = String(text.prefix { !$0.isWhitespace })
    guard ReplSession.commands.contains(where: { $0.name == first }) || first == "help" else {
      return false
    }
    let names = entity?.candidates(withExpressions: true).map(\.text) ?? []
    guard names.contains(where: { $0 == first || $0.hasPrefix("\(first).") }) else { return true }
    return !PredicateSyntax.isUnfinished(text)
      && (try? PredicateSyntax.parse(SourceText(text))) == nil
  }

  /// True if more has to follow on the next line.
  package var isUnfinished: Bool {
    switch self {
    case .nothing: false
    case .dot(let name, let rest):
      switch DotCommand.named(name)?.argument {
      case .predicate, .groupPredicate: !rest.isEmpty && PredicateSyntax.isUnfinished(rest)
      case .namedPredicate:
        rest.contains(" ")
          && PredicateSyntax.isUnfinished(String(rest.drop { !$0.isWhitespace }))
      default: false
      }
    case .command(let text): CommandWords(text).openQuote != nil
    case .predicate(let text): PredicateSyntax.isUnfinished(text)
    }
  }
}

extension String {
  /// Without the blanks at its ends.
  var trimmed: String {
    var text = self[...]
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text.drop(while: \.isWhitespace))
  }
}
