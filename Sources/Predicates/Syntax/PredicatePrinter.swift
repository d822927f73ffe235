package import FlagModel
import SQLText

extension PredicateSyntax {
  /// The predicate as text, which is parsed to the same tree. An argument becomes `%@`, and
  /// `--id 17` becomes `SELF = 17`.
  package var printed: String { PredicatePrinter().text(self, atLeast: .conditional) }
}

/// Prints the tree of a predicate, with brackets only where they are necessary.
package struct PredicatePrinter {
  /// The parameter names of the surrounding closures.
  private var variables: [Name] = []

  /// The precedence of a node, which determines its brackets.
  package enum Level: Int, Comparable {
    case conditional, or, and, not, test, range, otherwise, sum, product, shift, power, unary,
      postfix

    package static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
  }

  func text(_ node: PredicateSyntax, atLeast level: Level) -> String {
    let text = self.text(node)
    if Self.level(of: node) < level { return "(\(text))" }
    return text
  }

  private static func level(of node: PredicateSyntax) -> Level {
    switch node.kind {
    case .conditional, .binding: .conditional
    case .or: .or
    case .and: .and
    case .not(let inner) where isNegatedInside(inner): .test
    case .not: .not
    case .quantified: .not
    case .compare, .textTest, .isIn, .flags, .key: .test
    case .range: .range
    case .binary(let binary, _, _): level(of: binary)
    case .negative, .complement: .unary
    case .number(let text) where text.hasPrefix("-"): .unary
    case .duration(let text) where text.hasPrefix("-"): .unary
    default: .postfix
    }
  }

  private static func level(of binary: Operator) -> Level {
    switch binary.precedence {
    case 1: .otherwise
    case 2: .sum
    case 3: .product
    case 4: .shift
    default: .power
    }
  }

  /// True if `x not in …` is possible, which reads better than `not x in …`.
  private static func isNegatedInside(_ inner: PredicateSyntax) -> Bool {
    switch inner.kind {
    case .isIn, .textTest: true
    default: false
    }
  }

  private func text(_ node: PredicateSyntax) -> String {
    switch node.kind {
    case .bool(let value): return "\(value)"
    case .null: return "nil"
    case .number(let text), .date(let text), .duration(let text): return text
    case .text(let text): return Self.quoted(text)
    case .argument, .nilOrText: return "%@"
    case .list(let items): return "[\(list(items))]"
    case .range(let lower, let upper, let includesUpper):
      let ends = [lower, upper].map { $0.map { text($0, atLeast: .otherwise) } ?? "" }
      return ends[0] + (includesUpper ? "..." : "..<") + ends[1]
    case .name(let name): return self.name(name)
    case .itself: return "SELF"
    case .variable(let name): return "$\(name)"
    case .capture(let name): return "$\(Self.plain(name))"
    case .dotted(let name): return ".\(Self.plain(name))"
    case .member(let base, let name): return "\(self.base(base)).\(Self.plain(name))"
    case .negative(let inner): return "-\(signed(inner))"
    case .complement(let inner): return "~\(text(inner, atLeast: .unary))"
    case .binary(let binary, let left, let right): return operation(binary, left, right)
    case .conditional(let condition, let yes, let no):
      return "\(text(condition, atLeast: .or)) ? \(text(yes, atLeast: .conditional)) : "
        + text(no, atLeast: .conditional)
    case .binding(let name, let isUnwrapped, let value, let body):
      return binding(name, isUnwrapped: isUnwrapped, value, body)
    case .call(let base, let name, let arguments): return call(base, name, arguments)
    case .filter(let base, let variable, let condition):
      return filter(base, variable, condition)
    case .closure(let variable, let body): return closure(variable, body)
    default: return test(node)
    }
  }

  private func list(_ items: [PredicateSyntax]) -> String {
    items.map { text($0, atLeast: .conditional) }.joined(separator: ", ")
  }

  /// A number with a sign is one token, but a sign before a number is a separate one, so it gets
  /// brackets.
  private func signed(_ inner: PredicateSyntax) -> String {
    switch inner.kind {
    case .number, .duration: "(\(text(inner)))"
    default: text(inner, atLeast: .unary)
    }
  }

  private func operation(
    _ binary: Operator, _ left: PredicateSyntax, _ right: PredicateSyntax
  ) -> String {
    let level = Self.level(of: binary)
    let tighter = Level(rawValue: level.rawValue + 1) ?? .postfix
    if binary == .otherwise || binary == .power {
      return "\(text(left, atLeast: tighter)) \(binary.rawValue) \(text(right, atLeast: level))"
    }
    return "\(text(left, atLeast: level)) \(binary.rawValue) \(text(right, atLeast: tighter))"
  }

  // MARK: Tests

  private func test(_ node: PredicateSyntax) -> String {
    switch node.kind {
    case .and(let terms):
      if terms.count == 1, case .member(let base, "isEmpty") = terms[0].kind {
        return "\(text(base, atLeast: .range)) is empty"
      }
      return terms.map { text($0, atLeast: .not) }.joined(separator: " and ")
    case .or(let terms):
      return terms.map { text($0, atLeast: .and) }.joined(separator: " or ")
    case .not(let inner) where Self.isNegatedInside(inner): return infix(inner, "not ")
    case .not(let inner): return "not \(text(inner, atLeast: .not))"
    case .quantified(let quantifier, let test):
      let text = text(test, atLeast: .test)
      if Self.followsQuantifier(text) { return "\(quantifier.rawValue) \(text)" }
      return "\(quantifier.rawValue) (\(text))"
    case .compare(let left, let comparison, let options, let right):
      return text(left, atLeast: .range) + " \(comparison.rawValue)\(Self.options(options)) "
        + text(right, atLeast: .range)
    case .flags(let base, let test, let words): return flags(base, test, words)
    case .key(let text): return "SELF = \(text)"
    default: return infix(node, "")
    }
  }

  /// True if `ANY` before the text is a quantifier; before `[`, a sign or a literal it would be a
  /// name.
  private static func followsQuantifier(_ text: String) -> Bool {
    guard let first = text.utf8.first else { return false }
    return first >= 0x80 || (0x61...0x7A).contains(first | 0x20) || "_`$({%".utf8.contains(first)
  }

  private func infix(_ node: PredicateSyntax, _ negation: String) -> String {
    switch node.kind {
    case .textTest(let left, let test, let options, let right):
      "\(text(left, atLeast: .range)) \(negation)\(test.rawValue)\(Self.options(options)) "
        + text(right, atLeast: .range)
    case .isIn(let left, let options, let right):
      "\(text(left, atLeast: .range)) \(negation)in\(Self.options(options)) "
        + text(right, atLeast: .range)
    default: text(node, atLeast: .conditional)
    }
  }

  private static func options(_ options: TextOptions) -> String {
    options == .exact ? "" : "[\(options.letters)]"
  }

  private func flags(
    _ base: PredicateSyntax?, _ test: FlagTest, _ words: [PredicateSyntax]
  ) -> String {
    let words = "(\(words.map(word).joined(separator: ", ")))"
    let verb =
      switch test {
      case .has: "has all"
      case .any: "has any"
      case .none: "lacks"
      case .exactly: "has exactly"
      case .notAll: "has not all"
      }
    return (base.map { "\(text($0, atLeast: .range)) " } ?? "") + "\(verb) \(words)"
  }

  private func word(_ node: PredicateSyntax) -> String {
    guard case .name(let name) = node.kind else { return text(node) }
    let word = name.text
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    let isPlain = parts.count <= 2 && parts.allSatisfy { String($0).isIdentifier }
    if isPlain || word.hasPrefix("0x") { return word }
    return Self.quoted(word)
  }

  // MARK: Calls

  private func base(_ node: PredicateSyntax) -> String {
    switch node.kind {
    case .number, .date, .duration, .dotted: "(\(text(node)))"
    default: text(node, atLeast: .postfix)
    }
  }

  private func call(
    _ base: PredicateSyntax?, _ name: String, _ arguments: [PredicateSyntax.Argument]
  ) -> String {
    let start = base.map { "\(self.base($0)).\(Self.plain(name))" } ?? name
    let takesClosures = base != nil && !arguments.isEmpty && Language.closureMethods.contains(name)
    if takesClosures, arguments.count == 1, arguments[0].label == nil,
      case .closure = arguments[0].value.kind
    {
      return "\(start) \(text(arguments[0].value))"
    }
    let list = arguments.map { argument in
      let text = self.argument(argument.value, mayBeClosure: takesClosures)
      guard let label = argument.label else { return text }
      if argument.isDistinct { return "\(label) \(text)" }
      return "\(label): \(text)"
    }
    return "\(start)(\(list.joined(separator: ", ")))"
  }

  private func argument(_ value: PredicateSyntax, mayBeClosure: Bool) -> String {
    switch value.kind {
    case .dotted(let sign) where Operator(rawValue: sign.text) != nil: sign.text
    case .closure(_, let body) where !mayBeClosure:
      "\\" + text(body).drop { $0 != "." }
    default: text(value, atLeast: .conditional)
    }
  }

  private func filter(
    _ base: PredicateSyntax, _ variable: Name?, _ condition: PredicateSyntax
  ) -> String {
    guard let variable else {
      return "\(self.base(base))[\(text(condition, atLeast: .conditional))]"
    }
    return "\(self.base(base)).filter \(closure(variable, condition))"
  }

  private func binding(
    _ name: Name, isUnwrapped: Bool, _ value: PredicateSyntax, _ body: PredicateSyntax
  ) -> String {
    var inner = self
    inner.variables.append(name)
    let value = if isUnwrapped { "(\(text(value)))!" } else { text(value, atLeast: .conditional) }
    return "let \(Self.plain(name)) = \(value); \(inner.text(body, atLeast: .conditional))"
  }

  private func closure(_ variable: Name, _ body: PredicateSyntax) -> String {
    var inner = self
    inner.variables.append(variable)
    let header = if variable == "0" { "" } else { "\(Self.plain(variable)) in " }
    let text = inner.text(body, atLeast: .conditional)
    let words = text.split(separator: " ", maxSplits: 2)
    // `{ x in y }` would be read as a closure with the parameter x.
    let isMistakable = header.isEmpty && words.count > 1 && words[1].hasPrefix("in")
    if isMistakable { return "{ (\(text)) }" }
    return "{ \(header)\(text) }"
  }

  // MARK: Names

  private func name(_ name: Name) -> String {
    let isPlain =
      name.text.isIdentifier && !Self.reserved.contains(name.lowercased)
      && !variables.contains(name)
    if isPlain { return name.text }
    return "`\(name)`"
  }

  private static func plain(_ name: Name) -> String { plain(name.text) }

  private static func plain(_ name: String) -> String {
    if name.isIdentifier { return name }
    if name.hasPrefix("@"), String(name.dropFirst()).isIdentifier { return name }
    return "`\(name)`"
  }

  /// The keywords that need backquotes as names.
  package static let reserved: Set<Name> = PredicateParser.infixes.union([
    "any", "some", "all", "none", "true", "yes", "truepredicate", "false", "no",
    "falsepredicate", "nil", "null", "self", "subquery", "ternary", "first", "last", "size",
    "return",
  ])

  private static func quoted(_ text: String) -> String {
    var quoted = "'"
    for scalar in text.unicodeScalars {
      switch scalar {
      case "'": quoted += "''"
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        quoted += "\\u{\(String(scalar.value, radix: 16))}"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "'"
  }
}
