import FlagModel

/// Structs, enums and option sets in Swift, for an app that stores its records with flagdb.
struct SwiftStyle: CodeStyleWriter {
  let types: SwiftTypes
  var model: CodeModel { types.model }

  /// - Parameter isStored: true for types that the library FlagDB stores.
  init(_ source: CodeSource, isStored: Bool) {
    let model = CodeModel(
      source.schema, in: .swift, nests: true, declaredElsewhere: source.declaredElsewhere,
      reserved: isStored ? SwiftTypes.namesOfLibrary : [])
    types = SwiftTypes(model: model, access: source.access, isStored: isStored)
  }

  func units() -> [CodeUnit] {
    var units = types.units { entity, nested in self.entity(entity, nested) }
    guard types.isStored else { return units + StoredValueUnit.units(types) }
    for index in units.indices { units[index].imports.insert("FlagDB") }
    // A conformance with a body is an extension beside the type, which may be nested.
    for entity in model.ownEntities {
      let root = model.path(of: entity.name)[0]
      guard let unit = units.firstIndex(where: { $0.name == root }) else { continue }
      units[unit].items.append(EntityConformance(of: entity, types).item)
    }
    return units
  }

  private func entity(_ entity: Entity, _ nested: [CodeItem]) -> CodeItem {
    let members = SwiftMembers(types, entity.properties, within: entity)
    return .declaration(
      "\(types.access)struct \(model.name(of: entity.name)): \(types.values)", entity.summary,
      CodeItem.groups(
        members.properties, members.codingKeys(nil).asGroup, members.initializer().asGroup,
        nested))
  }
}

extension SwiftTypes {
  /// The names of the library that generated code uses.
  static let namesOfLibrary: Set<String> = [
    "AnyValue", "EntityMapping", "FlagDB", "FlagNames", "Key", "MappedProperty", "NamedFlags",
    "RowReader", "RowWriter", "Storable", "StoredAsJSON",
  ]

  /// A unit for each outermost type, including its nested types.
  func units(entity: (Entity, [CodeItem]) -> CodeItem) -> [CodeUnit] {
    TypeNode.roots(of: model).map { node in
      CodeUnit(
        name: model.name(of: node.name), imports: ["Foundation"], items: [item(node, entity)])
    }
  }

  private func item(
    _ node: TypeNode, _ entity: (Entity, [CodeItem]) -> CodeItem
  ) -> CodeItem {
    let nested = node.children.map { item($0, entity) }
    let name = model.reference(to: node.name)
    switch node.kind {
    case .type(.alias(let alias)) where !nested.isEmpty:
      // Nested types of an alias are in an extension of its target.
      return .declaration("extension \(type(alias.target))", nested)
    case .type(let type): return item(for: type, nested)
    case .entity(let declared): return entity(declared, nested)
    case .namespace:
      return .declaration("\(access)enum \(model.name(of: node.name))", nested)
    case .foreign: return .declaration("extension \(name)", nested)
    }
  }
}

/// The type of values that may be a number in one record and a text in the next.
enum StoredValueUnit {
  static let name: Name = "StoredValue"

  /// The unit of the type, if a property needs it.
  static func units(_ types: SwiftTypes) -> [CodeUnit] {
    let entities = types.model.schema.entities
    let isUsed = entities.contains { $0.attributes.contains { $0.type == .any } }
    if isUsed { return [unit(types)] }
    return []
  }

  private static func unit(_ types: SwiftTypes) -> CodeUnit {
    let access = types.access
    let name = types.model.name(of: name)
    return CodeUnit(
      name: name, imports: ["Foundation"],
      items: [
        .declaration(
          "\(access)enum \(name): Codable, Hashable, Sendable",
          "A value of a column that has no type of its own.",
          [
            .line("case integer(Int64)"), .line("case real(Double)"), .line("case text(String)"),
            .line("case data(Data)"),
          ])
      ])
  }
}
