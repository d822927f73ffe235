/// A piece of code of any language: its words, names, literals and lists. What a model says comes in
/// as a name or a literal only, so that it never becomes code.
/// See Documentation/Decisions/generated-code-is-a-tree.md.
package struct Code: Hashable, Sendable, ExpressibleByStringInterpolation {
  enum Part: Hashable, Sendable {
    /// Words and signs of the language.
    case words(String)
    case name(Identifier)
    case text(String)
    /// Items with commas between them, a line each where one line is too short for all.
    case list([Code])
    /// A part that only the checker of types reads, as `: string` in TypeScript.
    case type([Part])
  }

  private(set) var parts: [Part]

  package init(stringLiteral words: String) { parts = [.words(words)] }

  package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  init(_ parts: [Part]) { self.parts = parts }

  init(_ name: Identifier) { parts = [.name(name)] }

  init(_ number: some BinaryInteger) { parts = [.words("\(number)")] }

  /// The literal of a text.
  init(text: String) { parts = [.text(text)] }

  /// `"let \(name) = \(text: value)"`: only what stands between the quotes are words of the language.
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
  /// The pieces with words of the language between them.
  func joined(by words: String) -> Code {
    Code(enumerated().flatMap { $0 == 0 ? $1.parts : [.words(words)] + $1.parts })
  }
}

/// A declaration, a member or a statement: a line of code, or one with a body.
package struct CodeItem: Hashable, Sendable {
  var documentation: String?
  /// Lines before the head that belong to it: `@Model`, `#[derive(Debug)]`.
  var attributes: [Code] = []
  var head: Code
  /// Nil for a line.
  var body: [CodeItem]?
  /// Words after the body, on the line on which it ends.
  var tail: Code = ""
  /// True if an empty line stands before it: between groups, and around what has a body.
  var isApart = false
  /// True if only the checker of types reads it.
  var isType = false
  var brackets = Brackets.curly

  /// The signs around a body, in languages that have them.
  enum Brackets: Sendable {
    case curly
    /// As around the properties of a data class.
    case round

    var start: String { self == .curly ? " {" : "(" }
    var end: String { self == .curly ? "}" : ")" }
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

  /// A statement with a body, which no empty line surrounds.
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

/// The code of one type of a model that stands at the outermost level, with all that is in it.
package struct CodeUnit: Sendable {
  /// The name that its file gets.
  let name: Identifier
  /// The modules that it needs.
  var imports: Set<Code> = []
  /// The names of other units that it needs.
  var uses: Set<Identifier> = []
  var items: [CodeItem]
}
