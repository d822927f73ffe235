import FlagModel

/// Builds a tree of scopes from the declarations of all sources, and merges extensions into their
/// types.
struct ScopeTree {
  let model = Scope(.model)
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
    for declaration in declarations { add(declaration, to: model) }
    // Extensions are merged after all types are known, shorter paths first.
    for (declaration, number) in extensions.sorted(by: { $0.0.path.count < $1.0.path.count }) {
      sequence = number
      extend(declaration)
    }
  }

  /// Breaks the reference cycles between the scopes.
  func dissolve() { model.dissolve() }

  private mutating func add(_ declaration: Declaration, to scope: Scope) {
    sequence += 1
    switch declaration {
    case .type(let type) where type.keyword == .extension:
      extensions.append((type, sequence))
      // Reserves numbers for the members, which are added when the extension is merged.
      sequence += ScopeTree.count(type.members)
    case .type(let type): add(type, to: scope)
    case .alias(let alias):
      guard scope.aliases[alias.name.value] == nil else { return }
      let added = AliasScope(alias, in: scope, sequence: sequence)
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
      .type(type.keyword), name: type.name, in: parent, sequence: sequence, declaration: type)
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
    for name in declaration.path {
      if let next = scope.types[name.value] {
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
