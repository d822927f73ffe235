import FlagModel

/// `@Expression("readings[value >= $limit].count", parameters: "limit") var passing: Int`
extension Checker {
  func expressions(of scope: Scope) -> [NamedExpression] {
    guard !scope.expressionProperties.isEmpty else { return [] }
    var names = Set(scope.storedProperties.map(\.name.value))
    return scope.expressionProperties.compactMap { declaration in
      attempt { () throws(Rejection) in
        guard names.insert(declaration.name.value).inserted else {
          throw Rejection(
            "'\(excerpt(declaration.name.value))' is declared twice", at: declaration.name.place)
        }
        try requireFree(declaration.name, in: scope)
        return try expression(declaration, in: scope)
      }
    }
  }

  /// Throws if an ancestor or a subentity has a property with the name. The stored model of a
  /// database is exempt.
  private func requireFree(_ name: NameSyntax, in scope: Scope) throws(Rejection) {
    if isStored { return }
    func names(of other: Scope) -> [NameSyntax] {
      (other.storedProperties + other.expressionProperties).map(\.name)
    }
    let bases = scope.ancestors.dropFirst().flatMap(names)
    let heirs = entities.filter { $0 !== scope && $0.ancestors.contains { $0 === scope } }
      .flatMap { $0.storedProperties.map(\.name) }
    guard let first = (bases + heirs).first(where: { $0.value == name.value }) else { return }
    throw Rejection(
      "'\(excerpt(name.value))' is already a property in this class hierarchy", at: name.place,
      notes: [Diagnostic.Note("that property is declared here", at: first.place)])
  }

  private func expression(
    _ declaration: PropertyDeclaration, in scope: Scope
  ) throws(Rejection) -> NamedExpression {
    guard let type = declaration.type else {
      throw Rejection(
        "'\(excerpt(declaration.name.value))' needs a type", at: declaration.name.place)
    }
    let resolved = try resolve(type, in: scope)
    guard case .value = resolved.kind else {
      throw Rejection("an expression must have a single value", at: type.place)
    }
    var texts: [String] = []
    for argument in try arguments(of: "Expression", on: declaration) {
      guard case .string(let text) = argument.value.kind,
        argument.label == nil || (argument.label?.value == "parameters" && !texts.isEmpty)
      else {
        throw Rejection(
          "expected the expression as a string", at: argument.value.place,
          hint: #"as in @Expression("readings[value >= $limit].count", parameters: "limit")"#)
      }
      texts.append(text)
    }
    guard let text = texts.first else {
      throw Rejection("expected the expression as a string", at: declaration.name.place)
    }
    return NamedExpression(
      name: declaration.name.value, parameters: texts.dropFirst().map { Name($0) }, text: text,
      declaredType: resolved.shownSpelling,
      summary: declaration.doc)
  }
}
