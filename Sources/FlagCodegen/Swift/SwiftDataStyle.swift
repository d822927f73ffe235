import FlagModel

/// SwiftData classes with their option sets and enums.
struct SwiftDataStyle: CodeStyleWriter {
  let types: SwiftTypes
  var model: CodeModel { types.model }

  init(_ source: CodeSource) {
    let model = CodeModel(
      source.schema, in: .swift, nests: true, declaredElsewhere: source.declaredElsewhere)
    types = SwiftTypes(model: model, access: source.access)
  }

  func units() -> [CodeUnit] {
    let entities = Set(model.schema.entities.map { model.path(of: $0.name)[0] })
    let units = types.units { entity, nested in declaration(entity, nested) }.map { unit in
      var unit = unit
      if entities.contains(unit.name) { unit.imports.insert("SwiftData") }
      return unit
    }
    return units + StoredValueUnit.units(types)
  }

  private func declaration(_ entity: Entity, _ nested: [CodeItem]) -> CodeItem {
    let base = model.schema.base(of: entity)
    let members = Array(zip(entity.properties, names(of: entity)))
    let ownMembers = members.dropFirst(base?.properties.count ?? 0)
    let isBase = model.schema.entities.contains { $0.parent == entity.name }
    let kind: Code = if isBase { "class" } else { "final class" }
    let parent: Code = base.map { ": \(model.reference(to: $0.name))" } ?? ""
    return .declaration(
      "\(types.access)\(kind) \(model.name(of: entity.name))\(parent)", entity.summary,
      attributes: formerName(of: entity) + ["@Model"],
      CodeItem.groups(
        keyPaths(of: entity, base), ownMembers.map { property($0, $1, of: entity) },
        [
          initializer(
            of: entity, Array(ownMembers),
            inherited: Array(members.prefix(base?.properties.count ?? 0)))
        ],
        nested))
  }

  /// SwiftData has no former name of a class, but flagdb's models do. The attribute is inside
  /// `#if FLAGDB`, so that compilers ignore it.
  private func formerName(of entity: Entity) -> [Code] {
    guard let name = entity.originalName else { return [] }
    return ["#if FLAGDB", "@Entity(originalName: \(text: name.text))", "#endif"]
  }

  private func names(of entity: Entity) -> [Identifier] {
    // A key path must not begin with the name of a class if a property has the same name.
    let targets = entity.relationships.map { model.path(of: $0.target)[0].plain }
    return model.members(entity.properties.map(\.name), reserved: Set(targets))
  }

  // MARK: Properties

  private func keyPaths(of entity: Entity, _ base: Entity?) -> [CodeItem] {
    func lists(_ macro: Code, _ lists: [[Name]]) -> [CodeItem] {
      if lists.isEmpty { return [] }
      let paths = lists.map { "[\(list: $0.map { path($0, in: entity) })]" as Code }
      return [.line("\(macro)<\(model.reference(to: entity.name))>(\(list: paths))")]
    }
    var groups: [[Name]] = []
    for property in entity.properties {
      guard case .group(let group) = property, group.isUnique else { continue }
      groups.append(property.attributes.map(\.name))
    }
    let uniques = entity.uniques.filter {
      base?.uniques.contains($0) != true && !groups.contains($0)
    }
    let indexes = entity.indexes.filter { base?.indexes.contains($0) != true }
    return lists("#Unique", uniques) + lists("#Index", indexes)
  }

  /// `\.author.name`, with the names in code.
  private func path(_ path: Name, in entity: Entity) -> Code {
    var properties = entity.properties
    var steps = path.parts
    var pieces = [Code]()
    while let step = steps.first {
      let names = model.members(properties.map { $0.name.parts.last ?? $0.name })
      guard let place = properties.firstIndex(where: { ($0.name.parts.last ?? $0.name) == step })
      else { break }
      pieces.append(".\(names[place])")
      if case .group(let group) = properties[place] { properties = group.properties }
      steps.removeFirst()
    }
    return "\\\(pieces.joined(by: ""))"
  }

