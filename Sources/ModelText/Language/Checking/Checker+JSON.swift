import FlagModel
import JSON

// Types that are stored as JSON: dictionaries, enums with associated values, structs in arrays.

extension Checker {
  func shape(of scope: Scope, _ properties: [Property]) -> JSONShape {
    let keys = codingKeys(of: scope)
    return .object(name: scope.fullName, properties.compactMap { JSONField($0, keys) })
  }

  /// The JSON names of a struct's properties, from its enum `CodingKeys`; nil if it has none or an
  /// unreadable one.
  func codingKeys(of scope: Scope) -> CodingKeys? {
    guard let keys = scope.types["CodingKeys"], keys.keyword == .enum,
      keys.inherits("CodingKey"),
      let cases = keys.cases.isEmpty ? [] : try? enumeration(of: keys).cases
    else { return nil }
    let stored = Set(scope.storedProperties.map(\.name.value))
    let names = CodingKeys(
      cases.filter { stored.contains($0.name) }.map { enumCase in
        if case .text(let text) = enumCase.rawValue { return (enumCase.name, Name(text)) }
        return (enumCase.name, enumCase.name)
      }
    ) { first, _ in first }
    if stored.allSatisfy({ names[$0] == $0 }) { return nil }
    return names
  }

  func dictionary(
    of key: TypeSyntax, _ value: TypeSyntax, in scope: Scope
  ) throws(Rejection) -> ResolvedType {
    if case .carried(let reason) = try resolve(value, in: scope).kind {
      return ResolvedType(
        kind: .carried(reason), isOptional: false, spelling: "[\(key.text): \(value.text)]")
    }
    let keys = try field("key", key, in: scope)
    let values = try field("value", value, in: scope)
    guard keys.type.mayBeKey, !keys.isOptional else {
      throw Rejection("the keys of a dictionary must be plain values", at: key.place)
    }
    return ResolvedType(
      kind: .value(.json(.dictionary(key: keys.type, value: values))), isOptional: false,
      spelling: "[\(keys.declaredType): \(values.shownType)]")
  }

  /// True for an enum that is stored as JSON.
  func hasPayloads(_ scope: Scope) -> Bool {
    rawType(ofEnumeration: scope) == nil && scope.cases.contains { $0.payload != nil }
  }

  func payloadEnumeration(of scope: Scope) throws(Rejection) -> PayloadEnumeration {
    try find(
      scope.payloads, name: scope.path, at: scope.place, cost: 2,
      itself: Rejection(
        "the enum '\(excerpt(scope.path))' contains itself", at: scope.place,
        hint: "declare records that contain records as entities")
    ) { () throws(Rejection) in
      var cases: [PayloadEnumeration.Case] = []
      for (index, enumCase) in scope.cases.enumerated() {
        let earlier = scope.cases[..<index].first { $0.name.value == enumCase.name.value }
        if let earlier {
          if earlier.branch.excludes(enumCase.branch) { continue }
          throw Rejection(
            "'\(excerpt(enumCase.name.value))' is declared twice", at: enumCase.name.place,
            notes: [Diagnostic.Note("it is declared here first", at: earlier.name.place)])
        }
        cases.append(
          PayloadEnumeration.Case(
            name: enumCase.name.value, fields: try fields(of: enumCase, in: scope),
            summary: enumCase.doc))
        let size = cases.reduce(0) { $1.fields.reduce($0) { $0 + $1.size } }
        if size > Checker.columnLimit {
          throw Rejection(
            "the enum '\(excerpt(scope.path))' has more than \(Checker.columnLimit) values",
            at: scope.place)
        }
      }
      return PayloadEnumeration(
        name: scope.fullName, cases: cases, summary: scope.declaration?.doc)
    }
  }

  private func fields(
    of enumCase: CaseDeclaration, in scope: Scope
  ) throws(Rejection) -> [JSONField] {
    guard let code = enumCase.payload else { return [] }
    let payload = try parsing { () throws(Diagnostic) in try code.payload() }
    var fields: [JSONField] = []
    for (index, value) in payload.enumerated() {
      let name = value.label?.value ?? "_\(index)"
      if fields.contains(where: { $0.name == name }) {
        throw Rejection("the label '\(excerpt(name))' appears twice", at: value.type.place)
      }
      fields.append(try field(name, value.type, in: scope))
    }
    return fields
  }

