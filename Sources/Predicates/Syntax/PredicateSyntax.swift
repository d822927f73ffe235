package import FlagModel
package import SQLText

/// The syntax tree of a predicate, independent of a model. Equivalent spellings of NSPredicate,
/// Swift and flagdb have the same tree, and so do options such as `--has`.
///
/// A class, because every part of the checker gets one: see
/// Documentation/Decisions/large-values-are-shared.md.
package final class PredicateSyntax: Sendable {
  package indirect enum Kind: Hashable, Sendable {
    // Values
    case bool(Bool)
    case null
    case number(String)
    case text(String)
    case date(String)
    case duration(String)
    /// A value for `%@`, which gets its type from the other operand.
    case argument(String)
    /// The value of `--arg NAME=nil`: nil, unless the other operand is a text.
    case nilOrText
    case list([PredicateSyntax])
    /// `1...5`; a missing end is nil.
    case range(PredicateSyntax?, PredicateSyntax?, includesUpper: Bool)
    // Names
    case name(Name)
    /// `SELF`
    case itself
    /// `$0`, `$reading`, without the `$`.
    case variable(Name)
    /// The first name of a captured variable without a value: `other` inside a Swift closure,
    /// `$other` elsewhere.
    case capture(Name)
    /// `.measured`
    case dotted(Name)
    /// `readings.value`; `@count` and similar names keep their `@`.
    case member(PredicateSyntax, Name)
    // Operations
    case negative(PredicateSyntax)
    case complement(PredicateSyntax)
    case binary(Operator, PredicateSyntax, PredicateSyntax)
    case conditional(PredicateSyntax, PredicateSyntax, PredicateSyntax)
    /// `abs(score)`, `code.hasPrefix('S')`, `readings.contains { … }`.
    case call(PredicateSyntax?, String, [Argument])
    /// `readings[value >= 90]`; with a variable, `readings.filter { $0.value >= 90 }` and
    /// `SUBQUERY(readings, $r, $r.value >= 90)`.
    case filter(PredicateSyntax, variable: Name?, PredicateSyntax)
    /// `{ $0.value }`
    case closure(variable: Name, PredicateSyntax)
    /// `let name = value`, and the expression that uses the name. For an unwrapped value, `value!`,
    /// no test for nil is necessary.
    case binding(Name, isUnwrapped: Bool, PredicateSyntax, PredicateSyntax)
    // Tests
    case and([PredicateSyntax])
    case or([PredicateSyntax])
    case not(PredicateSyntax)
    case compare(PredicateSyntax, Comparison, TextOptions, PredicateSyntax)
    case textTest(PredicateSyntax, TextTest, TextOptions, PredicateSyntax)
    case isIn(PredicateSyntax, TextOptions, PredicateSyntax)
    case quantified(Quantifier, PredicateSyntax)
    /// `markers has all (HRM, PLX)`; without a name, the attribute that has the flags.
    case flags(PredicateSyntax?, FlagTest, [PredicateSyntax])
    /// `--id 17`
    case key(String)
  }

  /// An argument of a call, with its label.
  package struct Argument: Hashable, Sendable {
    package let label: String?
    package let value: PredicateSyntax

    package init(label: String?, value: PredicateSyntax) {
      self.label = label
      self.value = value
    }

    /// `count(distinct status)`: a keyword in the place of a label.
    var isDistinct: Bool { label == Self.distinct }
    static let distinct = "distinct"
  }

  package let kind: Kind
  package let place: SourcePlace
  /// The height of the tree, which is limited to protect the stack.
  package let height: Int
  /// The height without the links of a chain of operators or negations, which are processed in a
  /// loop. This is the depth of the recursion.
  package let depth: Int
  /// True if it contains a captured variable without a value.
  let hasCaptures: Bool
  /// The types that a surrounding closure declares for the record.
  let recordTypes: [NameSyntax]

  package convenience init(_ kind: Kind, at place: SourcePlace) {
    self.init(kind, at: place, recordTypes: [])
  }

  init(_ kind: Kind, at place: SourcePlace, recordTypes: [NameSyntax]) {
    self.recordTypes = recordTypes
    self.kind = kind
    self.place = place
    let children = kind.children
    height = 1 + (children.map(\.height).max() ?? 0)
    depth = kind.depth
    if case .capture = kind {
      hasCaptures = true
    } else {
      hasCaptures = children.contains(where: \.hasCaptures)
    }
  }
}