  private func property(
    _ property: Property, _ name: Identifier, of entity: Entity
  ) -> CodeItem {
    let macro = macro(of: property, in: entity).map { "\($0) " as Code } ?? ""
    let value = value(of: property).map { " = \($0)" as Code } ?? ""
    return .line(
      "\(macro)\(types.access)var \(name): \(type(of: property))\(value)", property.summary)
  }

  private func macro(of property: Property, in entity: Entity) -> Code? {
    func attribute(_ options: [Code], _ original: Name?) -> Code? {
      var options = options
      if let original { options.append("originalName: \(text: original.text)") }
      if options.isEmpty { return nil }
      return "@Attribute(\(list: options))"
    }
    var options: [Code] = []
    switch property {
    case .attribute(let declared):
      if declared.isUnique { options.append(".unique") }
      if declared.stored == .external { options.append(".externalStorage") }
      return attribute(options, declared.originalName)
    case .group(let group):
      if group.isUnique { options.append(".unique") }
      return attribute(options, group.originalName)
    case .relationship(let relationship): return macro(of: relationship)
    }
  }

  /// The side without a foreign key, or the side that creates the join table, names its inverse.
  private func macro(of relationship: Relationship) -> Code? {
    var options: [Code] = []
    if relationship.deleteRule != .nullify {
      options.append("deleteRule: .\(Code(stringLiteral: relationship.deleteRule.rawValue))")
    }
    if let original = relationship.originalName {
      options.append("originalName: \(text: original.text)")
    }
    let isOtherSide =
      relationship.foreignKey != nil || !relationship.keepsLinks && !relationship.isKeptByOtherSide
    if let inverse = relationship.inverse, !isOtherSide,
      let target = model.schema.entity(named: relationship.target)
    {
      let names = names(of: target)
      let place = target.properties.firstIndex { $0.name == inverse }
      if let place {
        options.append("inverse: \\\(model.reference(to: target.name)).\(names[place])")
      }
    }
    if options.isEmpty { return nil }
    return "@Relationship(\(list: options))"
  }

  // MARK: Values

  private func type(of property: Property) -> Code {
    guard case .relationship(let relationship) = property else {
      return SwiftValues(types).type(of: property)
    }
    let target = model.reference(to: relationship.target)
    return switch relationship.cardinality {
    case .toOne(isOptional: true): "\(target)?"
    case .toOne(isOptional: false): target
    case .toMany(isOptional: true): "[\(target)]?"
    case .toMany(isOptional: false): "[\(target)]"
    }
  }

  private func value(of property: Property) -> Code? {
    guard case .relationship(let relationship) = property else {
      return SwiftValues(types).defaultValue(of: property)
    }
    if relationship.cardinality == .toMany(isOptional: false) { return "[]" }
    return nil
  }

  private func initializer(
    of entity: Entity, _ ownMembers: [(Property, Identifier)], inherited: [(Property, Identifier)]
  ) -> CodeItem {
    let parameters = (inherited + ownMembers).map { property, name -> Code in
      var value = value(of: property)
      if value == nil, property.isOptional || isOptionalList(property) { value = "nil" }
      return .parameter(name, type(of: property), value)
    }
    let up: [CodeItem] =
      if entity.parent == nil {
        []
      } else {
        [.line("super.init(\(list: inherited.map { "\($1): \($1)" }))")]
      }
    let overrides = entity.parent != nil && (ownMembers.isEmpty || parameters.isEmpty)
    let override: Code = if overrides { "override " } else { "" }
    var item = CodeItem.declaration(
      "\(override)\(types.access)init(\(list: parameters))",
      ownMembers.map { .line("self.\($1) = \($1)") } + up)
    item.isApart = true
    return item
  }

  private func isOptionalList(_ property: Property) -> Bool {
    guard case .relationship(let relationship) = property else { return false }
    return relationship.cardinality == .toMany(isOptional: true)
  }
}
