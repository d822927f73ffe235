/// What checks ask of expressions and types as they are written.
extension TypeSyntax {
  /// The names of a plain named type.
  var path: [Name]? {
    if case .named(let path, let arguments) = kind, arguments.isEmpty { path } else { nil }
  }
}

extension Expression {
  /// The names of `A.b.c`; empty for `.init`, nil for what is no path.
  var path: [Name]? {
    switch kind {
    case .name(let name): return [name]
    case .member(nil, let name): return name.value == "init" ? [] : nil
    case .member(let base?, let name):
      guard let path = base.path, !path.isEmpty else { return nil }
      return path + [name.value]
    default: return nil
    }
  }

  /// A number alone, with or without a sign.
  var isLiteral: Bool {
    switch kind {
    case .integer, .real: true
    case .prefix("-", let operand), .prefix("+", let operand): operand.isLiteral
    default: false
    }
  }
}