/// Two trees are equal if they have the same content, independent of their places.
extension PredicateSyntax: Hashable {
  package static func == (a: PredicateSyntax, b: PredicateSyntax) -> Bool {
    var (a, b) = (a, b)
    while true {
      switch (a.kind, b.kind) {
      // A chain is compared in a loop, because it may be long.
      case (.binary(let first, let left, let right), .binary(let second, let other, let last)):
        guard first == second, right == last else { return false }
        a = left
        b = other
      case (.not(let inner), .not(let other)): (a, b) = (inner, other)
      default: return a.kind == b.kind
      }
    }
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(kind) }
}

extension PredicateSyntax.Kind {
  fileprivate var depth: Int {
    switch self {
    case .not(let inner) where inner.kind.isNot: inner.depth
    case .binary(let binary, let left, let right) where binary != .otherwise && left.kind.isBinary:
      max(left.depth, 1 + right.depth)
    default: 1 + (children.map(\.depth).max() ?? 0)
    }
  }

  private var isNot: Bool { if case .not = self { true } else { false } }

  private var isBinary: Bool {
    if case .binary(let binary, _, _) = self { binary != .otherwise } else { false }
  }

  /// True if it lacks one of its ends, or if its ends are unknown.
  var isOpen: Bool {
    switch self {
    case .range, .capture, .argument: true
    default: false
    }
  }

  /// True for a literal or an argument.
  var isLiteral: Bool {
    switch self {
    case .bool, .null, .number, .text, .date, .duration, .argument, .nilOrText, .list: true
    default: false
    }
  }

  package var children: [PredicateSyntax] {
    switch self {
    case .bool, .null, .number, .text, .date, .duration, .argument, .nilOrText, .name, .itself,
      .variable,
      .capture, .dotted, .key:
      []
    case .list(let items), .and(let items), .or(let items): items
    case .range(let lower, let upper, _): [lower, upper].compactMap { $0 }
    case .member(let base, _): [base]
    case .negative(let inner), .complement(let inner), .not(let inner), .closure(_, let inner),
      .quantified(_, let inner):
      [inner]
    case .binary(_, let a, let b), .filter(let a, _, let b), .compare(let a, _, _, let b),
      .binding(_, _, let a, let b), .textTest(let a, _, _, let b), .isIn(let a, _, let b):
      [a, b]
    case .conditional(let a, let b, let c): [a, b, c]
    case .call(let base, _, let arguments): [base].compactMap { $0 } + arguments.map(\.value)
    case .flags(let base, _, let words): [base].compactMap { $0 } + words
    }
  }
}

/// A typed name: `code`, `author.name`.
package struct NameSyntax: Hashable, Sendable {
  package let name: Name
  package let place: SourcePlace

  package init(_ name: Name, at place: SourcePlace) {
    self.name = name
    self.place = place
  }
}

/// A word whose meaning depends on the other operand: a flag, a case, a key.
package struct WordSyntax: Hashable, Sendable {
  package let text: String
  package let place: SourcePlace

  package init(_ text: String, at place: SourcePlace) {
    self.text = text
    self.place = place
  }
}

extension PredicateSyntax {
  /// The captured variables without values, each once, in the order of the text.
  package var captures: [Name] {
    var (captures, rest): ([Name], [PredicateSyntax]) = ([], [self])
    while let next = rest.popLast() {
      if case .capture(let name) = next.kind, !captures.contains(name) { captures.append(name) }
      rest += next.kind.children.reversed()
    }
    return captures
  }

  /// True for a name, or several names separated by dots.
  package var isPath: Bool {
    var node = self
    while case .member(let base, _) = node.kind { node = base }
    if case .name = node.kind { return true }
    return false
  }

  /// `author.marks`: an attribute, possibly inside a struct or of a related record.
  package static func path(_ path: String, at place: SourcePlace) -> PredicateSyntax {
    let names = path.split(separator: ".", maxSplits: 10).map { Name($0) }
    var node = PredicateSyntax(.name(names.first ?? ""), at: place)
    for name in names.dropFirst() { node = PredicateSyntax(.member(node, name), at: place) }
    return node
  }
}
