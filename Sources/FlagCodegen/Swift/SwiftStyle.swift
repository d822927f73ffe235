import FlagModel

/// Structs, enums and option sets in Swift: the types of an app that keeps its records with flagdb.
struct SwiftStyle: CodeStyleWriter {
  let types: SwiftTypes
  var model: CodeModel { types.model }

  init(_ source: CodeSource) {
    let model = CodeModel(source.schema, in: .swift, nests: true, known: source.known)
    types = SwiftTypes(model: model, access: source.isPublic ? "public " : "")
  }

  func units() -> [CodeUnit] {
    let units = types.units { entity, nested in self.entity(entity, nested) }
    let usesAny = model.schema.entities.contains { $0.attributes.contains { $0.type == .any } }
    return units + (usesAny ? [StoredValueUnit.unit(types)] : [])
  }

  private func entity(_ entity: Entity, _ nested: [CodeItem]) -> CodeItem {
    let members = SwiftMembers(types, entity.properties, within: entity)
    return .declaration(
      "\(types.access)struct \(model.name(of: entity.name)): Codable, Hashable, Sendable",
      entity.summary,
      CodeItem.groups(
        members.properties, members.codingKeys(nil).map { [$0] } ?? [],
        members.initializer.map { [$0] } ?? [], nested))
  }
}

extension SwiftTypes {
  /// A unit for each type at the outermost level, with all types in it.
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
      // Its types stand in the type that it names.
      return .declaration("extension \(type(alias.target))", nested)
    case .type(let type): return item(for: type, nested)
    case .entity(let one): return entity(one, nested)
    case .namespace:
      return .declaration("\(access)enum \(model.name(of: node.name))", nested)
    case .foreign: return .declaration("extension \(name)", nested)
    }
  }
}

/// The type of values that may be a number in one record and a text in the next.
enum StoredValueUnit {
  static let name: Name = "StoredValue"

  static func unit(_ types: SwiftTypes) -> CodeUnit {
    let (access, name) = (types.access, types.model.name(of: name))
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
