import FlagModel

/// The keywords of Swift that the parser handles.
enum Keywords {
  static let modifiers: Set<Name> = [
    "async", "borrowing", "consuming", "convenience", "distributed", "dynamic", "fileprivate",
    "final", "indirect", "infix", "internal", "isolated", "lazy", "mutating", "nonisolated",
    "nonmutating", "open", "optional", "override", "package", "postfix", "prefix", "private",
    "public", "required", "sending", "static", "unowned", "weak", "__consuming",
  ]

  /// The keywords before the type of a parameter.
  static let ownership: Set<Name> = [
    "inout", "sending", "borrowing", "consuming", "isolated", "__owned", "__shared",
  ]

  /// The keywords that begin a declaration.
  static let declarations: [String] = [
    "struct", "class", "enum", "extension", "actor", "protocol", "typealias", "let", "var", "case",
    "func", "init", "subscript", "deinit", "import", "operator", "precedencegroup", "macro",
    "associatedtype",
  ]

  /// The keywords that begin a statement, which a script may have between declarations.
  static let statements: Set<Name> = [
    "if", "for", "while", "do", "guard", "switch", "return", "try", "await", "defer", "repeat",
    "throw",
  ]
}
