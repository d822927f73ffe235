import FlagModel

/// Default values after `=`: literals, cases, flags, and initializers of known types.
extension Checker {
  /// - Returns: Nil for `nil`, which is the implicit default value of an optional.
  func defaultValue(
    _ expression: Expression, of resolved: ResolvedType, _ attribute: Attribute, in scope: Scope
  ) throws(Rejection) -> DefaultValue? {
    let expression = expression.contentOfOptional
    if case .null = expression.kind {
      if attribute.isOptional { return nil }
      throw Rejection(
        "'\(excerpt(attribute.name))' is not optional, so it cannot be nil", at: expression.place,
        hint: "declare it '\(attribute.declaredType)?'")
    }
    let result = try unwrapped(expression, resolved, attribute.type, in: scope)
    if case .value(let value)? = result { try checked(value, attribute, expression) }
    return result
  }

  /// Removes the initializers of wrappers: `Email(address: "x")` is stored as `"x"`.
  private func unwrapped(
    _ expression: Expression, _ resolved: ResolvedType, _ type: AttributeType, in scope: Scope
  ) throws(Rejection) -> DefaultValue? {
    if let constant = try namedDefault(expression, type, in: scope) {
      return try unwrapped(constant.expression, resolved, type, in: constant.scope)
    }
    guard case .wrapper(let wrapper, let inner) = resolved.kind else {
      return try value(of: expression, as: type, in: scope)
    }
    guard case .call(let callee, let arguments) = expression.kind,
      names(callee, wrapper, in: scope)
    else {
      // A wrapper may conform to ExpressibleByStringLiteral or a similar protocol.
      return try value(of: expression, as: type, in: scope)
    }
    guard let argument = arguments.first else {
      if inner.defaultValue != nil || inner.isOptional { return inner.defaultValue }
      throw notWorkedOut(expression, as: type)
    }
    guard arguments.count == 1, let property = wrapper.storedProperties.first else {
      throw notWorkedOut(expression, as: type)
    }
    if case .null = argument.value.kind, inner.isOptional { return nil }
    let resolvedInner = try property.type.map { (type) throws(Rejection) in
      try resolve(type, in: wrapper)
    }
    guard let resolvedInner else { return try value(of: argument.value, as: type, in: scope) }
    return try unwrapped(argument.value, resolvedInner, type, in: scope)
  }

  func names(_ callee: Expression, _ wanted: Scope, in scope: Scope) -> Bool {
    guard var path = callee.path else { return false }
    if path.last == "init" { path.removeLast() }
    if path.isEmpty { return true }
    let declared = target(of: path, in: scope, at: callee.place)
    return (declared ?? frameworkTypes.model.types[Name(path: path)]) === wanted
  }

  // MARK: Values

  func value(
    of expression: Expression, as type: AttributeType, in scope: Scope
  ) throws(Rejection) -> DefaultValue {
    switch type {
    case .flags(let set): return .value(try flags(expression, set, in: scope))
    case .enumeration(let enumeration):
      return .value(try caseValue(expression, enumeration, in: scope))
    case .array(let element, _):
      return .value(try array(expression, type, of: element, in: scope))
    case .json(.optional(let type)):
      if case .null = expression.kind { return .value(.null) }
      return try value(of: expression, as: type, in: scope)
    case .json(let shape): return .value(try json(expression, shape, in: scope))
    case .integer(let integer):
      return .value(.integer(try stored(expression, integer, in: scope)))
    case .bool:
      guard case .bool(let bool) = expression.kind else {
        throw notWorkedOut(expression, as: type)
      }
      return .value(.bool(bool))
    default: return try foundationValue(of: expression, as: type, in: scope)
    }
  }

  // MARK: Names

  private func flags(
    _ expression: Expression, _ set: FlagSet, in scope: Scope
  ) throws(Rejection) -> Value {
    guard let declared = tree.all.first(where: { isFlagSet($0) && $0.fullName == set.name }) else {
      return .integer(set.stored(try cases(expression, set, in: scope)))
    }
    return .integer(set.stored(try mask(of: expression, in: declared)))
  }