  private func field(
    _ name: Name, _ type: TypeSyntax, in scope: Scope
  ) throws(Rejection) -> JSONField {
    let resolved = try resolve(type, in: scope)
    func made(_ type: AttributeType, isOptional: Bool = false) -> JSONField {
      JSONField(
        name: name, declaredType: resolved.spelling, type: type,
        isOptional: resolved.isOptional || isOptional)
    }
    switch resolved.kind {
    case .value(let type): return made(type)
    case .wrapper(_, let inner): return made(inner.type, isOptional: inner.isOptional)
    case .structure(let scope, let properties):
      return made(.json(shape(of: scope, properties)))
    case .carried: return made(.data)
    case .entity, .entities:
      throw Rejection("only a property of an entity can contain records", at: type.place)
    }
  }
}

// MARK: Default values

extension Checker {
  /// `Rule(days: 3)`, `["a": 1]`, `.every(days: 3)`.
  func json(
    _ expression: Expression, _ shape: JSONShape, in scope: Scope
  ) throws(Rejection) -> Value {
    guard let json = try literal(expression, shape, in: scope) else {
      throw notWorkedOut(expression, as: .json(shape))
    }
    do {
      return .text(try shape.kept(json, nil).text())
    } catch {
      // An initializer of the app may set properties that the text omits.
      if expression.isComputed { throw notWorkedOut(expression, as: .json(shape)) }
      throw Rejection(error.message, at: expression.place, hint: error.hint)
    }
  }

  /// Nil if the expression is not a literal of the shape.
  private func literal(
    _ expression: Expression, _ shape: JSONShape, in scope: Scope
  ) throws(Rejection) -> JSONValue? {
    switch (shape, expression.kind) {
    case (.object(let name, let fields), .call(let callee, let arguments)):
      guard let path = callee.path,
        path.isEmpty || path.last == "init" || path.last == name.parts.last
      else { return nil }
      return try members(arguments, fields, in: scope).map(JSONValue.object)
    case (.dictionary, .call(let callee, let arguments)):
      if callee.isDictionaryType && arguments.isEmpty { return .object([]) }
      return nil
    case (.dictionary(let key, let value), .dictionary(let pairs)):
      var items: [JSONValue] = []
      for pair in pairs {
        guard let key = try item(pair.key, of: key, in: scope),
          let value = try item(pair.value, of: value.type, in: scope)
        else { return nil }
        items += [key, value]
      }
      return .array(items)
    case (.cases(let enumeration), .member(_, let name)):
      try checkCase(name, of: enumeration)
      return .string(name.value.text)
    case (.cases(let enumeration), .call(let callee, let arguments)):
      guard case .member(_, let name) = callee.kind,
        let enumCase = enumeration.enumCase(named: name.value),
        let members = try members(arguments, enumCase.fields, in: scope)
      else { return nil }
      return .object([JSONMember(name.value.text, .object(members))])
    default: return nil
    }
  }

  private func checkCase(
    _ name: NameSyntax, of enumeration: PayloadEnumeration
  ) throws(Rejection) {
    let declared = tree.all.first { $0.keyword == .enum && $0.fullName == enumeration.name }
    guard enumeration.enumCase(named: name.value) == nil,
      declared?.constantProperty(named: name.value) == nil
    else { return }
    throw Rejection(
      "'\(excerpt(name.value))' is not a case of '\(enumeration.name)'", at: name.place,
      hint: suggestion(for: name.value) { enumeration.cases.map(\.name) })
  }

  /// The arguments of a memberwise initializer.
  private func members(
    _ arguments: [Expression.Argument], _ fields: [JSONField], in scope: Scope
  ) throws(Rejection) -> [JSONMember]? {
    var members: [JSONMember] = []
    for (index, argument) in arguments.enumerated() {
      let name = argument.label?.value ?? "_\(index)"
      guard let field = fields.first(where: { $0.name == name }) else { return nil }
      if case .null = argument.value.kind { continue }
      guard let value = try item(argument.value, of: field.type, in: scope) else { return nil }
      members.append(JSONMember(field.key.text, value))
    }
    return members
  }

  private func item(
    _ expression: Expression, of type: AttributeType, in scope: Scope
  ) throws(Rejection) -> JSONValue? {
    guard case .value(let value) = try value(of: expression, as: type, in: scope) else {
      return nil
    }
    return type.shown(type.item(value))
  }
}

extension AttributeType {
  fileprivate var mayBeKey: Bool {
    switch self {
    case .bool, .integer, .double, .float, .decimal, .string, .date, .uuid, .url, .data,
      .enumeration:
      true
    case .array, .flags, .json, .any: false
    }
  }
}
