import FlagModel

/// Named integer constants: `static let`, `let` in a file, `Int.max`, `Options.a.rawValue`.
extension Checker {
  /// The integer of a named constant; nil for any other name.
  func constant(_ expression: Expression, in scope: Scope) throws(Rejection) -> IntegerConstant? {
    if case .member(let base?, let name) = expression.kind {
      if name.value == "rawValue", let raw = try rawValue(of: base, in: scope) { return raw }
      if let path = base.path,
        let type = integerType(named: path, in: scope, at: base.place)
      {
        return type.constant(named: name.value)
      }
    }
    guard let declared = namedConstant(expression, in: scope) else { return nil }
    return try constant(declared.property, of: declared.scope)
  }

  /// `Options.a.rawValue`, of an enum or of a flag set.
  private func rawValue(of base: Expression, in scope: Scope) throws(Rejection) -> IntegerConstant?
  {
    if let path = base.path, path.count > 1,
      let owner = target(of: path.dropLast(), in: scope, at: base.place),
      owner.keyword == .enum, !isFlagSet(owner)
    {
      let enumeration = try enumeration(of: owner)
      guard case .integer(let type) = enumeration.rawType,
        case .integer(let value)? = enumeration.rawValue(of: path[path.count - 1])
      else { return nil }
      return IntegerConstant(value, type)
    }
    guard let set = flagSetScope(of: base, in: scope) else { return nil }
    let type = try rawType(of: set)
    let mask = try mask(of: base, in: set)
    return IntegerConstant.of(mask: mask, type)
  }

  private func constant(
    _ property: PropertyDeclaration, of scope: Scope
  ) throws(Rejection) -> IntegerConstant? {
    let name = property.name.value
    let declared = property.type.flatMap { integerType($0, in: scope) }
    guard property.type == nil || declared != nil,
      let code = property.initialiser ?? property.getter?.returned
    else { return nil }
    return try find(
      scope.constant(property.key), name: name, at: property.name.place, keepsUnknowable: true
    ) { () throws(Rejection) in
      let expression = try parsing { () throws(Diagnostic) in try code.expression() }
      let inferred = try integerType(of: expression, in: scope)
      return try integer(expression, declared ?? inferred ?? .int, in: scope)
    }
  }
}

extension IntegerType {
  /// `Int.max`, `Int64.bitWidth`
  func constant(named name: Name) -> IntegerConstant? {
    func constant<T: FixedWidthInteger>(_: T.Type) -> IntegerConstant? {
      switch name {
      case "min": IntegerConstant(T.min, self)
      case "max": IntegerConstant(T.max, self)
      case "zero": IntegerConstant(0 as T, self)
      case "bitWidth": IntegerConstant(bitWidth, .int)
      default: nil
      }
    }
    return constant(metatype)
  }
}

extension Code {
  /// The only expression of a getter: `{ x }`, `{ return x }`, `{ get { x } }`.
  var returned: Code? {
    var range = tokens
    while let first = range.first {
      let word = file.source.text(file.tokens[first].range)
      if word == "return" {
        range = first + 1..<range.upperBound
      } else if word == "get", first + 1 < range.upperBound,
        file.tokens[first + 1].isSymbol("{"), file.closers[first + 1] == range.upperBound - 1
      {
        range = first + 2..<range.upperBound - 1
      } else {
        break
      }
    }
    if range.isEmpty { return nil }
    return Code(file: file, tokens: range)
  }
}
