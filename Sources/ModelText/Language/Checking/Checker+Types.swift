import FlagModel

/// The meaning of a type name at its place.
struct ResolvedType {
  indirect enum Kind {
    case value(AttributeType)
    /// A wrapper, with the property that stores it.
    case wrapper(Scope, Attribute)
    case structure(Scope, [Property])
    case entity(Scope)
    case entities(Scope)
    /// A type whose values are stored as uninterpreted data, and the reason.
    case carried(Rejection)
  }

  let kind: Kind
  let isOptional: Bool
  /// The spelling in a model at any place: nested types with their surrounding types.
  let spelling: Name

  /// The spelling with the question mark of an optional.
  var shownSpelling: Name {
    if isOptional { return "\(spelling)?" }
    return spelling
  }
}

extension Checker {
  // MARK: Names

  enum Declared {
    case type(Scope)
    case alias(AliasScope)
  }

  /// The declaration for a path of names at a place in a scope.
  func declaration(of path: [Name], in scope: Scope, at place: SourcePlace) -> Declared? {
    guard let first = path.first else { return nil }
    if first == "Self" {
      let type = scope.chain.first { $0.keyword != nil }
      return type.flatMap { member(path.dropFirst(), of: .type($0)) }
    }
    for scope in tree.scopes(around: scope, at: place) {
      if scope.name?.value == first, scope.keyword != nil, path.count > 1,
        let member = member(path.dropFirst(), of: .type(scope))
      {
        return member
      }
      if let type = scope.types[first], case .type = type.kind {
        return member(path.dropFirst(), of: .type(type))
      }
      if let alias = scope.aliases[first] { return member(path.dropFirst(), of: .alias(alias)) }
      if let foreign = scope.types[first], path.count > 1,
        let member = member(path.dropFirst(), of: .type(foreign))
      {
        return member
      }
    }
    return qualified(path, by: first)
  }

  /// `Sync.Collection` with a module `Sync`, which is not a declared name.
  private func qualified(_ path: [Name], by module: Name) -> Declared? {
    guard path.count > 1, tree.model.types[module] == nil,
      AttributeType(builtin: Name(path: path)) == nil
    else { return nil }
    if let type = tree.model.types[path[1]], case .type = type.kind {
      return member(path.dropFirst(2), of: .type(type))
    }
    return tree.model.aliases[path[1]].flatMap { member(path.dropFirst(2), of: .alias($0)) }
  }

  private func member(_ path: ArraySlice<Name>, of declared: Declared) -> Declared? {
    var current = declared
    for name in path {
      guard let scope = target(of: current) else { return nil }
      if let type = scope.types[name] {
        current = .type(type)
      } else if let alias = scope.aliases[name] {
        current = .alias(alias)
      } else {
        return nil
      }
    }
    if case .type(let scope) = current, case .foreign = scope.kind { return nil }
    return current
  }

  /// The type that a path names, after all aliases are resolved.
  func target(of path: [Name], in scope: Scope, at place: SourcePlace) -> Scope? {
    guard let declared = declaration(of: path, in: scope, at: place) else { return nil }
    return target(of: declared)
  }

  /// The type that an expression names; nil for any other expression.
  func target(of expression: Expression, in scope: Scope) -> Scope? {
    expression.path.flatMap { target(of: $0, in: scope, at: expression.place) }
  }

  /// The type for a declaration, after all aliases are resolved.
  func target(of declared: Declared) -> Scope? {
    var declared = declared
    for _ in 0..<Checker.depthLimit {
      switch declared {
      case .type(let scope): return scope.standIn ?? scope
      case .alias(let alias):
        let type = alias.declaration.type
        guard case .named(let path, _) = type.kind,
          let next = declaration(of: path, in: alias.scope, at: type.place)
        else { return nil }
        declared = next
      }
    }
    return nil
  }

  /// The declared type for a type name.
  func scope(of type: TypeSyntax, in scope: Scope) -> Scope? {
    guard case .named(let path, _) = type.kind else { return nil }
    return target(of: path, in: scope, at: type.place)
  }

