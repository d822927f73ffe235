import FlagModel

/// Named default values: `Constants.none`, `Status.usual`, a `let` of the file.
extension Checker {
  /// A constant property, and the scope of its value.
  struct NamedConstant {
    let property: PropertyDeclaration
    let scope: Scope
  }

  func namedConstant(_ expression: Expression, in scope: Scope) -> NamedConstant? {
    switch expression.kind {
    case .name(let name):
      for scope in tree.scopes(around: scope, at: expression.place) {
        guard let property = scope.constantProperty(named: name, at: expression.place) else {
          continue
        }
        return NamedConstant(property: property, scope: scope.isFile ? tree.model : scope)
      }
      return nil
    case .member(let base?, let name):
      guard let owner = target(of: base, in: scope) else { return nil }
      return namedConstant(name, in: owner)
    default: return nil
    }
  }

  /// The expression behind a name, through any number of names; nil for an expression that is not a
  /// name.
  func namedDefault(
    _ expression: Expression, _ type: AttributeType, in scope: Scope
  ) throws(Rejection) -> (expression: Expression, scope: Scope)? {
    var value = (expression: expression, scope: scope)
    for steps in 0..<Checker.depthLimit {
      guard let named = namedConstant(value.expression, type, in: value.scope) else {
        if steps == 0 { return nil }
        return value
      }
      guard let code = named.property.initialiser ?? named.property.getter?.returned,
        let next = try? code.expression()
      else { break }
      value = (next, named.scope)
    }
    throw notWorkedOut(expression, as: type)
  }

  private func namedConstant(_ name: NameSyntax, in scope: Scope) -> NamedConstant? {
    guard let property = scope.constantProperty(named: name.value, at: name.place) else {
      return nil
    }
    return NamedConstant(property: property, scope: scope)
  }

  /// If the type is known, `.usual` is a name too. Integers and flags are handled elsewhere.
  private func namedConstant(
    _ expression: Expression, _ type: AttributeType, in scope: Scope
  ) -> NamedConstant? {
    switch (type, expression.kind) {
    case (.integer, _), (.flags, _): return nil
    case (.enumeration(let enumeration), .member(nil, let name)):
      let declared = tree.all.first { $0.keyword == .enum && $0.fullName == enumeration.name }
      guard let declared else { return nil }
      return namedConstant(name, in: declared)
    default: return namedConstant(expression, in: scope)
    }
  }
}
