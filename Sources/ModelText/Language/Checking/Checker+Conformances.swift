import FlagModel

/// The types from which a type inherits by way of protocols, compositions and aliases.
extension Checker {
  /// Replaces compositions and aliases by their parts, and adds the types that protocols inherit.
  func addInherited(to scope: Scope) {
    guard scope.inherited.contains(where: { standsForOthers($0, in: scope) }) else { return }
    var visited: Set<Name> = []
    var types: [TypeSyntax] = []
    for type in scope.inherited { collect(type, in: scope, &visited, into: &types) }
    scope.inherited = types
  }

  private func standsForOthers(_ type: TypeSyntax, in scope: Scope) -> Bool {
    switch type.kind {
    case .composition: true
    case .named: tree.protocols[type.lastName ?? ""] != nil || alias(type, in: scope) != nil
    default: false
    }
  }

  private func collect(
    _ type: TypeSyntax, in scope: Scope, _ visited: inout Set<Name>, into types: inout [TypeSyntax]
  ) {
    if case .composition(let first, let second) = type.kind {
      collect(first, in: scope, &visited, into: &types)
      collect(second, in: scope, &visited, into: &types)
      return
    }
    guard let name = type.lastName, visited.insert(name).inserted else { return }
    if let alias = alias(type, in: scope) {
      collect(alias.declaration.type, in: alias.scope, &visited, into: &types)
      return
    }
    types.append(type)
    for inherited in tree.protocols[name] ?? [] {
      collect(inherited, in: tree.model, &visited, into: &types)
    }
  }

  /// The alias that a type names; nil for an alias of a declared type, which is found by its name.
  private func alias(_ type: TypeSyntax, in scope: Scope) -> AliasScope? {
    guard let path = type.path,
      case .alias(let alias)? = declaration(of: path, in: scope, at: type.place),
      target(of: .alias(alias)) == nil
    else { return nil }
    return alias
  }
}
