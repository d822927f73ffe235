import CommandTable
import Completing
package import FlagModel
import Predicates
import UserSQL

/// The kinds of session input, recognised by how they begin.
package enum ReplInput: Equatable {
  case nothing
  /// `.sort -score`: a dot command, by its name without the dot, and the rest.
  case dot(name: String, rest: String)
  /// A tool command, without `flagdb` and the database.
  case command(String)
  case predicate(String)
  /// An SQL statement that only reads.
  case sql(String)
  /// An SQL statement that changes data.
  case change(String)
  /// `!ls`: a shell command, without the exclamation mark.
  case program(String)
  /// A Swift declaration for a model file.
  case declaration(String)

  /// - Parameter commands: the names of the commands that a session has.
  package init(_ line: String, of entity: Entity?, among commands: [String]) {
    let line = line.trimmed
    let text = line.withoutComments().withoutSwiftComments.trimmed
    let first = String(text.prefix { !$0.isWhitespace })
    if text.isEmpty {
      self = .nothing
    } else if Self.isProgram(text, of: entity) {
      self = .program(String(line.dropFirst()).trimmed)
    } else if let familiar = FamiliarCommand.sessionLine(for: text),
      !Self.readsAsPredicate(text, first, of: entity)
    {
      self.init(familiar, of: entity, among: commands)
    } else if first.hasPrefix("."), first.dropFirst().first?.isLetter ?? false {
      let name = String(first.dropFirst())
      let isRaw = DotCommand.named(name)?.argument.isRaw ?? false
      let rest = (isRaw ? line : text).dropFirst(first.count)
      self = .dot(name: name, rest: String(rest).trimmed)
    } else if let isChange = SQLStart.isChange(text),
      !Self.readsAsPredicate(text, first, of: entity)
    {
      self = isChange ? .change(line) : .sql(line)
    } else if commands.contains(first) || first == "help",
      !Self.readsAsPredicate(text, first, of: entity)
    {
      self = .command(line.withoutComments(hyphens: false).trimmed)
    } else if Self.isDeclaration(text), !Self.readsAsPredicate(text, first, of: entity) {
      self = .declaration(text)
    } else {
      self = .predicate(text.withoutSemicolon)
    }
  }

  /// True if the text begins like a Swift declaration.
  private static func isDeclaration(_ text: String) -> Bool {
    let line = text.prefix { $0 != "\n" }
    let words = line.split(maxSplits: 4, whereSeparator: \.isWhitespace).map(String.init)
    if words.first.map(isAttribute) ?? false { return true }
    if words.first == "import", words.count == 2 { return words[1].allSatisfy(\.isLetter) }
    let modifiers: Set<String> = [
      "public", "open", "final", "private", "fileprivate", "package", "internal", "indirect",
      "static",
    ]
    let rest = words.drop { modifiers.contains($0) }
    let kinds: Set<String> = ["struct", "class", "enum", "extension", "typealias", "let", "var"]
    guard let kind = rest.first, kinds.contains(kind), let name = rest.dropFirst().first else {
      return false
    }
    return name.first?.isLetter == true
  }

  /// True for `@Model` and `@objc`, but not for `@count` of a predicate.
  private static func isAttribute(_ word: String) -> Bool {
    guard let first = word.dropFirst().first, word.hasPrefix("@") else { return false }
    return first.isUppercase || ["@objc", "@frozen", "@available", "@main"].contains(word)
  }

  private static func isUnfinished(declaration text: String) -> Bool {
    let opened = text.utf8.count { $0 == UInt8(ascii: "{") }
    let closed = text.utf8.count { $0 == UInt8(ascii: "}") }
    return opened > closed || opened == 0 && text.hasPrefix("@")
  }

  /// True if a line that begins with a command's name is a predicate, because an attribute has that
  /// name.
  private static func readsAsPredicate(
    _ text: String, _ first: String, of entity: Entity?
  ) -> Bool {
    guard isName(first, of: entity) else { return false }
    return PredicateSyntax.isUnfinished(text)
      || (try? PredicateSyntax.parse(SourceText(text))) != nil
  }

  private static func isName(_ word: String, of entity: Entity?) -> Bool {
    let names = entity?.candidates(withExpressions: true).map(\.text) ?? []
    return names.contains { $0 == word || $0.hasPrefix("\(word).") }
  }

  /// True for `!ls`, `!ls -l` and `!ls *.csv`. `!isVital` and `!score > 5` are predicates even with
  /// an unknown name, because no program may run by mistake.
  private static func isProgram(_ text: String, of entity: Entity?) -> Bool {
    let words = text.dropFirst().split(whereSeparator: \.isWhitespace)
    guard text.hasPrefix("!"), text.dropFirst().first?.isWhitespace == false,
      let first = words.first
    else { return false }
    let name = String(first.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    if name.isEmpty { return "/.~".contains(first.first ?? " ") }
    if isName(name, of: entity) { return false }
    if (try? PredicateSyntax.parse(SourceText(text))) == nil {
      return !PredicateSyntax.isUnfinished(text)
    }
    if words.count == 1 { return !first.contains("(") }
    return words[1].hasPrefix("-") || words[1].hasPrefix("*") && words[1].count > 1
  }

  /// True if the input only reads, so that it can be repeated.
  var isQuestion: Bool {
    switch self {
    case .predicate, .sql: return true
    case .dot(let name, _): return ["count", "stats", "run"].contains(name)
    case .command(let text):
      let words = CommandWords(text).words
      return ["query", "stats", "check"].contains(words.first)
        || words.first == "sql" && !words.contains("--write")
    case .nothing, .change, .program, .declaration: return false
    }
  }

  /// True if more lines must follow, or if the next line continues it.
  func continues(with next: Substring?) -> Bool {
    if isUnfinished { return true }
    guard let next else { return false }
    let first = next.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
    switch self {
    case .sql(let text): return !text.hasSuffix(";") && SQLStart.isClause(first)
    case .predicate(let text): return Self.continues(text, with: next, first)
    case .dot(let name, let rest):
      let isOfPredicate = DotCommand.named(name)?.argument.isPredicate ?? false
      return isOfPredicate && !rest.isEmpty && Self.continues(rest, with: next, first)
    case .declaration:
      return first.isEmpty || first.hasPrefix("//") || Self.isDeclaration(String(next).trimmed)
    case .nothing, .command, .change, .program: return false
    }
  }

  /// True if a line cannot begin an input and continues a predicate: `and score > 5`,
  /// `.filter { $0.value > 5 }`.
  private static func continues(_ text: String, with next: Substring, _ first: String) -> Bool {
    if isOperator(first) { return true }
    guard first.hasPrefix("."), first.dropFirst().first?.isLetter ?? false else { return false }
    let name = first.dropFirst().prefix { $0.isLetter || $0.isNumber }
    // A session command is not indented.
    let isCommand = DotCommand.named(String(name)) != nil && !(next.first?.isWhitespace ?? false)
    let joined = "\(text)\n\(next)"
    return !isCommand
      && (PredicateSyntax.isUnfinished(joined)
        || (try? PredicateSyntax.parse(SourceText(joined))) != nil)
  }

  /// True for an operator between two conditions or values, with which no line begins.
  static func isOperator(_ word: String) -> Bool {
    ["and", "or"].contains(word.lowercased())
      || ["&&", "||", "??", "==", "!=", "<", "<=", ">", ">="].contains { word.hasPrefix($0) }
  }

  var isDeclaration: Bool { if case .declaration = self { true } else { false } }

  /// True if more lines must follow.
  package var isUnfinished: Bool {
    switch self {
    case .nothing, .program: false
    case .declaration(let text): Self.isUnfinished(declaration: text)
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
    case .sql(let text), .change(let text): PlainSQL.isUnfinished(text)
    }
  }
}

extension String {
  /// Without Swift comments at the beginning.
  fileprivate var withoutSwiftComments: String {
    var rest = self[...]
    while rest.hasPrefix("//") {
      rest = rest.drop { $0 != "\n" }.drop(while: \.isWhitespace)
    }
    return String(rest)
  }

  /// Without the semicolon at the end.
  var withoutSemicolon: String { if hasSuffix(";") { String(dropLast()).trimmed } else { self } }
}
