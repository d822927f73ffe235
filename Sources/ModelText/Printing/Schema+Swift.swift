import FlagModel

extension Schema {
  /// The model in Swift. Parsing it again gives an equal schema.
  /// See Documentation/Decisions/models-are-kept-as-printed.md.
  package var swiftSource: String {
    var writer = SchemaWriter(self)
    return writer.write()
  }
}

/// Prints the declarations of a schema in their order. A nested type is printed inside of its
/// surrounding type or, if that is already closed, in an extension of it.
struct SchemaWriter {
  let schema: Schema
  var lines = SwiftLines()
  /// The types that are already printed, including entities and namespaces.
  private var written: Set<Name> = []

  let types: [Name: NamedType]
  /// The properties of all entities in a hierarchy, by the name of the top entity.
  let hierarchies: [Name: [Property]]
  /// The entities from which others inherit.
  private let parents: Set<Name>
  /// The relationships that need `inverse: nil`.
  let rulingOutInverse: Set<Name>

  init(_ schema: Schema) {
    self.schema = schema
    rulingOutInverse = schema.relationshipsRulingOutInverse
    hierarchies = Dictionary(
      schema.entities.map { (schema.root(of: $0).name, $0.properties) }, uniquingKeysWith: +)
    parents = Set(schema.entities.compactMap(\.parent))
    types = Dictionary(schema.types.map { ($0.name, $0) }) { first, _ in first }
  }

  mutating func write() -> String {
    let nested = typesInEntities
    writeTypes(schema.types.dropLast(nested.reduce(0) { $0 + $1.count }))
    for (entity, types) in zip(schema.entities, nested) {
      lines.separate()
      let rest = writeEntity(entity, types)
      writeTypes(rest)
    }
    return lines.text
  }

  /// For each entity, the types that are printed inside it. These are at the end of the list, in
  /// the order of the entities.
  private var typesInEntities: [ArraySlice<NamedType>] {
    var end = schema.types.endIndex
    var nested: [ArraySlice<NamedType>] = []
    for entity in schema.entities.reversed() {
      let ofEntity = schema.types[..<end].reversed().prefix { $0.name.isInside(entity.name) }
      nested.append(schema.types[(end - ofEntity.count)..<end])
      end -= ofEntity.count
    }
    return nested.reversed()
  }

  // MARK: Nesting

  /// Prints types at the outermost level.
  private mutating func writeTypes(_ types: ArraySlice<NamedType>) {
    var rest = types
    while let first = rest.first {
      lines.separate()
      let names = first.name.parts
      guard names.count > 1 else {
        rest = writeType(first, named: names[0], rest.dropFirst())
        continue
      }
      // The longest prefix of the path that can be extended.
      let extensible = (1..<names.count).last {
        isExtensible(Name(names[..<$0].joined(separator: ".")))
      }
      let path = Name(names[..<(extensible ?? 1)].joined(separator: "."))
      let header = if extensible == nil { "enum" } else { "extension" }
      written.insert(path)
      lines.open("\(header) \(SwiftText.path(path))")
      rest = writeNested(in: path, rest)
      lines.close()
    }
  }

  private func isExtensible(_ path: Name) -> Bool {
    written.contains(path) || schema.entity(named: path) != nil
      || (path.parts.count == 1 && AttributeType(builtin: path) != nil)
  }

  /// Prints the types at the beginning of the list that belong to an open type; returns the others.
  private mutating func writeNested(
    in path: Name, _ types: ArraySlice<NamedType>
  ) -> ArraySlice<NamedType> {
    var rest = types
    while let first = rest.first, let names = first.name.dropping(path)?.parts {
      guard names.count > 1 else {
        lines.separate()
        rest = writeType(first, named: names[0], rest.dropFirst())
        continue
      }
      let namespace: Name = "\(path).\(names[0])"
      // A closed namespace can only be extended at the outermost level.
      if written.contains(namespace) { return rest }
      written.insert(namespace)
      lines.separate()
      lines.open("enum \(SwiftText.name(names[0]))")
      rest = writeNested(in: namespace, rest)
      lines.close()
    }
    return rest
  }

  /// Prints a type with its nested types; returns the types after these.
  private mutating func writeType(
    _ type: NamedType, named name: Name, _ rest: ArraySlice<NamedType>
  ) -> ArraySlice<NamedType> {
    written.insert(type.name)
    let name = SwiftText.name(name)
    switch type {
    case .alias(let alias):
      lines.add(comment: alias.summary)
      lines.add("typealias \(name) = \(SwiftText.type(alias.target))")
      return rest
    case .flagSet(let set): openFlagSet(set, name)
    case .enumeration(let enumeration): openEnumeration(enumeration, name)
    case .payloads(let enumeration): openEnumeration(enumeration, name)
    case .structure(let structure):
      lines.add(comment: structure.summary)
      lines.open("struct \(name)")
      for property in structure.properties { writeProperty(property, of: structure.name) }
      writeCodingKeys(of: structure)
    }
    let others = writeNested(in: type.name, rest)
    lines.close()
    return others
  }

  // MARK: Entities

  /// Prints an entity with its nested types; returns those that need an extension.
  private mutating func writeEntity(
    _ entity: Entity, _ types: ArraySlice<NamedType>
  ) -> ArraySlice<NamedType> {
    let name = SwiftText.name(entity.name)
    written.insert(entity.name)
    lines.add(comment: entity.summary)
    if let original = entity.originalName {
      lines.add("@Entity(originalName: \(SwiftText.string(original.text)))")
    }
    let base = schema.base(of: entity)
    if let table = tableMacro(entity, base) { lines.add(table) }
    lines.open(header(of: entity, name))
    let parts = entity.properties.flatMap(\.uniqueParts) + (base?.uniques ?? [])
    writeKeyPaths("Unique", entity.uniques.filter { !parts.contains($0) }, name)
    let inherited = (base?.properties.map(\.name) ?? []) + (base?.expressions.map(\.name) ?? [])
    writeKeyPaths("Index", entity.indexes.filter { base?.indexes.contains($0) != true }, name)
    for property in entity.properties where !inherited.contains(property.name) {
      writeProperty(property, of: entity.name)
    }
    for expression in entity.expressions where !inherited.contains(expression.name) {
      writeExpression(expression, of: entity.name)
    }
    let rest = writeNested(in: entity.name, types)
    lines.close()
    return rest
  }

  private func header(of entity: Entity, _ name: String) -> String {
    if entity.kind == .record { return "struct \(name): Entity" }
    let keyword = if parents.contains(entity.name) { "class" } else { "final class" }
    let parent = entity.parent.map { ": \(SwiftText.path($0))" } ?? ""
    return "@Model \(keyword) \(name)\(parent)"
  }

  private mutating func writeKeyPaths(_ macro: String, _ lists: [[Name]], _ entity: String) {
    guard !lists.isEmpty else { return }
    var texts: [String] = []
    for list in lists {
      let paths = list.map { "\\." + $0.parts.map(SwiftText.member).joined(separator: ".") }
      texts.append("[\(paths.joined(separator: ", "))]")
    }
    lines.add("#\(macro)<\(entity)>(\(texts.joined(separator: ", ")))")
  }
}
