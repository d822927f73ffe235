import FlagModel

/// Stored properties: attributes, structs of attributes, and relationships.
extension Checker {
  func checkProperty(
    _ declaration: PropertyDeclaration, of scope: Scope
  ) throws(Rejection) -> CheckedProperty {
    let resolved = try carrying(declaration) { () throws(Rejection) in
      try type(of: declaration, in: scope)
    }
    var plain = Attribute(
      name: declaration.name.value, declaredType: resolved.spelling, type: .data,
      isOptional: resolved.isOptional)
    var checked = CheckedProperty(declaration: declaration)
    switch resolved.kind {
    case .value(let type): plain.type = type
    case .wrapper(_, let inner):
      plain.type = inner.type
      plain.isOptional = resolved.isOptional || inner.isOptional
      plain.isUnique = inner.isUnique
      plain.validity = inner.validity
    case .carried(let reason): noteCarried(declaration, reason)
    case .structure(let owner, let properties):
      checked.property = .group(
        try group(declaration, properties, codingKeys(of: owner), resolved, in: scope))
    case .entity(let target), .entities(let target):
      let isToMany = if case .entities = resolved.kind { true } else { false }
      checked.relationship = try relationship(
        declaration, to: target, isToMany: isToMany, isOptional: resolved.isOptional, in: scope)
    }
    if checked.property == nil, checked.relationship == nil {
      checked.property = .attribute(try attribute(declaration, plain, resolved, in: scope))
    }
    try nameColumns(of: &checked, in: scope)
    return checked
  }

  /// `Any`, which is only allowed for an attribute of an entity; nil for other types.
  private func anyType(_ type: TypeSyntax, in scope: Scope) -> ResolvedType? {
    guard scope.isEntity else { return nil }
    switch type.kind {
    case .unsupported(TypeSyntax.any):
      return ResolvedType(kind: .value(.any), isOptional: false, spelling: "Any")
    case .optional(let inner):
      guard let type = anyType(inner, in: scope) else { return nil }
      return ResolvedType(kind: type.kind, isOptional: true, spelling: type.spelling)
    default: return nil
    }
  }

  /// The declared type, or the type of the default value.
  private func type(
    of declaration: PropertyDeclaration, in scope: Scope
  ) throws(Rejection) -> ResolvedType {
    if let type = declaration.type {
      if let any = anyType(type, in: scope) { return any }
      if let list = listOfRecords(declaration, in: scope) { return try resolve(list, in: scope) }
      return try resolve(type, in: scope)
    }
    guard let code = declaration.initialiser else {
      throw Rejection(
        "'\(excerpt(declaration.name.value))' needs a type", at: declaration.name.place)
    }
    let expression = try parsing { () throws(Diagnostic) in try code.expression() }
    if let constant = namedConstant(expression, in: scope), !isFlagSet(constant.scope) {
      guard depth < Checker.depthLimit else {
        throw Rejection("too many declarations depend on each other", at: code.place)
      }
      depth += 1
      defer { depth -= 1 }
      return try type(of: constant.property, in: constant.scope)
    }
    guard let type = inferredType(of: expression, in: scope) else {
      throw Rejection(
        "the type of '\(excerpt(declaration.name.value))' cannot be derived from its default",
        at: code.place,
        hint: "write it: 'var \(excerpt(declaration.name.value)): …'")
    }
    return try resolve(type, in: scope)
  }

  // MARK: Structs

  /// The stored properties of a struct, with their short names.
  func structure(of scope: Scope, for use: TypeSyntax) throws(Rejection) -> [Property] {
    try find(
      scope.structure, name: scope.path, at: use.place, cost: 2,
      itself: Rejection(
        "the struct '\(excerpt(scope.path))' contains itself", at: use.place,
        hint: .words(
          "declare records that contain records as entities: "
            + "'@Model final class \(excerpt(scope.path))'"))
    ) { () throws(Rejection) in
      var properties: [Property] = []
      if let expression = scope.expressionProperties.first {
        throw Rejection(
          "the struct '\(excerpt(scope.path))' cannot have an expression",
          at: expression.name.place, hint: "only entities have expressions")
      }
      for declaration in scope.storedProperties {
        let checked = try checkProperty(declaration, of: scope)
        guard let property = checked.property else {
          throw Rejection(
            "the struct '\(excerpt(scope.path))' cannot contain a record",
            at: declaration.type?.place ?? declaration.name.place,
            hint: "only entities have relationships")
        }
        properties.append(property)
        let size = properties.reduce(0) { $1.attributes.reduce($0) { $0 + 1 + $1.type.size } }
        if size > Checker.columnLimit {
          throw Rejection(
            "the struct '\(excerpt(scope.path))' has more than \(Checker.columnLimit) columns",
            at: scope.place)
        }
      }
      guard !properties.isEmpty else {
        throw Rejection(
          "the struct '\(excerpt(scope.path))' has no stored property", at: use.place)
      }
      return properties
    }
  }

