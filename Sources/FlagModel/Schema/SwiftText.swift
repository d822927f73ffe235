package import PlainText

/// Names, literals and comments as Swift spells them.
package enum SwiftText {
  /// A name where it is declared, in backquotes if it needs them.
  package static func name(_ name: Name) -> String {
    isPlain(name) && !reserved.contains(name) ? name.text : "`\(name)`"
  }

  /// Words that are names only between backquotes.
  package static let reserved: Set<Name> = [
    "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default",
    "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate",
    "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
    "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while", "_",
  ]

  /// The types of Swift whose names are keywords.
  private static let keywordTypes: Set<Name> = ["Any"]

  /// A name after a dot, where nearly every keyword may stand.
  package static func member(_ name: Name) -> String {
    let isTaken = (["init", "self", "Type", "Protocol", "_"] as [Name]).contains(name)
    return isPlain(name) && !isTaken ? name.text : "`\(name)`"
  }

  /// `Sample.Status`
  package static func path(_ path: Name) -> String {
    path.parts.map(name).joined(separator: ".")
  }

  /// True if a name is an identifier of Swift as it is.
  static func isPlain(_ name: Name) -> Bool {
    guard let first = name.text.unicodeScalars.first, first != "$", !first.isASCIIDigit else {
      return false
    }
    return name.text.unicodeScalars.allSatisfy(Characters.isIdentifier)
  }

  /// A type as an attribute declares it: `[Sample.Status]`, its names quoted where they need it.
  package static func type(_ type: Name, inside owner: Name? = nil) -> String {
    var text = ""
    var name: Substring = ""
    func path(_ name: Substring) -> String {
      let name = Name(name)
      if keywordTypes.contains(name) { return name.text }
      return name.utf8.isEmpty ? "" : Self.path(owner.flatMap { name.dropping($0) } ?? name)
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

  /// A string literal on one line, in which nothing is invisible.
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
    return summary.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.isEmpty ? "///" : "/// \($0)"
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