  /// The integer type for a type name.
  func integerType(_ type: TypeSyntax, in scope: Scope) -> IntegerType? {
    type.path.flatMap { integerType(named: $0, in: scope, at: type.place) }
  }

  /// The integer type for a name at a place.
  func integerType(named path: [Name], in scope: Scope, at place: SourcePlace) -> IntegerType? {
    var (path, scope, place) = (path, scope, place)
    for _ in 0..<Checker.depthLimit {
      guard let declared = declaration(of: path, in: scope, at: place) else {
        return IntegerType.named(Name(path: path))
      }
      guard case .alias(let alias) = declared,
        case .named(let next, _) = alias.declaration.type.kind
      else { return nil }
      path = next
      scope = alias.scope
      place = alias.declaration.type.place
    }
    return nil
  }

  // MARK: Types

  func resolve(_ type: TypeSyntax, in scope: Scope) throws(Rejection) -> ResolvedType {
    switch type.kind {
    case .unsupported(let what): throw notStorable(what, at: type.place)
    case .composition: throw notStorable("a protocol composition", at: type.place)
    case .optional(let inner):
      let resolved = try resolve(inner, in: scope)
      return ResolvedType(
        kind: resolved.kind, isOptional: true, spelling: resolved.spelling)
    case .array(let element):
      return try collection(of: try resolve(element, in: scope), isSet: false, at: element.place)
    case .dictionary(let key, let value): return try dictionary(of: key, value, in: scope)
    case .named(["Set"], let arguments) where arguments.count == 1:
      return try resolveSet(of: arguments[0], in: scope)
    case .named(let path, let arguments):
      guard let declared = declaration(of: path, in: scope, at: type.place) else {
        if let record = try keyedRecord(type, in: scope) { return record }
        return try resolveBuiltin(path, arguments, type, in: scope)
      }
      guard arguments.isEmpty else {
        return ResolvedType(
          kind: .carried(genericRejection(type)), isOptional: false, spelling: Name(type.text))
      }
      noteModule(path, type, in: scope)
      switch declared {
      case .type(let scope): return try resolve(scope.standIn ?? scope, type)
      case .alias(let alias): return try resolve(alias, type)
      }
    }
  }

  private func notStorable(_ what: String, at place: SourcePlace) -> Rejection {
    Rejection(
      "\(what) cannot be stored in a column", at: place,
      hint: "mark the property '@Transient' if it need not be stored")
  }

  /// The entity of `Key<Sample>`.
  private func keyedRecord(
    _ type: TypeSyntax, in scope: Scope
  ) throws(Rejection) -> ResolvedType? {
    guard let target = type.keyTarget, let entity = self.scope(of: target, in: scope),
      entity.isEntity
    else { return nil }
    return try resolve(target, in: scope)
  }

  /// Notes once that an undeclared name is taken for a module.
  private func noteModule(_ path: [Name], _ type: TypeSyntax, in scope: Scope) {
    guard path.count > 1, path[0] != "Self",
      tree.scopes(around: scope, at: type.place).allSatisfy({
        $0.types[path[0]] == nil && $0.aliases[path[0]] == nil && $0.name?.value != path[0]
      }), modules.insert(path[0]).inserted
    else { return }
    diagnostics.append(
      Diagnostic(
        "'\(excerpt(path[0]))' is taken for the module of '\(excerpt(path[1]))'", at: type.place,
        severity: .note))
  }

