private import PlainText

/// A version of a model among others: a type that conforms to `VersionedSchema`, or one that holds a
/// class of the same name as such a type does.
struct ModelVersion {
  let scope: Scope
  /// The classes that `models` lists, else those that stand in it or that it has by an alias.
  let entities: [Scope]
  /// The numbers of `versionIdentifier`, else the number at the end of its name.
  let identifier: [Int]

  var name: Name { scope.path }
}

/// Models of which the sources have several versions.
extension Checker {
  /// Of entities in versions that share names, those of one version and what these refer to,
  /// together with all that stand in no such version.
  ///
  /// It is the version that an alias names (`typealias Active = SchemaV2`, `typealias Item =
  /// SchemaV2.Item`), else the one with the greatest identifier.
  func entitiesOfOneVersion(_ declared: [Scope]) -> [Scope] {
    versions = rivals(versionScopes(declared).map { version($0, declared) }, declared)
    guard let (version, alias) = chosenVersion() else { return declared }
    if wantedVersion == nil { note(version, named: alias) }
    return select(version, among: declared)
  }

  /// The names of the versions before the one that is read.
  var olderVersions: [Name] {
    versions.prefix { $0.scope.isLeftOut }.map(\.name)
  }

  // MARK: Finding versions

  private func versionScopes(_ declared: [Scope]) -> [Scope] {
    var scopes = tree.all.filter { $0.inherits("VersionedSchema") }
    let names = Set(declared.filter { isInside($0, scopes) }.compactMap { $0.name?.value })
    // An archive whose enum stands in a file that is not given.
    for entity in declared where !isInside(entity, scopes) {
      guard let parent = entity.parent, parent.name != nil, let name = entity.name?.value,
        names.contains(name)
      else { continue }
      scopes.append(parent)
    }
    return scopes.sorted { $0.sequence < $1.sequence }
  }

  private func isInside(_ scope: Scope, _ versions: [Scope]) -> Bool {
    scope.chain.dropFirst().contains { around in versions.contains { $0 === around } }
  }

  private func version(_ scope: Scope, _ declared: [Scope]) -> ModelVersion {
    let own = declared.filter { $0.parent === scope }
    let aliased = scope.aliases.values.compactMap { target(of: .alias($0)) }
    let known = declared.filter { entity in aliased.contains { $0 === entity } }
    return ModelVersion(
      scope: scope, entities: listedModels(of: scope) ?? own + known,
      identifier: identifier(of: scope) ?? [Self.numberAtEnd(of: scope.name?.value ?? "")])
  }

  /// `static var models: [any PersistentModel.Type] { [Item.self, Tag.self] }`
  private func listedModels(of scope: Scope) -> [Scope]? {
    guard case .array(let elements)? = constant("models", of: scope)?.kind else { return nil }
    let models = elements.compactMap { element -> Scope? in
      guard let path = element.path, path.last == "self",
        let model = declaration(of: path.dropLast(), in: scope).flatMap(target),
        isDeclaredEntity(model)
      else { return nil }
      return model
    }
    return models.isEmpty ? nil : models
  }

  /// `Schema.Version(1, 2, 0)`
  private func identifier(of scope: Scope) -> [Int]? {
    guard case .call(_, let arguments)? = constant("versionIdentifier", of: scope)?.kind else {
      return nil
    }
    let numbers = arguments.compactMap { argument in
      if case .integer(let digits) = argument.value.kind { Int(digits) } else { nil }
    }
    return numbers.isEmpty ? nil : numbers
  }

  private func constant(_ name: Name, of scope: Scope) -> Expression? {
    let property = scope.constantProperty(named: name)
    let code = property?.initialiser ?? property?.getter?.returned
    return try? code?.expression()
  }

  private static func numberAtEnd(of name: Name) -> Int {
    Int(String(name.text.reversed().prefix { $0.isASCII && $0.isNumber }.reversed())) ?? 0
  }

