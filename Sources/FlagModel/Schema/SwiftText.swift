package import PlainText

/// Spells names, literals and comments in Swift.
package enum SwiftText {
  /// A name in a declaration, in backquotes if necessary.
  package static func name(_ name: Name) -> String {
    if isPlain(name) && !reserved.contains(name) { return name.text }
    return "`\(name)`"
  }

  /// Words that need backquotes as names.
  package static let reserved: Set<Name> = [
    "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default",
    "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate",
    "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
    "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while", "_",
  ]

  /// Swift types whose names are keywords.
  private static let keywordTypes: Set<Name> = ["Any"]

  /// A name after a dot, where nearly every keyword is allowed.
  package static func member(_ name: Name) -> String {
    let isTaken = (["init", "self", "Type", "Protocol", "_"] as [Name]).contains(name)
    if isPlain(name) && !isTaken { return name.text }
    return "`\(name)`"
  }

  /// `Sample.Status`
  package static func path(_ path: Name) -> String { path.parts.map(name).joined(separator: ".") }

  /// True if a name is a Swift identifier without backquotes.
  static func isPlain(_ name: Name) -> Bool {
    guard let first = name.text.unicodeScalars.first, first != "$", !first.isASCIIDigit else {
      return false
    }
    return name.text.unicodeScalars.allSatisfy(Characters.isIdentifier)
  }

  /// A type in the declaration of an attribute: `[Sample.Status]`, with quoted names if necessary.
  package static func type(_ type: Name, inside owner: Name? = nil) -> String {
    var text = ""
    var name: Substring = ""
    func path(_ name: Substring) -> String {
      let name = Name(name)
      if keywordTypes.contains(name) { return name.text }
      if name.utf8.isEmpty { return "" }
      return Self.path(owner.flatMap { name.dropping($0) } ?? name)
    }
    for character in type.text {
      if Name.typeSigns.contains(character) {
        text += path(name) + String(character)
        name = ""
      } else {
        name.append(character)
      }
    }
    return text + path(name)
  }

  /// A string literal on one line, without invisible characters.
  package static func string(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\\(scalar)"
      case "\n": literal += "\\n"
      case "\t": literal += "\\t"
      case "\r": literal += "\\r"
      case _ where isHidden(scalar): literal += "\\u{\(hexadecimal(scalar.value, digits: 1))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// The lines of a documentation comment.
  package static func comment(_ summary: String?) -> [String] {
    guard let summary else { return [] }
    let lines = summary.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { line in
      if line.isEmpty { return "///" }
      return "/// \(line)"
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
