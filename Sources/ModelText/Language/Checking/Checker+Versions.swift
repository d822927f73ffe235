import FlagModel
private import PlainText

/// A version of a model among others: a type that conforms to `VersionedSchema`, or a type with a
/// class of the same name as such a type has.
struct DeclaredVersion {
  let scope: Scope
  /// The classes in `models`; otherwise, the nested classes and those with an alias in it.
  let entities: [Scope]
  /// The numbers of `versionIdentifier`; otherwise, the number at the end of the name.
  let identifier: [Int]

  var name: Name { scope.path }
}

/// Selects one version of a model from sources with several.
extension Checker {
  /// If versions have entities of the same names, returns the entities of one version and those
  /// that they refer to, together with all entities outside of versions.
  ///
  /// The version is the one in an alias (`typealias Active = SchemaV2`,
  /// `typealias Item = SchemaV2.Item`), otherwise the one with the greatest identifier.
  func entitiesOfOneVersion(_ declared: [Scope]) -> [Scope] {
    let families = families(of: rivals(in: declared))
    if families.isEmpty { return declared }
    let scopes = Set(families.joined().map { ObjectIdentifier($0.scope) })
    let aliases = tree.aliases.filter { alias in
      !alias.scope.chain.contains { scopes.contains(ObjectIdentifier($0)) }
    }
    var entities: [Scope] = []
    for family in families {
      let (version, alias) = choose(of: family, aliases)
      if wantedVersion == nil { note(version, of: family, named: alias) }
      olderVersions += family.prefix { $0.scope !== version.scope }.map(\.name)
      for other in family where other.scope !== version.scope { other.scope.isLeftOut = true }
      entities += version.entities
    }
    return select(entities + declared.filter { !isInside($0, scopes) }, among: declared)
  }

  // MARK: Finding versions

  /// The versions with an entity whose name another entity has too.
  private func rivals(in declared: [Scope]) -> [DeclaredVersion] {
    let byName = Dictionary(grouping: declared) { $0.name?.value ?? "" }
    guard byName.values.contains(where: { $0.count > 1 }) else { return [] }
    let byParent = Dictionary(grouping: declared) { $0.parent.map(ObjectIdentifier.init) }
    var versions: [DeclaredVersion] = []
    for scope in versionScopes(declared) {
      let aliased = scope.aliases.values.compactMap { target(of: .alias($0)) }
      let entities =
        listedModels(of: scope)
        ?? (byParent[ObjectIdentifier(scope)] ?? []) + aliased.filter(isDeclaredEntity)
      guard entities.contains(where: { byName[$0.name?.value ?? ""]?.count ?? 0 > 1 }) else {
        continue
      }
      versions.append(
        DeclaredVersion(
          scope: scope, entities: entities,
          identifier: identifier(of: scope) ?? [Self.numberAtEnd(of: scope.name?.value ?? "")]))
    }
    return versions
  }

  private func versionScopes(_ declared: [Scope]) -> [Scope] {
    var scopes = tree.all.filter { $0.inherits("VersionedSchema") }
    var versions = Set(scopes.map(ObjectIdentifier.init))
    let names = Set(declared.filter { isInside($0, versions) }.compactMap { $0.name?.value })
    // A namespace whose declaration is in a missing file may be a version too.
    for entity in declared where !isInside(entity, versions) {
      guard let parent = entity.parent, parent.name != nil, let name = entity.name?.value,
        names.contains(name), versions.insert(ObjectIdentifier(parent)).inserted
      else { continue }
      scopes.append(parent)
    }
    return scopes.sorted { $0.sequence < $1.sequence }
  }

  private func isInside(_ scope: Scope, _ versions: Set<ObjectIdentifier>) -> Bool {
    scope.chain.dropFirst().contains { versions.contains(ObjectIdentifier($0)) }
  }

  /// `static var models: [any PersistentModel.Type] { [Item.self, Tag.self] }`
  private func listedModels(of scope: Scope) -> [Scope]? {
    guard case .array(let elements)? = constant("models", of: scope)?.kind else { return nil }
    let models = elements.compactMap { element -> Scope? in
      guard let path = element.path, path.last == "self",
        let model = target(of: path.dropLast(), in: scope, at: element.place),
        isDeclaredEntity(model)
      else { return nil }
      return model
    }
    if models.isEmpty { return nil }
    return models
  }

  /// `Schema.Version(1, 2, 0)`
  private func identifier(of scope: Scope) -> [Int]? {
    guard case .call(_, let arguments)? = constant("versionIdentifier", of: scope)?.kind else {
      return nil
    }
    let numbers = arguments.compactMap { argument in
      if case .integer(let digits) = argument.value.kind { Int(digits) } else { nil }
    }
    if numbers.isEmpty { return nil }
    return numbers
  }

