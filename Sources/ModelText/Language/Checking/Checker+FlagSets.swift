import FlagModel

/// `struct X: OptionSet`, in all forms of its members.
extension Checker {
  func isFlagSet(_ scope: Scope) -> Bool {
    guard case .type = scope.kind else { return false }
    return scope.inherits("OptionSet") || scope.attribute(named: "OptionSet") != nil
  }

  func flagSet(of scope: Scope) throws(Rejection) -> FlagSet {
    try find(scope.flagSet, name: scope.path, at: scope.place) { () throws(Rejection) in
      let rawType = try rawType(of: scope)
      if scope.attribute(named: "Flags") != nil { _ = try numbers(of: scope) }
      if let changing = scope.initialisers.first(where: {
        takesRawValue($0, of: scope) && !$0.keepsArgument
      }) {
        throw Rejection(
          "'init(rawValue:)' of the flag set '\(excerpt(scope.path))' does more than store its argument",
          at: changing.place, hint: "its body must be 'self.rawValue = rawValue'")
      }
      var (members, areRight) = try members(of: scope)
      var fields = FieldReader(set: scope)
      for property in scope.properties {
        switch attempt({ () throws(Rejection) in try bits(of: property, in: scope, rawType) }) {
        case nil: areRight = false
        case .none?: break
        case .flag(let flag)?: members.append(flag)
        case .field(let field, let place)?: fields.add(field, at: place, &diagnostics)
        }
      }
      let hasRightFields = fields.keepApart(from: members, &diagnostics)
      guard let merged = merge(members, of: scope), areRight, hasRightFields else {
        throw .alreadySaid
      }
      return FlagSet(
        name: scope.fullName, rawType: rawType,
        flags: merged.filter { $0.mask.nonzeroBitCount == 1 },
        combinations: merged.filter { $0.mask.nonzeroBitCount != 1 },
        fields: fields.fields.map(\.field), summary: scope.declaration?.doc)
    }
  }

  /// The members with known masks. Members whose masks are only known at run time are omitted,
  /// unless there are no others.
  private func members(
    of scope: Scope
  ) throws(Rejection) -> (known: [FlagMember], areRight: Bool) {
    var members = try enumeratedFlags(of: scope)
    var unknowable: [(name: NameSyntax, reason: Rejection)] = []
    var areRight = true
    for property in scope.properties where isMember(property, of: scope) {
      do throws(Rejection) {
        members.append(FlagMember(property, try mask(of: property, in: scope)))
      } catch {
        if error.isUnknowable {
          unknowable.append((property.name, error))
        } else {
          areRight = false
        }
        if !error.isUnknowable, let mistake = error.diagnostic { diagnostics.append(mistake) }
      }
    }
    // Another branch of `#if` may declare the member with a known value.
    let left = Set(unknowable.map(\.name.value))
    members.removeAll { left.contains($0.name.value) }
    for (name, reason) in unknowable {
      if members.isEmpty, let mistake = reason.diagnostic { diagnostics.append(mistake) }
      if members.isEmpty { continue }
      if case .wide(let reason) = reason {
        wideFlags.append(WideFlag(set: scope.fullName, name: name.value, reason: reason.message))
      } else {
        leaveOut("'\(excerpt(name.value))'", reason)
      }
    }
    return (members, areRight && (unknowable.isEmpty || !members.isEmpty))
  }

  // MARK: The raw type

  func rawType(of scope: Scope) throws(Rejection) -> IntegerType {
    try find(scope.rawType, name: scope.path, at: scope.place) { () throws(Rejection) in
      guard let type = rawTypeName(of: scope) else {
        throw Rejection(
          "the flag set '\(excerpt(scope.path))' does not declare its raw type", at: scope.place,
          hint: "add 'let rawValue: Int'")
      }
      guard let rawType = integerType(type, in: scope) else {
        // The alias may be declared elsewhere in the program, which a macro does not see.
        if isFragment, let name = type.lastName, !Self.wideIntegers.contains(name) {
          return .uint64
        }
        throw Rejection(
          "the raw type of a flag set must be an integer, found '\(excerpt(type.text))'",
          at: type.place)
      }
      return rawType
    }
  }