  /// The cases in a set of an enum: `[.monday]`, `Set()`, `Set([.monday])`,
  /// `Set(Weekday.allCases)`.
  private func cases(
    _ expression: Expression, _ set: FlagSet, in scope: Scope
  ) throws(Rejection) -> UInt64 {
    let expression = expression.madeIntoSet ?? expression
    if case .member(_, let name) = expression.kind, name.value == "allCases" {
      return set.declaredMask
    }
    guard let elements = try elements(of: expression, in: scope) else {
      throw notWorkedOut(expression, as: .flags(set))
    }
    var mask: UInt64 = 0
    for element in elements {
      guard case .member(_, let name) = element.kind else {
        throw notWorkedOut(element, as: .flags(set))
      }
      guard let bit = set.mask(named: name.value) else {
        throw Rejection(
          "'\(excerpt(name.value))' is not a case of '\(set.name)'", at: name.place,
          hint: suggestion(for: name.value) { set.names })
      }
      mask |= bit
    }
    return mask
  }

  private func caseValue(
    _ expression: Expression, _ enumeration: Enumeration, in scope: Scope
  ) throws(Rejection) -> Value {
    if case .unwrap(let inner) = expression.kind {
      guard case .call(_, let arguments) = inner.kind, arguments.count == 1,
        arguments[0].label?.value == "rawValue"
      else { throw notWorkedOut(expression, as: .enumeration(enumeration)) }
      return try rawCase(arguments[0].value, enumeration, in: scope)
    }
    guard case .member(_, let name) = expression.kind else {
      throw notWorkedOut(expression, as: .enumeration(enumeration))
    }
    if let value = enumeration.rawValue(of: name.value) { return value }
    throw Rejection(
      "'\(excerpt(name.value))' is not a case of '\(enumeration.name)'", at: name.place,
      hint: suggestion(for: name.value) { enumeration.cases.map(\.name) })
  }

  private func rawCase(
    _ expression: Expression, _ enumeration: Enumeration, in scope: Scope
  ) throws(Rejection) -> Value {
    let value: Value
    switch (enumeration.rawType, expression.kind) {
    case (.integer(let type), _): value = .integer(try stored(expression, type, in: scope))
    case (_, .string(let text)): value = .text(text)
    default: throw notWorkedOut(expression)
    }
    guard enumeration.caseName(of: value) != nil else {
      throw Rejection(
        "no case of '\(enumeration.name)' has this raw value", at: expression.place)
    }
    return value
  }

  // MARK: Arrays

  private func array(
    _ expression: Expression, _ array: AttributeType, of element: AttributeType, in scope: Scope
  ) throws(Rejection) -> Value {
    guard let elements = try elements(of: expression, in: scope) else {
      throw notWorkedOut(expression, as: array)
    }
    var values: [Value] = []
    for expression in elements {
      guard case .value(let value) = try value(of: expression, as: element, in: scope) else {
        throw notWorkedOut(expression, as: element)
      }
      values.append(value)
    }
    return array.array(of: values)
  }

  /// The elements of `[a, b]`, `[T]()`, `.init()`, `Array(repeating: a, count: 7)`, `Set([a, b])`
  /// and `Set<T>()`; nil for an expression that is neither array nor set.
  private func elements(
    of expression: Expression, in scope: Scope
  ) throws(Rejection) -> [Expression]? {
    if case .array(let elements) = expression.kind { return elements }
    if let made = expression.madeIntoSet { return try elements(of: made, in: scope) }
    guard case .call(let callee, let arguments) = expression.kind,
      callee.isArrayType || callee.isSetType
    else { return nil }
    if arguments.isEmpty { return [] }
    guard arguments.compactMap(\.label?.value) == ["repeating", "count"] else { return nil }
    let count = try stored(arguments[1].value, .int, in: scope)
    guard (0...Checker.mostRepeated).contains(count) else { return nil }
    return Array(repeating: arguments[0].value, count: Int(count))
  }

  /// The maximum number of repeated elements in a default value.
  private static let mostRepeated: Int64 = 1_000

  /// True for an initializer of another type, such as `Date()`.
  private func makesAnother(_ expression: Expression, than type: AttributeType) -> Bool {
    guard case .call(let callee, _) = expression.kind, let path = callee.path else { return false }
    switch (AttributeType(builtin: Name(path: path)), type) {
    case (nil, _), (.decimal, .decimal): return false
    case (let made?, _): return made != type
    }
  }

  func notWorkedOut(_ expression: Expression, as type: AttributeType) -> Rejection {
    if expression.isComputed, !makesAnother(expression, than: type) {
      return Rejection(
        "\(expression.shown) cannot be evaluated", at: expression.place, isUnknowable: true)
    }
    return Rejection(
      "the default must be \(type.expectation), found \(expression.shown)", at: expression.place)
  }
}
