import FlagModel

/// Key paths in `#Unique`, `#Index` and `inverse:`.
extension Checker {
  /// The columns in each use of the macro.
  func keyPathLists(
    _ macro: Name, of scope: Scope, _ properties: [CheckedProperty]
  ) -> [[Name]] {
    var lists: [[Name]] = []
    for use in scope.macros where use.name.value == macro {
      let list = attempt { () throws(Rejection) in
        var lists: [[Name]] = []
        for list in try keyPathLists(use, of: scope) {
          for path in list { try checkColumn(path.value, path.place, of: scope, properties) }
          lists.append(list.map(\.value))
        }
        return lists
      }
      lists += list ?? []
    }
    return lists
  }

  /// The key paths of a macro, whether there are such properties or not.
  func keyPathLists(_ macro: MacroSyntax, of scope: Scope) throws(Rejection) -> [[NameSyntax]] {
    guard let code = macro.arguments else {
      throw Rejection("expected key paths after '#\(macro.name.value)'", at: macro.name.place)
    }
    var lists: [[NameSyntax]] = []
    for argument in try parsing({ () throws(Diagnostic) in try code.argumentList() }) {
      lists.append(try keyPaths(argument.value, of: scope))
    }
    return lists
  }

  private func keyPaths(
    _ expression: Expression, of scope: Scope
  ) throws(Rejection) -> [NameSyntax] {
    // `.binary([\.a])` and `.rtree` choose a kind of index; only the columns are used.
    if let inner = expression.innerArray { return try keyPaths(inner, of: scope) }
    guard case .array(let elements) = expression.kind, !elements.isEmpty else {
      throw Rejection("expected an array of key paths", at: expression.place)
    }
    var paths: [NameSyntax] = []
    for element in elements {
      guard let (_, path) = keyPath(element, in: scope), !path.isEmpty else {
        throw Rejection("expected a key path", at: element.place)
      }
      paths.append(NameSyntax(value: Name(path: path), place: element.place))
    }
    return paths
  }

  /// A key path, split into its root and its properties; the root is empty if it is implicit.
  func keyPath(
    _ expression: Expression, in scope: Scope
  ) -> (root: [Name], path: [Name])? {
    guard case .keyPath(let names, let hasRoot) = expression.kind else { return nil }
    guard hasRoot, !names.isEmpty else { return ([], names) }
    let length = (1..<max(2, names.count)).last {
      declaration(of: Array(names[..<$0]), in: scope, at: expression.place) != nil
    }
    return (Array(names[..<(length ?? 1)]), Array(names[(length ?? 1)...]))
  }

  private func checkColumn(
    _ name: Name, _ place: SourcePlace, of scope: Scope, _ properties: [CheckedProperty]
  ) throws(Rejection) {
    // An invalid property has already been reported.
    let isBroken = properties.contains {
      $0.property == nil && $0.relationship == nil && $0.declaration.name.value == name
    }
    let attributes = properties.flatMap { $0.property?.attributes ?? [] }
    let relationships = properties.compactMap { $0.relationship }
    if isBroken || attributes.contains(where: { $0.name == name }) { return }
    if let relationship = relationships.first(where: { $0.name == name }) {
      guard relationship.isToMany else { return }
      throw Rejection("'\(excerpt(name))' is to-many, so it is not a column", at: place)
    }
    throw Rejection(
      "'\(excerpt(scope.path))' has no attribute '\(excerpt(name))'", at: place,
      hint: suggestion(for: name) { attributes.map(\.name) + relationships.map(\.name) })
  }
}

extension Expression {
  /// The array in `.binary([…])`.
  fileprivate var innerArray: Expression? {
    guard case .call(let callee, let arguments) = kind, case .member(nil, _) = callee.kind else {
      return nil
    }
    return arguments.first?.value
  }
}