  private static let wideIntegers: Set<Name> = ["Int128", "UInt128"]

  private func rawTypeName(of scope: Scope) -> TypeSyntax? {
    if let macro = scope.attribute(named: "OptionSet"), let type = macro.typeArguments.first {
      return type
    }
    let property = scope.properties.first { !$0.isStatic && $0.name.value == "rawValue" }
    let isCircular = property?.type?.path == ["RawValue"]
    if let type = property?.type, !isCircular { return type }
    return scope.aliases["RawValue"]?.declaration.type
      ?? scope.initialisers.last { takesRawValue($0, of: scope) }?.type
  }

  /// True for `init(rawValue:)` with an integer. With a text or an optional, it is another
  /// initializer.
  private func takesRawValue(_ initialiser: InitialiserDeclaration, of scope: Scope) -> Bool {
    guard initialiser.isRaw, let type = initialiser.type, let path = type.path else {
      return false
    }
    return AttributeType(builtin: Name(path: path)) == nil || integerType(type, in: scope) != nil
  }

  // MARK: Members

  /// `@OptionSet<UInt8> struct X { private enum Options: Int { case a, b } }`: the cases name bits.
  private func enumeratedFlags(of scope: Scope) throws(Rejection) -> [FlagMember] {
    guard scope.attribute(named: "OptionSet") != nil, let options = scope.types["Options"],
      options.keyword == .enum
    else { return [] }
    let enumeration = try enumeration(of: options)
    let rawType = try rawType(of: scope)
    var members: [FlagMember] = []
    for enumCase in options.cases {
      guard case .integer(let bit)? = enumeration.rawValue(of: enumCase.name.value),
        (0..<Int64(rawType.bitWidth)).contains(bit)
      else {
        throw Rejection(
          "'\(excerpt(enumCase.name.value))' is not a bit of \(rawType.rawValue)",
          at: enumCase.name.place)
      }
      members.append(FlagMember(enumCase, 1 << UInt64(bit)))
    }
    return members
  }

  /// True if a static property has the type of the set, as far as the text shows.
  func isMember(
    _ property: PropertyDeclaration, of scope: Scope, depth: Int = 0
  ) -> Bool {
    guard property.isStatic else { return false }
    // Chains that are longer, or cyclic, are refused by the evaluation.
    guard depth < 20 else { return true }
    if let type = property.type { return self.scope(of: type, in: scope) === scope }
    guard let code = property.initialiser, let expression = try? code.expression() else {
      return property.initialiser != nil
    }
    return mayBeMember(expression, of: scope, depth)
  }

  private func mayBeMember(_ expression: Expression, of scope: Scope, _ depth: Int) -> Bool {
    switch expression.kind {
    case .integer, .real, .string, .bool, .null, .specialized, .prefix, .array, .dictionary,
      .postfixRange, .keyPath:
      return false
    case .binary(_, let left, let right):
      return isDeclaredMember(left, of: scope, depth) || isDeclaredMember(right, of: scope, depth)
    case .other(let what):
      return ["a closure", "the expression", Expression.branching].contains(what)
    case .cast(_, let type): return self.scope(of: type, in: scope) === scope
    case .unwrap(let inner): return mayBeMember(inner, of: scope, depth)
    case .name(let name):
      if let property = scope.constantProperty(named: name) {
        return isMember(property, of: scope, depth: depth + 1)
      }
      // A name with a capital letter is another type, or a module.
      return isType(expression, scope) || name.text.first?.isUppercase != true
    case .call(let callee, _):
      if case .array = callee.kind { return false }
      if isInitialiser(callee, of: scope) { return true }
      if case .member(let base?, _) = callee.kind { return mayBeMember(base, of: scope, depth) }
      return mayBeMember(callee, of: scope, depth)
    case .member(nil, _): return true
    case .member(let base?, let name):
      guard isType(base, scope) else {
        return name.value != "rawValue" && mayBeMember(base, of: scope, depth)
      }
      guard let property = scope.constantProperty(named: name.value) else { return true }
      return isMember(property, of: scope, depth: depth + 1)
    }
  }