  private func group(
    _ declaration: PropertyDeclaration, _ properties: [Property], _ codingKeys: CodingKeys?,
    _ resolved: ResolvedType, in scope: Scope
  ) throws(Rejection) -> Group {
    let properties = try groupDefault(declaration, properties, resolved, in: scope) ?? properties
    let name = declaration.name.value
    let options = try arguments(of: "Attribute", on: declaration)
    return Group(
      name: name, declaredType: resolved.spelling, isOptional: resolved.isOptional,
      isUnique: options.contains { $0.isOption("unique") },
      properties: properties.map { $0.within(name, isOptional: resolved.isOptional) },
      originalName: try originalName(in: options), codingKeys: codingKeys,
      summary: declaration.doc)
  }

  /// The properties with the default values from `= Size(width: 1)`; nil if they keep those of the
  /// struct. An optional struct has none.
  private func groupDefault(
    _ declaration: PropertyDeclaration, _ properties: [Property], _ resolved: ResolvedType,
    in scope: Scope
  ) throws(Rejection) -> [Property]? {
    guard let code = declaration.initialiser else { return nil }
    let expression = try parsing { () throws(Diagnostic) in try code.expression() }
    if case .null = expression.contentOfOptional.kind, resolved.isOptional { return nil }
    if case .call(let callee, let arguments) = expression.kind, !resolved.isOptional,
      case .structure(let made, _) = resolved.kind, names(callee, made, in: scope),
      let values = try defaults(arguments, of: properties, in: scope)
    {
      return values
    }
    let hint: Hint = "write the defaults of its properties in '\(resolved.spelling)'"
    guard expression.isComputed else {
      throw Rejection(
        "the default of a struct cannot be evaluated", at: expression.place, hint: hint)
    }
    leaveOut(
      "the default of '\(excerpt(declaration.name.value))'",
      Rejection("a struct has the defaults of its properties", at: expression.place, hint: hint))
    return nil
  }

  /// The properties with default values from the labelled arguments of an initializer. Nil if it
  /// has other arguments, or values that are only known at run time.
  private func defaults(
    _ arguments: [Expression.Argument], of properties: [Property], in scope: Scope
  ) throws(Rejection) -> [Property]? {
    var properties = properties
    for argument in arguments {
      let index = properties.firstIndex { $0.name.parts.last == argument.label?.value }
      guard let index else { return nil }
      switch (properties[index], argument.value.kind) {
      case (.attribute(var attribute), .null) where attribute.isOptional:
        attribute.defaultValue = nil
        properties[index] = .attribute(attribute)
      case (.attribute(var attribute), _):
        guard let value = try constant(argument.value, for: attribute, in: scope) else {
          return nil
        }
        attribute.defaultValue = value
        properties[index] = .attribute(attribute)
      case (.group(var group), .call(_, let inner)) where !group.isOptional:
        guard let parts = try defaults(inner, of: group.properties, in: scope) else { return nil }
        group.properties = parts
        properties[index] = .group(group)
      default: return nil
      }
    }
    return properties
  }

  /// The value of an expression for an attribute; nil if it is only known at run time.
  private func constant(
    _ expression: Expression, for attribute: Attribute, in scope: Scope
  ) throws(Rejection) -> DefaultValue? {
    do throws(Rejection) {
      let value = try value(of: expression, as: attribute.type, in: scope)
      if case .value(let plain) = value { try checked(plain, attribute, expression) }
      return value
    } catch {
      guard error.isUnknowable else { throw error }
      return nil
    }
  }

  func checked(
    _ value: Value, _ attribute: Attribute, _ expression: Expression
  ) throws(Rejection) {
    do {
      try ValueCheck(attribute).check(value)
    } catch {
      throw Rejection(error.message, at: expression.place, hint: error.hint)
    }
  }

  // MARK: Attributes