  /// An array, or a set that is stored as an array.
  private func collection(
    of element: ResolvedType, isSet: Bool, at place: SourcePlace
  ) throws(Rejection) -> ResolvedType {
    let noun = isSet ? "a set" : "an array"
    func made(_ kind: ResolvedType.Kind) -> ResolvedType {
      let inner = element.shownSpelling
      let spelling: Name = if isSet { "Set<\(inner)>" } else { "[\(inner)]" }
      return ResolvedType(kind: kind, isOptional: false, spelling: spelling)
    }
    func made(of type: AttributeType, isOptional: Bool = false) -> ResolvedType {
      var type = type
      if isOptional || element.isOptional { type = .json(.optional(type)) }
      return made(.value(.array(type, isSet: isSet)))
    }
    switch element.kind {
    case .wrapper(_, let inner): return made(of: inner.type, isOptional: inner.isOptional)
    case .value(let type): return made(of: type)
    case .structure(let scope, let properties):
      return made(of: .json(shape(of: scope, properties)))
    case .entity where element.isOptional, .entities where element.isOptional:
      throw Rejection("\(noun) of records cannot contain nil", at: place)
    case .entity(let scope) where !isSet: return made(.entities(scope))
    case .entity:
      throw Rejection(
        "a set of records cannot be stored", at: place,
        hint: .words("declare it [\(excerpt(element.spelling))]"))
    case .entities: throw Rejection("\(noun) of arrays of records cannot be stored", at: place)
    case .carried: return made(element.kind)
    }
  }

  /// `Set<Weekday>`: flags, one for each case of the enum, if there are enough bits.
  private func resolveSet(
    of element: TypeSyntax, in scope: Scope
  ) throws(Rejection) -> ResolvedType {
    let resolved = try resolve(element, in: scope)
    guard case .value(.enumeration(let enumeration)) = resolved.kind, !resolved.isOptional,
      let set = FlagSet(casesOf: enumeration)
    else { return try collection(of: resolved, isSet: true, at: element.place) }
    return ResolvedType(
      kind: .value(.flags(set)), isOptional: false, spelling: "Set<\(resolved.spelling)>")
  }

  private func resolveBuiltin(
    _ path: [Name], _ arguments: [TypeSyntax], _ type: TypeSyntax, in scope: Scope
  ) throws(Rejection) -> ResolvedType {
    let name = Name(path: path)
    if arguments.isEmpty, let builtin = AttributeType(builtin: name) {
      return ResolvedType(kind: .value(builtin), isOptional: false, spelling: name)
    }
    if let carried = carriedType(of: path, type) { return carried }
    guard arguments.isEmpty else { throw genericRejection(type) }
    if let framework = frameworkTypes.model.types[name] { return try resolve(framework, type) }
    if let implied = try impliedType(name, of: type, path, in: scope) { return implied }
    throw Rejection(
      "unknown type '\(excerpt(name))'", at: type.place,
      hint: Self.typesOfSQL[name.text.lowercased()].map { .meant([$0]) }
        ?? suggestion(for: name) { typeNames(in: scope) })
  }

  /// Types of SQL and other languages, and their Swift counterparts.
  private static let typesOfSQL: [String: String] = [
    "text": "String", "varchar": "String", "char": "String", "clob": "String", "str": "String",
    "string": "String", "integer": "Int", "int": "Int", "bigint": "Int", "smallint": "Int",
    "long": "Int",
    "serial": "Int", "number": "Double", "real": "Double", "float": "Double", "double": "Double",
    "numeric": "Decimal", "decimal": "Decimal", "money": "Decimal", "boolean": "Bool",
    "bool": "Bool",
    "date": "Date", "datetime": "Date", "timestamp": "Date", "time": "Date", "blob": "Data",
    "bytea": "Data", "bytes": "Data", "uuid": "UUID", "url": "URL", "json": "String",
  ]

  /// `E.RawValue` and `X.ID`, which Swift declares implicitly for enums, flag sets and Identifiable
  /// types.
  private func impliedType(
    _ name: Name, of type: TypeSyntax, _ path: [Name], in scope: Scope
  ) throws(Rejection) -> ResolvedType? {
    guard path.count > 1, let owner = target(of: path.dropLast(), in: scope, at: type.place)
    else { return nil }
    let property: Name
    switch path.last {
    case "ID": property = "id"
    case "RawValue": property = "rawValue"
    default: return nil
    }
    let raw = rawType(ofEnumeration: owner)?.swiftName
    if property == "rawValue", let raw, let builtin = AttributeType(builtin: Name(raw)) {
      return ResolvedType(kind: .value(builtin), isOptional: false, spelling: Name(raw))
    }
    let declared = owner.properties.first { !$0.isStatic && $0.name.value == property }
    guard let type = declared?.type else { return nil }
    guard depth < Checker.depthLimit else {
      throw Rejection("'\(excerpt(name))' refers to itself", at: type.place)
    }
    depth += 1
    defer { depth -= 1 }
    return try resolve(type, in: owner)
  }