  /// True for a flag of the set and for a call of its initializer, which an operator of the app
  /// may combine.
  private func isDeclaredMember(
    _ expression: Expression, of scope: Scope, _ depth: Int
  ) -> Bool {
    switch expression.kind {
    case .name(let name):
      let property = scope.constantProperty(named: name)
      return property.map { isMember($0, of: scope, depth: depth + 1) } ?? false
    case .call(let callee, _):
      return callee.path?.isEmpty == false && isInitialiser(callee, of: scope)
    default: return false
    }
  }

  /// True if an expression names the flag set itself.
  private func isType(_ expression: Expression, _ scope: Scope) -> Bool {
    guard let path = expression.path else { return false }
    return path.isEmpty || target(of: path, in: scope, at: expression.place) === scope
  }

  func mask(
    of property: PropertyDeclaration, in scope: Scope
  ) throws(Rejection) -> UInt64 {
    let name = property.name
    if isNumbered(property, of: scope) { return try number(of: property, in: scope) }
    // While the bits of flags are chosen, a combination has a temporary mask, so it has a separate
    // key.
    let key: Name = if numbered === scope { "\(property.key) written" } else { property.key }
    return try find(
      scope.mask(key), name: name.value, at: name.place, keepsUnknowable: true
    ) { () throws(Rejection) in
      if let getter = property.getter {
        guard let expression = try? getter.returned?.expression(), !expression.isBranching else {
          throw Rejection(
            "a body of several statements cannot be evaluated", at: name.place,
            hint: "declare it 'static let', with a constant", isUnknowable: true)
        }
        return try mask(of: expression, in: scope)
      }
      guard let code = property.initialiser else {
        throw Rejection("'\(excerpt(name.value))' has no value", at: name.place)
      }
      let expression = try parsing { () throws(Diagnostic) in try code.expression() }
      return try mask(of: expression, in: scope)
    }
  }

  // MARK: Expressions

  /// The mask of an expression of a flag set's type; names without a type are its members.
  func mask(of expression: Expression, in scope: Scope) throws(Rejection) -> UInt64 {
    switch expression.kind {
    case .integer, .prefix:
      return try mask(ofLiteral: expression, in: scope)
    case .array(let elements):
      var mask: UInt64 = 0
      for element in elements { mask |= try self.mask(of: element, in: scope) }
      return mask
    case .name(let name):
      return try member(NameSyntax(value: name, place: expression.place), of: scope)
    case .member(nil, let name): return try member(name, of: scope)
    case .member(let base?, let name) where isType(base, scope):
      return try member(name, of: scope)
    case .call(let callee, let arguments):
      return try mask(calling: callee, arguments, expression, in: scope)
    case .cast(let inner, _): return try mask(of: inner, in: scope)
    default: throw notWorkedOut(expression)
    }
  }

  /// `static var read: Self { 0x01 }`, if the set is `ExpressibleByIntegerLiteral`.
  private func mask(ofLiteral expression: Expression, in scope: Scope) throws(Rejection) -> UInt64 {
    let declared = scope.initialisers.first { $0.label == "integerLiteral" }
    if let declared, !declared.keepsArgument { throw changed(expression, by: declared, of: scope) }
    return try integer(expression, try rawType(of: scope), in: scope).mask
  }

  private func changed(
    _ expression: Expression, by initialiser: InitialiserDeclaration, of scope: Scope
  ) -> Rejection {
    Rejection(
      "'\(initialiser.signature)' does more than store its argument", at: expression.place,
      notes: [Diagnostic.Note("it is declared here", at: initialiser.place)],
      hint: "write '\(excerpt(scope.path))(rawValue: …)'", isUnknowable: true)
  }