  /// Applies the property's attributes and other parts of its declaration to a plain attribute.
  private func attribute(
    _ declaration: PropertyDeclaration, _ plain: Attribute, _ resolved: ResolvedType,
    in scope: Scope
  ) throws(Rejection) -> Attribute {
    let options = try arguments(of: "Attribute", on: declaration)
    var attribute = try validated(plain, of: declaration, in: scope)
    attribute.stored = try storedForm(of: declaration, attribute.type)
    attribute.isUnique = plain.isUnique || options.contains { $0.isOption("unique") }
    attribute.originalName = try originalName(in: options)
    attribute.summary = declaration.doc
    guard let code = declaration.initialiser else { return attribute }
    let expression = try parsing { () throws(Diagnostic) in try code.expression() }
    if case .carried = resolved.kind {
      if case .null = expression.contentOfOptional.kind { return attribute }
      leaveOut(
        "the default of '\(excerpt(declaration.name.value))'",
        Rejection("only the app can read such values", at: expression.place))
      return attribute
    }
    do throws(Rejection) {
      attribute.defaultValue = try defaultValue(expression, of: resolved, attribute, in: scope)
    } catch {
      guard error.isUnknowable else { throw error }
      leaveOut("the default of '\(excerpt(declaration.name.value))'", error)
    }
    return attribute
  }

  func arguments(
    of attribute: Name, on declaration: PropertyDeclaration
  ) throws(Rejection) -> [Expression.Argument] {
    var arguments: [Expression.Argument] = []
    for use in declaration.attributes where use.name.value == attribute {
      guard let code = use.arguments else { continue }
      arguments += try parsing { () throws(Diagnostic) in try code.argumentList() }
    }
    return arguments
  }

  // MARK: Relationships

  private func relationship(
    _ declaration: PropertyDeclaration, to target: Scope, isToMany: Bool, isOptional: Bool,
    in scope: Scope
  ) throws(Rejection) -> UnlinkedRelationship {
    let arguments = try arguments(of: "Relationship", on: declaration)
    var relationship = UnlinkedRelationship(
      declaration: declaration, owner: scope, target: target, isToMany: isToMany,
      isOptional: isOptional)
    relationship.originalName = try originalName(in: arguments)
    for argument in arguments {
      switch argument.label?.value {
      case "deleteRule": relationship.deleteRule = try deleteRule(argument.value)
      case "inverse": relationship.inverse = try writtenInverse(argument.value, in: scope)
      default: break
      }
    }
    return relationship
  }

  private func deleteRule(
    _ expression: Expression
  ) throws(Rejection) -> Relationship.DeleteRule {
    guard case .member(_, let name) = expression.kind,
      let rule = Relationship.DeleteRule(rawValue: name.value.text)
    else {
      let rules = Relationship.DeleteRule.allCases.map { ".\($0.rawValue)" }
      let written = excerpt(expression.place.source.text(expression.place.range))
      throw Rejection(
        "'\(written)' is not a delete rule", at: expression.place,
        hint: "the rules are \(rules.joined(separator: ", "))")
    }
    return rule
  }

  private func writtenInverse(
    _ expression: Expression, in scope: Scope
  ) throws(Rejection) -> UnlinkedRelationship.WrittenInverse {
    if case .null = expression.kind { return .none }
    guard let (root, path) = keyPath(expression, in: scope), path.count == 1 else {
      throw Rejection(
        "expected a key path such as '\\Reading.sample' as inverse", at: expression.place)
    }
    let named = target(of: root, in: scope, at: expression.place)
    return .property(root: named?.fullName ?? root.last, path[0], expression.place)
  }
}

extension Expression.Argument {
  /// True for `.name` without a label.
  func isOption(_ name: Name) -> Bool {
    guard label == nil, case .member(_, let option) = value.kind else { return false }
    return option.value == name
  }
}

extension Property {
  /// The property as a part of a struct.
  func within(_ group: Name, isOptional: Bool) -> Property {
    switch self {
    case .attribute(var inner):
      inner.name = "\(group).\(inner.name)"
      inner.column = "\(group)_\(inner.column)"
      if isOptional {
        inner.isRequiredPart = inner.isRequiredPart || !inner.isOptional
        inner.isOptional = true
        inner.defaultValue = nil
      }
      return .attribute(inner)
    case .group(var inner):
      inner.name = "\(group).\(inner.name)"
      inner.properties = inner.properties.map { $0.within(group, isOptional: isOptional) }
      return .group(inner)
    case .relationship: return self
    }
  }
}
