import FlagModel

/// Builds a tree of scopes from the declarations of all sources, and merges extensions into their
/// types.
struct ScopeTree {
  let model = Scope(.model)
  /// The private declarations of files, by the names of the files.
  private var files: [String: Scope] = [:]
  /// The protocols, which have only a name and inherited protocols.
  private(set) var protocols: [Name: [TypeSyntax]] = [:]
  /// All scopes in the order of declaration.
  private(set) var all: [Scope] = []
  private(set) var aliases: [AliasScope] = []
  private var sequence = 0
  private var extensions: [(TypeDeclaration, sequence: Int)] = []

  /// - Parameter isStored: true for the stored model of a database. An earlier version of flagdb
  ///   could print a type in two parts, the first with only its nested types. That part is then
  ///   read as an extension.
  init(_ declarations: [Declaration], isStored: Bool = false) {
    let declarations = if isStored { declarations.joiningPieces } else { declarations }
    for declaration in declarations { add(declaration, to: home(of: declaration)) }
    // Extensions are merged after all types are known, shorter paths first.
    for (declaration, number) in extensions.sorted(by: { $0.0.path.count < $1.0.path.count }) {
      sequence = number
      extend(declaration)
    }
    markNamesakes()
  }

  /// Breaks the reference cycles between the scopes.
  func dissolve() {
    model.dissolve()
    for file in files.values { file.dissolve() }
  }

  /// The private declarations of the file with the place; nil if it has none.
  func file(at place: SourcePlace) -> Scope? {
    if files.isEmpty { return nil }
    return files[place.source.name ?? ""]
  }

  /// The scopes around an expression or a type in a scope: the types, its file and the model.
  func scopes(around scope: Scope, at place: SourcePlace) -> some Sequence<Scope> {
    let file = file(at: place)
    let first = if scope === model { file ?? model } else { scope }
    return Swift.sequence(first: first) { [model] inner in
      if inner === file { return model }
      if inner.parent === model { return file ?? model }
      return inner.parent
    }
  }

  /// The scope of a declaration that no type contains.
  private mutating func home(of declaration: Declaration) -> Scope {
    guard let place = declaration.privatePlace else { return model }
    let name = place.source.name ?? ""
    if let file = files[name] { return file }
    let file = Scope(.file)
    files[name] = file
    return file
  }

  private mutating func add(_ declaration: Declaration, to scope: Scope) {
    sequence += 1
    switch declaration {
    case .type(let type) where type.keyword == .extension:
      extensions.append((type, sequence))
      // Reserves numbers for the members, which are added when the extension is merged.
      sequence += ScopeTree.count(type.members)
    case .type(let type) where type.keyword == .protocol:
      protocols[type.name.value, default: []] += type.inherited
    case .type(let type): add(type, to: scope)
    case .alias(let alias):
      guard scope.aliases[alias.name.value] == nil else { return }
      let added = AliasScope(alias, in: scope.isFile ? model : scope, sequence: sequence)
      scope.aliases[alias.name.value] = added
      aliases.append(added)
    case .property, .pattern, .enumCase, .macro, .initialiser, .accessor: scope.add(declaration)
    }
  }

  private static func count(_ members: [Declaration]) -> Int {
    members.reduce(members.count) {
      if case .type(let type) = $1 { $0 + count(type.members) } else { $0 }
    }
  }

  private mutating func add(_ type: TypeDeclaration, to parent: Scope) {
    var scope = Scope(
      .type(type.keyword), name: type.name, in: parent.isFile ? model : parent,
      sequence: sequence, declaration: type)
    if let earlier = parent.types[type.name.value] {
      if let first = earlier.declaration, first.branch.excludes(type.branch) {
        scope = earlier
      } else {
        earlier.duplicates.append(type.name)
        return
      }
    } else {
      parent.types[type.name.value] = scope
      all.append(scope)
    }
    scope.inherited += type.inherited
    for member in type.members { add(member, to: scope) }
  }

  private mutating func extend(_ declaration: TypeDeclaration) {
    var scope = model
    if let file = file(at: declaration.name.place), file.types[declaration.path[0].value] != nil {
      scope = file
    }
    for name in declaration.path {
      if let next = scope.types[name.value] {
        scope = next
      } else if let next = scope.aliases[name.value].flatMap({ target(of: $0) }) {
        scope = next
      } else {
        let foreign = Scope(.foreign, name: name, in: scope, sequence: sequence)
        scope.types[name.value] = foreign
        scope = foreign
      }
    }
    scope.inherited += declaration.inherited
    for member in declaration.members { add(member, to: scope) }
  }

  /// The declared type that an alias names.
  private func target(of alias: AliasScope, depth: Int = 0) -> Scope? {
    guard depth < ScopeTree.depthLimit, let path = alias.declaration.type.path else { return nil }
    let place = alias.declaration.type.place
    for outer in scopes(around: alias.scope, at: place) {
      guard let first = member(path[0], of: outer, depth) else { continue }
      return path.dropFirst().reduce(first) { scope, name in
        scope.flatMap { member(name, of: $0, depth) }
      }
    }
    return nil
  }

  private func member(_ name: Name, of scope: Scope, _ depth: Int) -> Scope? {
    scope.types[name] ?? scope.aliases[name].flatMap { target(of: $0, depth: depth + 1) }
  }

  /// The number of aliases that may refer to each other.
  private static let depthLimit = 20

  /// Marks the private types and aliases with the name of one in another file.
  private func markNamesakes() {
    for file in files.values {
      func hasNamesake(_ name: Name) -> Bool {
        ([model] + files.values).contains {
          $0 !== file && ($0.types[name] != nil || $0.aliases[name] != nil)
        }
      }
      for (name, type) in file.types { type.hasNamesake = hasNamesake(name) }
      for (name, alias) in file.aliases { alias.hasNamesake = hasNamesake(name) }
    }
  }
}

extension Declaration {
  /// The place of its name if it is visible in its file only.
  fileprivate var privatePlace: SourcePlace? {
    switch self {
    case .type(let type) where type.isPrivate && type.keyword != .extension: type.name.place
    case .alias(let alias) where alias.isPrivate: alias.name.place
    case .property(let property) where property.isPrivate: property.name.place
    default: nil
    }
  }
}

extension [Declaration] {
  /// The declarations, in which an enum without cases that has the name of another type is replaced
  /// by an extension.
  fileprivate var joiningPieces: [Declaration] {
    let whole = Set(
      compactMap { declaration -> Name? in
        guard case .type(let type) = declaration, type.keyword != .extension, !type.isPiece else {
          return nil
        }
        return type.name.value
      })
    return map { declaration in
      guard case .type(var type) = declaration else { return declaration }
      if type.isPiece, whole.contains(type.name.value) { type.keyword = .extension }
      type.members = type.members.joiningPieces
      return .type(type)
    }
  }
}

extension TypeDeclaration {
  /// True for an enum without cases that only contains other types.
  fileprivate var isPiece: Bool {
    guard keyword == .enum, inherited.isEmpty else { return false }
    return members.allSatisfy { member in
      switch member {
      case .type, .alias: true
      default: false
      }
    }
  }
}