  private func mask(
    calling callee: Expression, _ arguments: [Expression.Argument], _ expression: Expression,
    in scope: Scope
  ) throws(Rejection) -> UInt64 {
    if isInitialiser(callee, of: scope) {
      return try mask(initialisedWith: arguments, expression, in: scope)
    }
    guard case .member(let base?, let operation) = callee.kind, arguments.count == 1,
      !isType(base, scope), let combine = Self.operations[operation.value]
    else { throw notWorkedOut(expression) }
    return combine(
      try mask(of: base, in: scope), try mask(of: arguments[0].value, in: scope))
  }

  /// The methods of `OptionSet` that return a set.
  private static let operations: [Name: @Sendable (UInt64, UInt64) -> UInt64] = [
    "union": { $0 | $1 },
    "intersection": { $0 & $1 },
    "subtracting": { $0 & ~$1 },
    "symmetricDifference": { $0 ^ $1 },
  ]

  private func mask(
    initialisedWith arguments: [Expression.Argument], _ expression: Expression, in scope: Scope
  ) throws(Rejection) -> UInt64 {
    let argument = arguments.first
    let declared = scope.initialisers.first { initialiser in
      if argument == nil { return initialiser.parameterCount == 0 }
      if initialiser.isRaw, !takesRawValue(initialiser, of: scope) { return false }
      return initialiser.parameterCount > 0 && initialiser.label == argument?.label?.value
    }
    if let declared, !declared.keepsArgument {
      throw changed(expression, by: declared, of: scope)
    }
    guard let argument else { return 0 }
    guard arguments.count == 1 else { throw notWorkedOut(expression) }
    guard declared != nil || argument.label?.value == "rawValue" else {
      // Only the initializer with a sequence is known; others belong to the app.
      guard argument.label == nil, case .array = argument.value.kind else {
        throw Rejection(
          "no initialiser for \(expression.shown) is declared", at: expression.place,
          hint: "write '\(excerpt(scope.path))(rawValue: …)'", isUnknowable: true)
      }
      return try mask(of: argument.value, in: scope)
    }
    return try integer(argument.value, try rawType(of: scope), in: scope).mask
  }

  private func isInitialiser(_ callee: Expression, of scope: Scope) -> Bool {
    if isType(callee, scope) { return true }
    guard case .member(let base?, let name) = callee.kind, name.value == "init" else {
      return false
    }
    return isType(base, scope)
  }

  /// The flag set whose member an expression is: `Markers.a`, `Markers(…)`, or `a` inside of it.
  func flagSetScope(of expression: Expression, in scope: Scope) -> Scope? {
    switch expression.kind {
    case .name(let name):
      return scope.chain.first {
        isFlagSet($0) && $0.constantProperty(named: name) != nil
      }
    case .member(let base?, _):
      return base.path.flatMap { flagSetScope(at: $0, of: base, in: scope) }
    case .call(let callee, _):
      if var path = callee.path {
        if path.last == "init" { path.removeLast() }
        if let flagSet = flagSetScope(at: path, of: callee, in: scope) { return flagSet }
      }
      return flagSetScope(of: callee, in: scope)
    default: return nil
    }
  }

  private func flagSetScope(
    at path: [Name], of expression: Expression, in scope: Scope
  ) -> Scope? {
    guard let set = target(of: path, in: scope, at: expression.place), isFlagSet(set) else {
      return nil
    }
    return set
  }

  private func member(_ name: NameSyntax, of scope: Scope) throws(Rejection) -> UInt64 {
    if let property = scope.constantProperty(named: name.value, at: name.place),
      isMember(property, of: scope)
    {
      do throws(Rejection) {
        return try mask(of: property, in: scope)
      } catch {
        guard error.isUnknowable else { throw error }
        throw Rejection(
          "'\(excerpt(name.value))' cannot be evaluated", at: name.place, isUnknowable: true)
      }
    }
    if let flag = try enumeratedFlags(of: scope).first(where: { $0.name.value == name.value }) {
      return flag.mask
    }
    throw Rejection(
      "'\(excerpt(name.value))' is not a flag of '\(excerpt(scope.path))'", at: name.place,
      hint: suggestion(for: name.value) {
        scope.properties.filter { isMember($0, of: scope) }.map(\.name.value)
      })
  }
}
