import FlagModel

/// Helpers for the checks of expressions and types.
extension TypeSyntax {
  /// The names of a plain named type.
  var path: [Name]? {
    if case .named(let path, let arguments) = kind, arguments.isEmpty { path } else { nil }
  }
}

extension Expression {
  /// The names of `A.b.c`; empty for `.init`, nil for an expression that is no path.
  var path: [Name]? {
    switch kind {
    case .name(let name): return [name]
    case .member(nil, let name) where name.value == "init": return []
    case .member(nil, _): return nil
    case .member(let base?, let name):
      guard let path = base.path, !path.isEmpty else { return nil }
      return path + [name.value]
    default: return nil
    }
  }

  /// `x` of `x as T?`, which is `T?.some(x)`.
  var contentOfOptional: Expression {
    if case .cast(let inner, let type) = kind, type.isOptional { inner } else { self }
  }

  /// True for anything but a literal, whose value may only be known at run time.
  var isComputed: Bool {
    switch kind {
    case .integer, .real, .string, .bool, .null, .array, .dictionary, .keyPath: false
    case .prefix(_, let operand): operand.isComputed
    case .other(let what): what != "a tuple" && what != "a dictionary"
    default: true
    }
  }

  /// True for `if` and `switch`, which are the only statement of many a getter.
  var isBranching: Bool {
    if case .other(Self.branching) = kind { true } else { false }
  }

  /// Its text in quotes, for messages.
  var shown: String {
    switch kind {
    case .other(let what): return what
    case .call(let callee, _):
      if case .other("a closure") = callee.kind { return "the call of a closure" }
    default: break
    }
    return "'\(excerpt(place.source.text(place.range)))'"
  }

  /// True for `[T]`, `Array<T>`, `Array` and `.init` before the brackets of a call.
  var isArrayType: Bool {
    switch kind {
    case .array: true
    case .specialized(let name, _): name == "Array"
    case .member(let base?, let name): name.value == "init" && base.isArrayType
    default: path == [] || path == ["Array"]
    }
  }

  /// True for `[K: V]`, `Dictionary<K, V>` and `.init` before the brackets of a call.
  var isDictionaryType: Bool {
    switch kind {
    case .dictionary: true
    case .specialized(let name, _): name == "Dictionary"
    case .member(let base?, let name): name.value == "init" && base.isDictionaryType
    default: path == [] || path == ["Dictionary"]
    }
  }

  /// `[a, b]` of `Set([a, b])`.
  var madeIntoSet: Expression? {
    guard case .call(let callee, let arguments) = kind, callee.isSetType, arguments.count == 1,
      arguments[0].label == nil
    else { return nil }
    return arguments[0].value
  }

  /// True for `Set`, `Set<Weekday>`, and `.init` of them.
  var isSetType: Bool {
    switch kind {
    case .specialized(let name, _): name == "Set"
    case .member(let base, let name): name.value == "init" && base?.isSetType ?? true
    default: path == ["Set"]
    }
  }

  /// True for a number, with or without a sign.
  var isLiteral: Bool {
    switch kind {
    case .integer, .real: true
    case .prefix("-", let operand), .prefix("+", let operand): operand.isLiteral
    default: false
    }
  }
}