  /// Those that have an entity whose name another entity has, the oldest first.
  private func rivals(_ versions: [ModelVersion], _ declared: [Scope]) -> [ModelVersion] {
    let byName = Dictionary(grouping: declared) { $0.name?.value ?? "" }
    return versions.filter { version in
      version.entities.contains { byName[$0.name?.value ?? ""]?.count ?? 0 > 1 }
    }.enumerated().sorted {
      let (one, other) = ($0.element.identifier, $1.element.identifier)
      return one == other ? $0.offset < $1.offset : one.lexicographicallyPrecedes(other)
    }.map(\.element)
  }

  // MARK: Choosing one

  private func chosenVersion() -> (ModelVersion, AliasScope?)? {
    if let wantedVersion, let wanted = versions.first(where: { $0.name == wantedVersion }) {
      return (wanted, nil)
    }
    let scopes = versions.map(\.scope)
    let aliases = tree.aliases.filter { alias in
      !alias.scope.chain.contains { around in scopes.contains { $0 === around } }
    }
    func meant(_ version: (AliasScope, Scope) -> Scope?) -> (ModelVersion, AliasScope?)? {
      let named = aliases.compactMap { alias -> (ModelVersion, AliasScope?)? in
        guard let target = target(of: .alias(alias)), let scope = version(alias, target),
          let version = versions.first(where: { $0.scope === scope })
        else { return nil }
        return (version, alias)
      }
      guard let first = named.first, named.allSatisfy({ $0.0.scope === first.0.scope }) else {
        return nil
      }
      return first
    }
    return meant { $1 } ?? meant { $0.hasName(of: $1) ? $1.parent : nil }
      ?? versions.last.map { ($0, nil) }
  }

  private func note(_ version: ModelVersion, named alias: AliasScope?) {
    let reason = alias.map { "which '\(excerpt($0.fullName))' names" } ?? "the newest"
    diagnostics.append(
      Diagnostic(
        "of \(counted(versions.count, "version")) '\(excerpt(version.name))' is read, \(reason)",
        at: alias?.declaration.name.place ?? version.scope.place, severity: .note))
  }

  /// The entities of a version; the others give way to those of the same name.
  private func select(_ version: ModelVersion, among declared: [Scope]) -> [Scope] {
    let scopes = versions.map(\.scope)
    for other in scopes where other !== version.scope { other.isLeftOut = true }
    var chosen: [Name: Scope] = [:]
    for entity in version.entities { chosen[entity.name?.value ?? ""] = entity }
    for entity in declared where !isInside(entity, scopes) {
      guard let name = entity.name?.value, chosen[name] == nil else { continue }
      chosen[name] = entity
    }
    var waiting = Array(chosen.values)
    while let next = waiting.popLast() {
      for property in next.storedProperties {
        guard let type = property.type?.innermost, let found = scope(of: type, in: next),
          let name = found.name?.value, isDeclaredEntity(found), chosen[name] == nil
        else { continue }
        chosen[name] = found
        waiting.append(found)
      }
    }
    for entity in declared {
      guard let standIn = chosen[entity.name?.value ?? ""] else {
        entity.isLeftOut = true
        continue
      }
      if standIn !== entity { (entity.isLeftOut, entity.standIn) = (true, standIn) }
    }
    return chosen.values.sorted { $0.sequence < $1.sequence }
  }
}

extension AliasScope {
  /// True if it leads to that entity itself, and not to one that gives way to it.
  func names(_ entity: Scope, in checker: Checker) -> Bool {
    guard !scope.isPassedOver, case .named(let path, _) = declaration.type.kind else {
      return false
    }
    return switch checker.declaration(of: path, in: scope) {
    case .type(let found): found === entity
    case .alias(let alias): alias.names(entity, in: checker)
    case nil: false
    }
  }

  /// True if it is an entity's name, apart from underscores: `typealias Item = SchemaV2._Item_`.
  fileprivate func hasName(of entity: Scope) -> Bool {
    let underscore = UInt8(ascii: "_")
    return entity.name?.value.utf8.filter { $0 != underscore }
      .elementsEqual(declaration.name.value.utf8.filter { $0 != underscore }) ?? false
  }
}
