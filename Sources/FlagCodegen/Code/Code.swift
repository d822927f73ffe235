/// A piece of code in any language: its tokens, names, literals and lists. Parts of a model are
/// only names or literals, so they never become code.
/// See Documentation/Decisions/generated-code-is-a-tree.md.
package struct Code: Hashable, Sendable, ExpressibleByStringInterpolation {
  enum Part: Hashable, Sendable {
    /// Keywords and symbols of the language.
    case words(String)
    case name(Identifier)
    case text(String)
    /// Comma-separated items, one on each line if they do not fit on a single line.
    case list([Code])
    /// A type annotation, such as `: string` in TypeScript.
    case type([Part])
  }

  private(set) var parts: [Part]

  package init(stringLiteral words: String) { parts = [.words(words)] }

  package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  init(_ parts: [Part]) { self.parts = parts }

  init(_ name: Identifier) { parts = [.name(name)] }

  /// The literal of a text.
  init(text: String) { parts = [.text(text)] }

  /// `"let \(name) = \(text: value)"`: only the characters of the literal become tokens of the
  /// language.
  package struct StringInterpolation: StringInterpolationProtocol {
    var parts: [Part] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      parts.reserveCapacity(2 * interpolationCount + 1)
    }

    package mutating func appendLiteral(_ words: String) {
      if !words.isEmpty { parts.append(.words(words)) }
    }

    package mutating func appendInterpolation(_ name: Identifier) { parts.append(.name(name)) }
    package mutating func appendInterpolation(_ code: Code) { parts += code.parts }
    package mutating func appendInterpolation(text: String) { parts.append(.text(text)) }
    package mutating func appendInterpolation(list: [Code]) { parts.append(.list(list)) }
    package mutating func appendInterpolation(type: Code) { parts.append(.type(type.parts)) }

    package mutating func appendInterpolation(_ number: some BinaryInteger) {
      parts.append(.words("\(number)"))
    }

    /// A mask: `0x40`.
    package mutating func appendInterpolation(hex mask: UInt64) {
      parts.append(.words("0x" + String(mask, radix: 16, uppercase: true)))
    }
  }
}

extension [Code] {
  /// Joins the pieces with a separator.
  func joined(by words: String) -> Code {
    var parts: [Code.Part] = []
    for (index, piece) in enumerated() {
      if index > 0 { parts.append(.words(words)) }
      parts += piece.parts
    }
    return Code(parts)
  }
}

extension [Identifier] {
  /// `[.a, .b]`
  var asMembers: Code { "[\(list: map { ".\($0)" })]" }
}

/// A declaration, a member or a statement: a line of code, possibly with a body.
package struct CodeItem: Hashable, Sendable {
  var documentation: String?
  /// The lines before the head: `@Model`, `#[derive(Debug)]`.
  var attributes: [Code] = []
  var head: Code
  /// Nil for a single line.
  var body: [CodeItem]?
  /// The text after the body, on its last line.
  var tail: Code = ""
  /// True for an empty line before it: between groups, and around items with a body.
  var isApart = false
  /// True if only the type checker uses it.
  var isType = false
  var brackets = Brackets.curly

  /// The brackets around a body.
  enum Brackets: Sendable {
    case curly
    /// Round brackets, as around the properties of a data class.
    case round

    var start: String {
      switch self {
      case .curly: " {"
      case .round: "("
      }
    }

    var end: String {
      switch self {
      case .curly: "}"
      case .round: ")"
      }
    }
  }

  static func line(_ head: Code, _ documentation: String? = nil) -> CodeItem {
    CodeItem(documentation: documentation, head: head)
  }

  static func declaration(_ head: Code, _ body: [CodeItem]) -> CodeItem {
    declaration(head, nil, body)
  }

  /// A declaration with a body.
  static func declaration(
    _ head: Code, _ documentation: String?, attributes: [Code] = [], tail: Code = "",
    _ body: [CodeItem]
  ) -> CodeItem {
    CodeItem(
      documentation: documentation, attributes: attributes, head: head, body: body, tail: tail,
      isApart: true)
  }

  /// A statement with a body, without empty lines around it.
  static func statement(_ head: Code, _ body: [CodeItem]) -> CodeItem {
    CodeItem(head: head, body: body)
  }

  var onlyForTypes: CodeItem {
    var item = self
    item.isType = true
    return item
  }

  /// Groups of items with empty lines between them.
  static func groups(_ groups: [CodeItem]...) -> [CodeItem] {
    groups.flatMap { group -> [CodeItem] in
      var group = group
      if !group.isEmpty { group[0].isApart = true }
      return group
    }
  }
}

extension CodeItem? {
  /// The item as a group, which is empty if there is none.
  var asGroup: [CodeItem] {
    if let self { return [self] }
    return []
  }
}

/// The code of one outermost type of a model, including its nested types.
package struct CodeUnit: Sendable {
  /// The name of its file.
  let name: Identifier
  /// The modules that it imports.
  var imports: Set<Code> = []
  /// The names of other units that it uses.
  var uses: Set<Identifier> = []
  var items: [CodeItem]
}

extension [CodeUnit] {
  /// The modules that they import, in order.
  var imports: [Code] {
    var all: Set<Code> = []
    for unit in self { all.formUnion(unit.imports) }
    return all.sorted { $0.words < $1.words }
  }

  /// The names of other units that they use, in order.
  var uses: [Identifier] { flatMap(\.uses).sorted() }
}
