import FlagModel

/// The types of the schema in their order, and the check for names that SQLite cannot distinguish.
extension Checker {
  /// Flag sets, enums, aliases and structs in the order of declaration; those inside entities are
  /// last, in the order of the entities.
  func namedTypes() -> [NamedType] {
    var ordered: [(order: TypeOrder, type: NamedType)] = []
    for scope in (usedFrameworkTypes?.all ?? []) + tree.all {
      guard let type = namedType(scope) else { continue }
      ordered.append((order(of: scope.sequence, in: scope.parent ?? tree.model), type))
    }
    // Errors in types are reported with the types, before the aliases are resolved.
    for alias in tree.aliases {
      guard let type = namedType(alias) else { continue }
      ordered.append((order(of: alias.sequence, in: alias.scope), .alias(type)))
    }
    ordered.sort { $0.order < $1.order }
    checkTypeNames(ordered.map(\.type))
    return ordered.map(\.type)
  }

  /// The position of a type in the list. A type in an extension comes after the extended type,
  /// because a printed model declares it inside that type.
  private func order(of sequence: Int, in scope: Scope) -> TypeOrder {
    let entity = scope.chain.first(where: \.isEntity)
    let declared = scope.chain.filter { $0.declaration != nil && !$0.isNamespace }
    return TypeOrder(
      entity: entity.flatMap { entity in entities.firstIndex { $0 === entity } } ?? -1,
      outermost: max(sequence, declared.map(\.sequence).max() ?? 0), depth: declared.count,
      sequence: sequence)
  }

  /// Sorts types outside of entities first, and a type before its nested types.
  private struct TypeOrder: Comparable {
    let entity: Int
    let outermost: Int
    let depth: Int
    let sequence: Int

    static func < (left: TypeOrder, right: TypeOrder) -> Bool {
      (left.entity, left.outermost, left.depth, left.sequence)
        < (right.entity, right.outermost, right.depth, right.sequence)
    }
  }

  private func namedType(_ scope: Scope) -> NamedType? {
    if scope.isEntity { return nil }
    if isFlagSet(scope) {
      guard scope.isUsed || !scope.isPassedOver, !scope.isUnusedNamesake else { return nil }
      return attempt { () throws(Rejection) in .flagSet(try flagSet(of: scope)) }
    }
    if isListed(scope), hasPayloads(scope) {
      return attempt { () throws(Rejection) in .payloads(try payloadEnumeration(of: scope)) }
    }
    if isListed(scope), !isOptionsOfFlagSet(scope) {
      return attempt { () throws(Rejection) in
        .enumeration(try enumeration(of: scope))
      }
    }
    guard usedStructures.contains(where: { $0 === scope }),
      case .found(let properties) = scope.structure.state
    else { return nil }
    return .structure(
      Structure(
        name: scope.fullName, properties: properties, codingKeys: codingKeys(of: scope),
        summary: scope.declaration?.doc))
  }

  /// The enum inside of `@OptionSet`, which is already converted to flags.
  private func isOptionsOfFlagSet(_ scope: Scope) -> Bool {
    scope.name?.value == "Options" && scope.parent?.attribute(named: "OptionSet") != nil
  }

  /// An alias of an entity or of a column type; other aliases are not part of the model.
  private func namedType(_ alias: AliasScope) -> TypeAlias? {
    guard !alias.declaration.isGeneric, alias.declaration.name.value != "RawValue",
      !alias.hasNamesake,
      alias.scope.chain.allSatisfy({ $0.keyword != .struct || $0.isEntity || isUsed($0) }),
      alias.scope.chain.allSatisfy({ $0.keyword != .class || $0.isEntity }),
      isUsable(alias.declaration.type, in: alias.scope),
      let resolved = try? resolve(alias.declaration.type, in: alias.scope)
    else { return nil }
    switch resolved.kind {
    case .entity(let entity) where !resolved.isOptional:
      return entityAlias(alias, of: entity)
    case .entity, .entities: return nil
    case .value, .wrapper, .structure: break
    // A printed alias could not express that its values are stored as data.
    case .carried: return nil
    }
    // An alias of an optional alias is itself optional.
    var target = resolved.spelling
    if case .optional(let inner) = alias.declaration.type.kind,
      let inner = try? resolve(inner, in: alias.scope), !inner.isOptional
    {
      target = "\(target)?"
    }
    return TypeAlias(
      name: alias.fullName, target: target,
      summary: alias.declaration.doc)
  }