  private func constant(_ name: Name, of scope: Scope) -> Expression? {
    let property = scope.constantProperty(named: name)
    let code = property?.initialiser ?? property?.getter?.returned
    return try? code?.expression()
  }

  private static func numberAtEnd(of name: Name) -> Int {
    Int(String(name.text.reversed().prefix { $0.isASCII && $0.isNumber }.reversed())) ?? 0
  }

  /// The versions grouped by common entities, each group with the oldest first.
  private func families(of versions: [DeclaredVersion]) -> [[DeclaredVersion]] {
    var families: [[DeclaredVersion]] = []
    var homes: [Name: Int] = [:]
    for version in versions {
      let names = version.entities.compactMap { $0.name?.value }
      let usedFamilies = Set(names.compactMap { homes[$0] }).sorted()
      let home = usedFamilies.first ?? families.count
      if home == families.count { families.append([]) }
      for other in usedFamilies.dropFirst() {
        families[home] += families[other]
        families[other] = []
        for (name, family) in homes where family == other { homes[name] = home }
      }
      families[home].append(version)
      for name in names { homes[name] = home }
    }
    return families.filter { !$0.isEmpty }.map { family in
      family.sorted { first, second in
        if first.identifier == second.identifier {
          return first.scope.sequence < second.scope.sequence
        }
        return first.identifier.lexicographicallyPrecedes(second.identifier)
      }
    }
  }

  // MARK: Choosing one

  private func choose(
    of family: [DeclaredVersion], _ aliases: [AliasScope]
  ) -> (DeclaredVersion, AliasScope?) {
    if let wanted = family.first(where: { $0.name == wantedVersion }) { return (wanted, nil) }
    let byScope = Dictionary(family.map { (ObjectIdentifier($0.scope), $0) }) { first, _ in first }
    func meant(_ scope: (AliasScope, Scope) -> Scope?) -> (DeclaredVersion, AliasScope?)? {
      var named: [(DeclaredVersion, AliasScope?)] = []
      for alias in aliases {
        guard let target = target(of: .alias(alias)), let scope = scope(alias, target),
          let version = byScope[ObjectIdentifier(scope)]
        else { continue }
        named.append((version, alias))
      }
      guard let first = named.first, named.allSatisfy({ $0.0.scope === first.0.scope }) else {
        return nil
      }
      return first
    }
    if let place = meant({ $1 }) { return place }
    return meant { version, other in
      if version.hasName(of: other) { return other.parent }
      return nil
    } ?? (family[family.count - 1], nil)
  }

  private func note(
    _ version: DeclaredVersion, of family: [DeclaredVersion], named alias: AliasScope?
  ) {
    let reason = alias.map { "which '\(excerpt($0.fullName))' names" } ?? "the newest"
    diagnostics.append(
      Diagnostic(
        "of \(counted(family.count, "version")) '\(excerpt(version.name))' is read, \(reason)",
        at: alias?.declaration.name.place ?? version.scope.place, severity: .note))
  }

  /// The entities and those that they refer to. Other entities of the same names are replaced by
  /// these.
  private func select(_ entities: [Scope], among declared: [Scope]) -> [Scope] {
    var chosen: [Name: Scope] = [:]
    var waiting: [Scope] = []
    for entity in entities {
      guard let name = entity.name?.value, chosen[name] == nil else { continue }
      chosen[name] = entity
      waiting.append(entity)
    }
    while let next = waiting.popLast() {
      for property in next.storedProperties {
        guard let type = property.type?.innermost, let target = scope(of: type, in: next),
          let name = target.name?.value, isDeclaredEntity(target), chosen[name] == nil
        else { continue }
        chosen[name] = target
        waiting.append(target)
      }
    }
    for entity in declared {
      guard let standIn = chosen[entity.name?.value ?? ""] else {
        entity.isLeftOut = true
        continue
      }
      if standIn !== entity {
        entity.isLeftOut = true
        entity.standIn = standIn
      }
    }
    return chosen.values.sorted { $0.sequence < $1.sequence }
  }
}

extension AliasScope {
  /// True if the alias refers to this entity itself, and not to one that it replaces.
  func names(_ entity: Scope, in checker: Checker) -> Bool {
    guard !scope.isPassedOver, case .named(let path, _) = declaration.type.kind else {
      return false
    }
    return switch checker.declaration(of: path, in: scope, at: declaration.type.place) {
    case .type(let declared): declared === entity
    case .alias(let alias): alias.names(entity, in: checker)
    case nil: false
    }
  }

  /// True if the name equals the entity's except for underscores:
  /// `typealias Item = SchemaV2._Item_`.
  fileprivate func hasName(of entity: Scope) -> Bool {
    let underscore = UInt8(ascii: "_")
    return entity.name?.value.utf8.filter { $0 != underscore }
      .elementsEqual(declaration.name.value.utf8.filter { $0 != underscore }) ?? false
  }
}
