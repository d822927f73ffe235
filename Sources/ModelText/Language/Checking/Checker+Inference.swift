import FlagModel

/// Infers the types of properties that only have a default value.
extension Checker {
  /// The type that Swift infers; nil if the expression is too complex.
  func inferredType(of expression: Expression, in scope: Scope) -> TypeSyntax? {
    func named(_ path: [Name]) -> TypeSyntax {
      TypeSyntax(kind: .named(path, arguments: []), place: expression.place)
    }
    switch expression.kind {
    case .integer: return named(["Int"])
    case .real: return named(["Double"])
    case .string: return named(["String"])
    case .bool: return named(["Bool"])
    case .other("a string with an interpolation"): return named(["String"])
    case .prefix("-", let inner), .prefix("+", let inner), .prefix("~", let inner):
      return inferredType(of: inner, in: scope)
    case .binary(_, let left, let right):
      let type = inferredType(of: left, in: scope)
      // A literal has the type of the other operand.
      if left.isIntegerLiteral, case .named? = inferredType(of: right, in: scope)?.kind {
        return inferredType(of: right, in: scope)
      }
      return type
    case .unwrap(let inner): return inferredType(of: inner, in: scope)
    case .cast(_, let type): return type
    case .array(let elements):
      guard let element = elements.first.flatMap({ inferredType(of: $0, in: scope) }) else {
        return nil
      }
      return TypeSyntax(kind: .array(element), place: expression.place)
    case .dictionary(let pairs):
      guard let first = pairs.first, let key = inferredType(of: first.key, in: scope),
        let value = inferredType(of: first.value, in: scope)
      else { return nil }
      return TypeSyntax(kind: .dictionary(key, value), place: expression.place)
    case .call(let callee, _) where callee.path == ["Set"]:
      return setType(of: expression, in: scope)
    case .call(let callee, _): return resultType(of: callee, in: scope)
    case .member(let base, let name): return memberPath(name.value, of: base, in: scope).map(named)
    default: return nil
    }
  }

  /// The type of `Set([1, 2])`.
  private func setType(of expression: Expression, in scope: Scope) -> TypeSyntax? {
    guard let made = expression.madeIntoSet,
      case .array(let element)? = inferredType(of: made, in: scope)?.kind
    else { return nil }
    return TypeSyntax(kind: .named(["Set"], arguments: [element]), place: expression.place)
  }

  /// The path of the type of `UUID().uuidString`, `Status.received.rawValue`, `Status.received` and
  /// `Date.now`.
  private func memberPath(_ name: Name, of base: Expression?, in scope: Scope) -> [Name]? {
    if name == "uuidString" { return ["String"] }
    guard let base else { return nil }
    if name == "rawValue" {
      return inferredType(of: base, in: scope)?.path.map { $0 + ["RawValue"] }
    }
    guard let path = base.path, isType(path, in: scope, at: base.place) else { return nil }
    return path
  }

  /// The type of the value that a method or an initializer returns.
  private func resultType(of callee: Expression, in scope: Scope) -> TypeSyntax? {
    if case .member(let base?, let name) = callee.kind,
      ["lowercased", "uppercased", "addingTimeInterval"].contains(name.value)
    {
      return inferredType(of: base, in: scope)
    }
    return calledType(callee, in: scope)
  }

  /// The type of `Date()`, `Date.init()`, `[Int]()` and `.none`.
  private func calledType(_ callee: Expression, in scope: Scope) -> TypeSyntax? {
    switch callee.kind {
    case .array, .dictionary: return callee.type
    case .specialized(let name, let arguments):
      return TypeSyntax(kind: .sugared([name], arguments), place: callee.place)
    case .name, .member:
      guard var path = callee.path else { return nil }
      if path.last == "init" { path.removeLast() }
      guard isType(path, in: scope, at: callee.place) else { return nil }
      return TypeSyntax(kind: .named(path, arguments: []), place: callee.place)
    default: return nil
    }
  }

  private func isType(_ path: [Name], in scope: Scope, at place: SourcePlace) -> Bool {
    guard let last = path.last else { return false }
    return declaration(of: path, in: scope, at: place) != nil
      || (path.count == 1 && AttributeType(builtin: last) != nil)
      || last.text.first?.isUppercase == true
  }
}

extension Expression {
  /// True for a calculation of whole numbers without a name: `60 * 60`.
  fileprivate var isIntegerLiteral: Bool {
    switch kind {
    case .integer: true
    case .prefix(_, let operand): operand.isIntegerLiteral
    case .binary(_, let left, let right): left.isIntegerLiteral && right.isIntegerLiteral
    default: false
    }
  }

  /// The type in an expression, as in `[URL: [Int]]()`.
  fileprivate var type: TypeSyntax? {
    switch kind {
    case .array(let elements) where elements.count == 1:
      elements[0].type.map { TypeSyntax(kind: .array($0), place: place) }
    case .dictionary(let pairs) where pairs.count == 1:
      pairs[0].key.type.flatMap { key in
        pairs[0].value.type.map { TypeSyntax(kind: .dictionary(key, $0), place: place) }
      }
    default: path.map { TypeSyntax(kind: .named($0, arguments: []), place: place) }
    }
  }
}
