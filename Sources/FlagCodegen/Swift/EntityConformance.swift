import FlagModel

/// The conformance of a struct to `Entity`: its name, and a mapping of its properties to columns,
/// so that the library needs no reflection.
struct EntityConformance {
  /// A property with its own column.
  private struct Leaf {
    /// `author.name`
    let name: Name
    /// The path from the record: `author?.name`.
    let path: Code
  }

  private let entity: Entity
  private let types: SwiftTypes
  private var leaves: [Leaf] = []
  /// The statements of the initializer that reads a record.
  private var reading: [CodeItem] = []
  /// The number of constants in it.
  private var constants = 0

  init(of entity: Entity, _ types: SwiftTypes) {
    self.entity = entity
    self.types = types
    for member in SwiftMembers(types, entity.properties, within: entity).members {
      add(member)
    }
  }

  var item: CodeItem {
    let access = types.access
    let name = types.model.reference(to: entity.name)
    let names: [CodeItem] = [
      .line(
        "\(access)static let entityName = \(text: entity.name.text)", "The name in the model.")
    ]
    let mapping: [CodeItem] = [
      .line(
        "\(access)static let mapping = EntityMapping<Self>(\(list: Self.parts))",
        "The way between the properties and the columns.")
    ]
    return .declaration(
      "extension \(name): Entity", CodeItem.groups(names, mapping, [properties, write, read]))
  }

  private static let parts: [Code] = [
    "properties: mappedProperties", "write: { try write($0, to: &$1) }",
    "read: { try Self(row: &$0) }",
  ]

  private var properties: CodeItem {
    let rows = leaves.map { leaf -> Code in
      "MappedProperty(\(text: leaf.name.text), \\.\(leaf.path))"
    }
    return .line("private static let mappedProperties: [MappedProperty<Self>] = [\(list: rows)]")
  }

  private var write: CodeItem {
    .declaration(
      "private static func write(_ record: Self, to row: inout RowWriter) throws",
      leaves.map { .line("try row.write(record.\($0.path))") })
  }

  private var read: CodeItem {
    .declaration("private init(row: inout RowReader) throws", reading)
  }

  // MARK: Properties

  private mutating func add(_ member: SwiftMembers.Member) {
    guard case .group(let group)? = member.property else {
      leaves.append(Leaf(name: member.fullName, path: Code(member.name)))
      return reading.append(.line("self.\(member.name) = try row.read()"))
    }
    let value = add(group, at: Code(member.name), within: false)
    reading.append(.line("self.\(member.name) = \(value)"))
  }

  /// Adds the parts of a struct, and the statements that read them into constants.
  ///
  /// - Parameter isMissing: true if a surrounding struct is optional.
  /// - Returns: the initializer call for the struct, or the constant with an optional struct.
  private mutating func add(_ group: Group, at path: Code, within isMissing: Bool) -> Code {
    let isOptional = group.isOptional || isMissing
    let inner: Code = if group.isOptional { "\(path)?" } else { path }
    var labels: [Code] = []
    var parts: [(value: Code, isRequired: Bool)] = []
    for member in SwiftMembers(types, group.properties, within: nil).members {
      let path: Code = "\(inner).\(member.name)"
      let value: Code
      if case .group(let group)? = member.property {
        value = add(group, at: path, within: isOptional)
      } else {
        value = Code(read(member, within: isOptional))
        leaves.append(Leaf(name: member.fullName, path: path))
      }
      labels.append("\(member.name): \(value)")
      parts.append((value, !member.isOptional))
    }
    let type = types.type(group.declaredType)
    let made: Code = "\(type)(\(list: labels))"
    guard isOptional else { return made }
    let required = parts.filter(\.isRequired).map { "let \($0.value)" as Code }
    let isThere =
      if required.isEmpty {
        parts.map { "\($0.value) != nil" }.joined(by: " || ")
      } else {
        required.joined(by: ", ")
      }
    let whole = constant()
    reading.append(.line("let \(whole): \(type)? = if \(isThere) { \(made) } else { nil }"))
    return Code(whole)
  }

  /// Adds the statement that reads a part into a constant.
  private mutating func read(_ member: SwiftMembers.Member, within isMissing: Bool) -> Identifier {
    let isNamedOptional = member.property.map(SwiftValues(types).isNamedOptional) ?? false
    let type: Code =
      if isMissing && !member.isOptional && !isNamedOptional {
        "\(member.type)?"
      } else {
        member.type
      }
    let part = constant()
    reading.append(.line("let \(part): \(type) = try row.read()"))
    return part
  }

  private mutating func constant() -> Identifier {
    constants += 1
    return .own("part", constants)
  }
}

extension SwiftMembers.Member {
  /// The full name from the record: `author.name`.
  fileprivate var fullName: Name { property?.name ?? modelName }
}
