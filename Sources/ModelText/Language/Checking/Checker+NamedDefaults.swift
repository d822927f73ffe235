import FlagModel

/// Defaults that have a name: `Constants.none`, `Status.usual`, a `let` of the file.
extension Checker {
  /// A property with a value that never changes, and the scope that its value is written in.
  struct NamedConstant {
    let property: PropertyDeclaration
    let scope: Scope
  }

  func namedConstant(_ expression: Expression, in scope: Scope) -> NamedConstant? {
    switch expression.kind {
    case .name(let name):
      for scope in scope.chain {
        guard let property = scope.constantProperty(named: name) else { continue }
        return NamedConstant(property: property, scope: scope)
      }
      return nil
    case .member(let base?, let name):
      guard let path = base.path, let found = declaration(of: path, in: scope).flatMap(target)
      else { return nil }
      return found.constantProperty(named: name.value).map {
        NamedConstant(property: $0, scope: found)
      }
    default: return nil
    }
  }

  /// The expression that a name stands for in the end; nil for all that is no such name.
  func namedDefault(
    _ expression: Expression, _ type: AttributeType, in scope: Scope
  ) throws(Rejection) -> (expression: Expression, scope: Scope)? {
    var value = (expression: expression, scope: scope)
    for steps in 0..<Checker.depthLimit {
      guard let named = namedConstant(value.expression, type, in: value.scope) else {
        return steps == 0 ? nil : value
      }
      guard let code = named.property.initialiser ?? named.property.getter?.returned,
        let next = try? code.expression()
      else { break }
      value = (next, named.scope)
    }
    throw notWorkedOut(expression, as: type)
  }

  /// With a type that is known, `.usual` is a name too. Integers and flags have constants of their
  /// own.
  private func namedConstant(
    _ expression: Expression, _ type: AttributeType, in scope: Scope
  ) -> NamedConstant? {
    switch (type, expression.kind) {
    case (.integer, _), (.flags, _): return nil
    case (.enumeration(let enumeration), .member(nil, let name)):
      let declared = tree.all.first { $0.keyword == .enum && $0.fullName == enumeration.name }
      return declared.flatMap { scope in
        scope.constantProperty(named: name.value).map { NamedConstant(property: $0, scope: scope) }
      }
    default: return namedConstant(expression, in: scope)
    }
  }
}
