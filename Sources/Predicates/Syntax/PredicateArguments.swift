package import FlagModel

/// The values of `--arg` for the predicates of one command. Named values are for `$NAME` and for
/// captured variables in Swift closures; the others replace `%@` and similar placeholders in order.
package struct PredicateArguments: Sendable {
  /// The unnamed values that are not used yet.
  package private(set) var rest: ArraySlice<String> = []
  /// The named values; nil for `NAME:null`.
  private var named: [Name: String?] = [:]
  /// The names in the predicates, in their order.
  package private(set) var asked: [Name] = []
  /// True if predicates are only read to find the names in them.
  private let isSurvey: Bool

  /// No arguments.
  package init() { isSurvey = false }

  /// Unnamed values in their order, and named values; nil is Swift's nil.
  package init(_ rest: [String], named: [String: String?]) {
    isSurvey = false
    self.rest = rest[...]
    for (name, value) in named { self.named[Name(name)] = value }
  }

  /// The first unused argument, in the order of their names.
  package var unused: String? {
    rest.first ?? named.keys.sorted().first { !asked.contains($0) }?.text
  }

  /// Accepts every name, to find the names in predicates.
  package init(survey: Void) { isSurvey = true }

  /// Separates named from unnamed values: `a=b` has a name if a predicate uses `a`.
  package init(_ texts: [String], for names: [Name]) throws(Diagnostic) {
    isSurvey = false
    asked = names
    let parameterNames = Set(names)
    for text in texts {
      guard let (name, value) = Self.parts(of: text), parameterNames.contains(name) else {
        rest.append(text)
        continue
      }
      guard named.updateValue(value, forKey: name) == nil else {
        throw Diagnostic("the argument '\(name)' is given twice")
      }
    }
  }

  /// The name and value of `NAME=VALUE` and `NAME:null`; nil for other text.
  package static func parts(of text: String) -> (name: Name, value: String?)? {
    if let sign = text.utf8.firstIndex(of: UInt8(ascii: "=")) {
      let name = Name(text[..<sign])
      if name.isEmpty { return nil }
      return (name, String(text[text.utf8.index(after: sign)...]))
    }
    let null = ":null"
    guard text.hasSuffix(null), text.utf8.count > null.utf8.count else { return nil }
    return (Name(text.dropLast(null.count)), nil)
  }

  /// True for a path of names, which may be a variable of the app.
  package static func isName(_ text: String) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy {
      String($0).isIdentifier
    }
  }

  /// The value for the next `%@`; nil if there is none.
  mutating func next() -> String? { isSurvey ? "0" : rest.popFirst() }

  /// Only the named values.
  package var withoutRest: PredicateArguments {
    var named = self
    named.rest = []
    return named
  }

  /// A named value: the outer optional is nil if it is missing, and the inner one for `NAME:null`.
  mutating func value(named name: Name) -> String?? {
    if !asked.contains(name) { asked.append(name) }
    return named[name]
  }

  // MARK: The names in a text

  /// The names of arguments in a predicate, even if it is invalid after them.
  package static func names(in predicate: SourceText) -> [Name] {
    (try? PredicateLexer.lex(predicate)).map { names(in: predicate, $0) } ?? []
  }

  /// The names of the variables in a list of columns, groups or sort keys.
  package static func names(inList list: SourceText) -> [Name] {
    list.pieces.flatMap { piece -> [Name] in
      var text = list.trimmed(piece)
      if let first = text.first, list.utf8[first] == UInt8(ascii: "-") { text.removeFirst() }
      guard var tokens = try? PredicateLexer.lex(list, within: text) else { return [] }
      _ = PredicateToken.takeAlias(from: &tokens, in: list)
      return names(in: list, tokens)
    }
  }

  private static func names(in source: SourceText, _ tokens: [PredicateToken]) -> [Name] {
    var parser = PredicateParser(
      source: source, tokens: tokens, arguments: PredicateArguments(survey: ()))
    _ = try? parser.parseWhole()
    return parser.arguments.asked
  }
}