  /// A second name for an entity.
  private func entityAlias(_ alias: AliasScope, of entity: Scope) -> TypeAlias? {
    let name = alias.fullName
    guard name.parts.count == 1, name != entity.fullName, alias.names(entity, in: self) else {
      return nil
    }
    return TypeAlias(name: name, target: entity.fullName, summary: alias.declaration.doc)
  }

  private func isUsed(_ scope: Scope) -> Bool {
    isFlagSet(scope) || usedStructures.contains { $0 === scope }
  }

  /// True if the alias needs no type that is missing in the model.
  private func isUsable(_ type: TypeSyntax, in scope: Scope) -> Bool {
    guard let declared = self.scope(of: type.innermost, in: scope), !declared.isEntity else {
      return true
    }
    if declared.keyword == .struct { return isUsed(declared) }
    return isListed(declared)
  }

  private func checkTypeNames(_ types: [NamedType]) {
    if diagnostics.hasErrors { return }
    var seen: Set<Name> = []
    for type in types where !seen.insert(type.name).inserted {
      diagnostics.append(Diagnostic("the type '\(excerpt(type.name))' is declared twice"))
    }
  }

  // MARK: Collisions

  /// Refuses tables and views whose names SQLite cannot distinguish.
  func checkTables(of schema: Schema, _ checked: [CheckedEntity]) {
    var tables: [Name.Folded: (what: String, place: SourcePlace?)] = [:]
    for (entity, scope) in zip(schema.entities, checked.map(\.scope)) {
      tables[entity.name.folded] = ("the entity '\(excerpt(entity.name))'", scope.place)
    }
    // Foreign tables have other names.
    if namesTables { return }
    for (entity, checkedEntity) in zip(schema.entities, checked) {
      let view = "the view '\(excerpt(entity.viewName))'"
      take(entity.viewName, view, checkedEntity.scope.place, in: &tables)
      for property in checkedEntity.properties {
        guard case .relationship(let relationship)? = property.property,
          case .joinTable(let table) = relationship.storage, table.isOwner
        else { continue }
        take(
          table.name, "the table '\(excerpt(table.name))'", property.declaration.name.place,
          in: &tables)
      }
    }
  }

  private func take(
    _ name: Name, _ what: String, _ place: SourcePlace?,
    in taken: inout [Name.Folded: (what: String, place: SourcePlace?)]
  ) {
    guard let first = taken[name.folded] else {
      taken[name.folded] = (what, place)
      return
    }
    diagnostics.append(
      Diagnostic(
        "\(what) and \(first.what) would have the same name in SQLite", at: place,
        notes: first.place.map { [Diagnostic.Note("that is declared here", at: $0)] } ?? []))
  }

  /// Refuses properties whose columns SQLite cannot distinguish.
  func checkColumns(_ entities: [CheckedEntity]) {
    for entity in entities { checkColumns(entity, &entity.scope.root.columns) }
  }

  private func checkColumns(
    _ entity: CheckedEntity, _ taken: inout [Name.Folded: (what: String, place: SourcePlace?)]
  ) {
    for property in entity.properties {
      guard let checkedProperty = property.property else { continue }
      let place = property.declaration.name.place
      if case .relationship(let relationship) = checkedProperty {
        // In a foreign table, subentities of one entity may have lists with the same name.
        // The key of a foreign table may also refer to another table.
        let key = relationship.foreignKey?.column
        if namesTables, key == nil || entity.scope.table?.key == key { continue }
        // A relationship without a column still has a unique name in files.
        let column = relationship.foreignKey?.column ?? relationship.name
        take(column, "'\(excerpt(relationship.name))'", place, in: &taken)
      }
      for attribute in checkedProperty.attributes {
        let owner = "'\(excerpt(attribute.name))'"
        let isPlain = attribute.name == attribute.column
        take(attribute.column, isPlain ? owner : "the column of \(owner)", place, in: &taken)
      }
    }
  }
}