  private func genericRejection(_ type: TypeSyntax) -> Rejection {
    Rejection("the generic type '\(excerpt(type.text))' cannot be stored", at: type.place)
  }

  /// The candidates for a misspelt type name.
  private func typeNames(in scope: Scope) -> [Name] {
    var names = AttributeType.builtinNames + frameworkTypes.model.types.keys.sorted()
    for scope in scope.chain {
      names += scope.types.keys.sorted() + scope.aliases.keys.sorted()
    }
    return names
  }

  private func resolve(_ declared: Scope, _ type: TypeSyntax) throws(Rejection) -> ResolvedType {
    func resolved(_ kind: ResolvedType.Kind) -> ResolvedType {
      ResolvedType(kind: kind, isOptional: false, spelling: declared.fullName)
    }
    if declared.isEntity { return resolved(.entity(declared)) }
    if isFlagSet(declared) {
      declared.isUsed = true
      return resolved(.value(.flags(try flagSet(of: declared))))
    }
    if declared.declaration?.isGeneric == true { throw genericRejection(type) }
    switch declared.keyword {
    case .enum:
      declared.isUsed = true
      if hasPayloads(declared) {
        return resolved(.value(.json(.cases(try payloadEnumeration(of: declared)))))
      }
      return resolved(.value(.enumeration(try enumeration(of: declared))))
    case .struct:
      let properties = try structure(of: declared, for: type)
      if !usedStructures.contains(where: { $0 === declared }) { usedStructures.append(declared) }
      return resolved(Checker.kind(of: declared, properties))
    default:
      let notes = [Diagnostic.Note("it is declared here", at: declared.place)]
      if declared.keyword == .actor {
        throw Rejection(
          "'\(excerpt(declared.path))' is a actor that is not an entity", at: type.place,
          notes: notes)
      }
      return resolved(
        .carried(
          Rejection(
            "'\(excerpt(declared.path))' is a class that is not an entity", at: type.place,
            notes: notes, hint: "declare it '@Model final class \(excerpt(declared.path))'")))
    }
  }

  private static func kind(of scope: Scope, _ properties: [Property]) -> ResolvedType.Kind {
    guard properties.count == 1, case .attribute(let attribute) = properties[0] else {
      return .structure(scope, properties)
    }
    return .wrapper(scope, attribute)
  }

  private func resolve(_ alias: AliasScope, _ type: TypeSyntax) throws(Rejection) -> ResolvedType {
    guard !alias.declaration.isGeneric else { throw genericRejection(type) }
    if let resolved = alias.resolved { return try resolved.get() }
    guard depth < Checker.depthLimit else {
      throw Rejection(
        "'\(excerpt(alias.fullName))' refers to itself, or through too many aliases",
        at: alias.declaration.name.place)
    }
    depth += 1
    defer { depth -= 1 }
    let resolved = Result { () throws(Rejection) in try meaning(of: alias) }
    alias.resolved = resolved
    return try resolved.get()
  }

  private func meaning(of alias: AliasScope) throws(Rejection) -> ResolvedType {
    let target = try resolve(alias.declaration.type, in: alias.scope)
    // A printed model writes the type of a raw value itself, and has no alias for it.
    if alias.declaration.name.value == "RawValue" || alias.hasNamesake { return target }
    switch target.kind {
    case .entity, .entities: return target
    case .value, .wrapper, .structure, .carried:
      return ResolvedType(
        kind: target.kind, isOptional: target.isOptional, spelling: alias.fullName)
    }
  }
}
