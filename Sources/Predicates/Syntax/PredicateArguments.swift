package import FlagModel

/// The values that `--arg` gives to the predicates of one command: by name for `$NAME` and for the
/// variables of the app that Swift closures use, and the others in their order for `%@` and its
/// like.
package struct PredicateArguments: Sendable {
  /// The values without a name that no predicate has taken yet.
  package private(set) var rest: ArraySlice<String> = []
  /// The values by name; one that is nil was given as `NAME:null`.
  private var named: [Name: String?] = [:]
  /// The names that predicates use, in their order.
  package private(set) var asked: [Name] = []
  /// True if predicates are read only to find the names that they use.
  private let isSurvey: Bool

  /// No arguments.
  package init() { isSurvey = false }

  /// Values without a name, in their order, and values by name; one that is nil is nil in Swift.
  package init(_ rest: [String], named: [String: String?]) {
    isSurvey = false
    self.rest = rest[...]
    for (name, value) in named { self.named[Name(name)] = value }
  }

  /// The first of the arguments that no predicate has taken, in the order of their names.
  package var unused: String? {
    rest.first ?? named.keys.sorted().first { !asked.contains($0) }?.text
  }

  /// Takes anything for granted that a predicate may ask for.
  init(survey: Void) { isSurvey = true }

  /// Tells values with a name from others: `a=b` has one if a predicate uses `a`.
  package init(_ given: [String], for names: [Name]) throws(Diagnostic) {
    isSurvey = false
    asked = names
    let known = Set(names)
    for text in given {
      guard let (name, value) = Self.parts(of: text), known.contains(name) else {
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
      return name.isEmpty ? nil : (name, String(text[text.utf8.index(after: sign)...]))
    }
    let null = ":null"
    guard text.hasSuffix(null), text.utf8.count > null.utf8.count else { return nil }
    return (Name(text.dropLast(null.count)), nil)
  }

  /// True if a text is a path of names, as a variable of the app is written.
  package static func isName(_ text: String) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy {
      String($0).isIdentifier
    }
  }

  /// The value for the next `%@`; nil if there is none.
  mutating func next() -> String? { isSurvey ? "0" : rest.popFirst() }

  /// The values by name alone.
  package var withoutRest: PredicateArguments {
    var named = self
    named.rest = []
    return named
  }

  /// A value by its name: nil if none is given, nil within if it is given as `NAME:null`.
  mutating func value(named name: Name) -> String?? {
    if !asked.contains(name) { asked.append(name) }
    return named[name]
  }

  // MARK: The names that a text uses

  /// The names that a predicate asks arguments for, also where it has a fault further on.
  package static func names(in predicate: SourceText) -> [Name] {
    (try? PredicateLexer.lex(predicate)).map { names(in: predicate, $0) } ?? []
  }

  /// The same of a list of columns, groups or keys of an order.
  package static func names(inList list: SourceText) -> [Name] {
    list.pieces.flatMap { piece -> [Name] in
      let range = list.trimmed(piece)
      let isDescending = range.first.map { list.utf8[$0] } == UInt8(ascii: "-")
      let text = isDescending ? range.dropFirst() : range
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
